import { createAuthenticator } from '@latchkey/testkit/authenticator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../core/limits.ts'
import type { Storage } from '../storage/storage.ts'
import { lockoutSubjectOfUser } from '../storage/verbs.ts'
import { type Answer, createHarness, type Harness, openTestStorage, origin } from '../testing/harness.ts'

/** Pairs of requests to each call; 250 in the full run. */
const numRuns = Math.ceil(Number(process.env.FUZZ_RUNS ?? 15) / 2)

/** Somebody with a password and a passkey, and somebody who only ever signs in by mail. */
const known = ['known@example.com', 'plain@example.com'] as const

interface Watched {
  harness: Harness
  storage: Storage
  /** What the data was asked for since the last look, in order. */
  work(): string[]
  /** Wrong secrets are counted, and a lock would end what is to be compared. */
  forgetGuesses(): Promise<void>
}

/** Tells of everything that is asked of the data, in transactions too. */
function watched<T extends object>(verbs: T, tell: (verb: string) => void): T {
  return new Proxy(verbs, {
    get(target, group) {
      const value: unknown = Reflect.get(target, group)
      if (group === 'transaction' && typeof value === 'function')
        return (work: (tx: object) => unknown) => value.call(target, (tx: object) => work(watched(tx, tell)))
      if (typeof value !== 'object' || value === null) return value
      return new Proxy(value, {
        get(all, name) {
          const verb: unknown = Reflect.get(all, name)
          if (typeof verb !== 'function') return verb
          return (...given: unknown[]) => {
            tell(`${String(group)}.${String(name)}`)
            return verb.apply(all, given)
          }
        },
      })
    },
  })
}

async function openWatched(enumeration: 'bulk' | 'strict'): Promise<Watched> {
  const storage = await openTestStorage('sqlite')
  const asked: string[] = []
  const generous = { limit: 1e9, windowMs: 60_000 }
  const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous]))
  const harness = await createHarness(
    watched(storage, (verb) => asked.push(verb)),
    { config: { limits }, settings: { enumeration } },
  )
  const people = [await harness.signIn(known[0]), await harness.signIn(known[1])]
  let session = people[0]?.token ?? ''
  const own = async (path: string, body: object): Promise<Answer> => {
    const answer = await harness.call('POST', path, body, { session })
    expect([path, answer.outcome]).toEqual([path, '200'])
    session = answer.data.session_token ?? session
    return answer
  }
  const device = { domain: 'app.example.com', user_agent: 'Tests/1.0', return_passkey_credential_options: true }
  const { public_key_credential_creation_options: options } = Object(
    (await own('/webauthn/register/start', device)).data,
  )
  await own('/webauthn/register', { public_key_credential: createAuthenticator(origin).create(options) })
  await own('/passwords/session/reset', { password: 'violet-Otter.quilt-82' })
  return {
    ...{ harness, storage },
    work: () => asked.splice(0),
    async forgetGuesses() {
      const subjects = [
        ...people.map(({ userId }) => lockoutSubjectOfUser(userId)),
        ...known.map((address) => `email:${address}`),
      ]
      for (const subject of subjects) await storage.lockouts.clearAll(harness.project.id, subject)
    },
  }
}

/** Everything a caller could tell two answers apart by, but what is random in each. */
function shape({ status, headers, json, text }: Answer): unknown {
  const keys = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, keys(one)]))
      : typeof value
  const said = { ...json, request_id: '' }
  return [status, [...headers.keys()].sort(), text.length, status < 400 ? keys(json) : said]
}

const bothModes = [
  '/otps/email/login_or_create',
  '/magic_links/email/login_or_create',
  // It knows no address: whoever sends one along learns nothing by it.
  '/webauthn/authenticate/start/primary',
]
const calls = {
  strict: [
    ...bothModes,
    ...['/otps/email/send/primary', '/magic_links/email/send/primary', '/passwords/email/reset/start'],
    ...['/passwords/authenticate', '/passwords', '/users/search'],
  ],
  // Elsewhere the specification has an answer of its own for whoever is not known.
  bulk: bothModes,
}
const field = {
  password: fc.constantFrom('violet-Otter.quilt-81', 'weak', ''),
  session_duration_minutes: fc.constantFrom<unknown>(30, 4, '30'),
  locale: fc.constantFrom('en', 'de', 'xx'),
  code_challenge: fc.constantFrom('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'short'),
  login_magic_link_url: fc.constantFrom('https://app.example.com/authenticate', 'https://evil.example'),
  expiration_minutes: fc.constantFrom<unknown>(5, 1_000_000),
}
const right = { password: 'violet-Otter.quilt-81', session_duration_minutes: 30, domain: 'app.example.com' }

/** Asked of a password that is kept, and of nobody else's: a row by its key, beside a hash of many milliseconds. */
const ofPasswords = 'passwords.find'

describe.each(['strict', 'bulk'] as const)('a %s project', (enumeration) => {
  let watch: Watched
  let strangers = 0
  beforeAll(async () => {
    watch = await openWatched(enumeration)
  })
  afterAll(() => watch.storage.close())

  /** The answer for somebody known and for a stranger, and what either cost. */
  async function askBoth(path: string, whom: string, rest: object) {
    strangers += 1
    // As long as the other: an answer that repeats neither is as long as well.
    const stranger = `u${String(strangers).padStart(4, '0')}@example.com`
    const ask = async (email: string) => {
      watch.work()
      const answer = await watch.harness.call('POST', path, { ...rest, email })
      return { answer, work: watch.work() }
    }
    const both = [await ask(whom), await ask(stranger)] as const
    await watch.forgetGuesses()
    return both
  }

  it.each(calls[enumeration])(
    'answers %s alike for whom it knows and whom it does not, after the same work [I-10]',
    { timeout: 600_000 },
    async (path) => {
      const spoiled = fc.record(field, { requiredKeys: [] })
      const rest = fc.oneof<fc.Arbitrary<object>[]>(
        fc.constant(right),
        spoiled,
        spoiled.map((one) => ({ ...right, ...one })),
      )
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...known), rest, async (whom, rest) => {
          const [known, stranger] = await askBoth(path, whom, rest)
          expect(shape(stranger.answer)).toEqual(shape(known.answer))
          expect(stranger.work).toEqual(known.work.filter((verb) => verb !== ofPasswords))
        }),
        { numRuns, examples: known.map((whom): [typeof whom, object] => [whom, right]) },
      )
    },
  )

  if (enumeration === 'bulk')
    it('tells by /users/search which form comes next, and nothing beside it, after the same work [I-10]', async () => {
      const [known, stranger] = await askBoth('/users/search', 'known@example.com', {})
      const beside = ({ status, headers, data }: Answer) => [status, [...headers.keys()].sort(), Object.keys(data)]
      expect([known.answer.data.userType, stranger.answer.data.userType]).toEqual(['password', 'new'])
      expect(beside(stranger.answer)).toEqual(beside(known.answer))
      expect(stranger.work).toEqual(known.work)
      expect(stranger.work).toContain('users.findByRegistration')
    })
})
