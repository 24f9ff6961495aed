import { createAuthenticator } from '@latchkey/testkit/authenticator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../core/limits.ts'
import type { Storage } from '../storage/storage.ts'
import { lockoutSubjectOfAccount } from '../storage/verbs.ts'
import { type Answer, createHarness, type Harness, openTestStorage, origin } from '../testing/harness.ts'

/** Pairs of requests to each endpoint; 250 in the full run. */
const numRuns = Math.ceil(Number(process.env.FUZZ_RUNS ?? 15) / 2)

/** A user with a password and a passkey, and a user who signs in by email only. */
const known = ['known@example.com', 'plain@example.com'] as const

interface Watched {
  harness: Harness
  storage: Storage
  /** The storage calls since the last call of `work`, in order. */
  work(): string[]
  /** Clears the counts of wrong secrets: a lock-out would end the comparison. */
  forgetGuesses(): Promise<void>
}

/** Reports every call of the storage, in transactions too. */
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
  const verbs: string[] = []
  const generous = { limit: 1e9, windowMs: 60_000 }
  const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous]))
  const harness = await createHarness(
    watched(storage, (verb) => verbs.push(verb)),
    { config: { limits }, settings: { enumeration } },
  )
  const users = [await harness.signIn(known[0]), await harness.signIn(known[1])]
  let session = users[0]?.token ?? ''
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
    work: () => verbs.splice(0),
    async forgetGuesses() {
      const subjects = [
        ...users.map(({ accountId }) => lockoutSubjectOfAccount(accountId)),
        ...known.map((address) => `email:${address}`),
      ]
      for (const subject of subjects) await storage.lockouts.clearAll(harness.project.id, subject)
    },
  }
}

/** Everything by which a caller could distinguish two responses, except random values. */
function shape({ status, headers, json, text }: Answer): unknown {
  const keys = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, keys(one)]))
      : typeof value
  const errorBody = { ...json, request_id: '' }
  return [status, [...headers.keys()].sort(), text.length, status < 400 ? keys(json) : errorBody]
}

const bothModes = [
  '/otps/email/login_or_create',
  '/magic_links/email/login_or_create',
  // This endpoint ignores the address, so the response reveals nothing about it.
  '/webauthn/authenticate/start/primary',
]
const calls = {
  strict: [
    ...bothModes,
    ...['/otps/email/send/primary', '/magic_links/email/send/primary', '/passwords/email/reset/start'],
    ...['/passwords/authenticate', '/passwords', '/users/search'],
  ],
  // The other endpoints have a specified error for unknown users.
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
const validFields = { password: 'violet-Otter.quilt-81', session_duration_minutes: 30, domain: 'app.example.com' }

/** Only for existing passwords: a lookup by key, whose time does not show next to a hash of many milliseconds. */
const passwordLookUp = 'passwords.find'

describe.each(['strict', 'bulk'] as const)('a %s project', (enumeration) => {
  let watch: Watched
  let unknownUsers = 0
  beforeAll(async () => {
    watch = await openWatched(enumeration)
  })
  afterAll(() => watch.storage.close())

  /** The responses for a known and an unknown user, and the storage calls of each. */
  async function requestBoth(path: string, knownEmail: string, rest: object) {
    unknownUsers += 1
    // The addresses have the same length, so that responses have the same length too.
    const unknownEmail = `u${String(unknownUsers).padStart(4, '0')}@example.com`
    const ask = async (email: string) => {
      watch.work()
      const answer = await watch.harness.call('POST', path, { ...rest, email })
      return { answer, work: watch.work() }
    }
    const both = [await ask(knownEmail), await ask(unknownEmail)] as const
    await watch.forgetGuesses()
    return both
  }

  it.each(calls[enumeration])(
    'responds to %s alike for known and unknown users, after the same work [I-10]',
    { timeout: 600_000 },
    async (path) => {
      const corrupted = fc.record(field, { requiredKeys: [] })
      const rest = fc.oneof<fc.Arbitrary<object>[]>(
        fc.constant(validFields),
        corrupted,
        corrupted.map((one) => ({ ...validFields, ...one })),
      )
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...known), rest, async (email, rest) => {
          const [known, unknown] = await requestBoth(path, email, rest)
          expect(shape(unknown.answer)).toEqual(shape(known.answer))
          expect(unknown.work).toEqual(known.work.filter((verb) => verb !== passwordLookUp))
        }),
        { numRuns, examples: known.map((email): [typeof email, object] => [email, validFields]) },
      )
    },
  )

  if (enumeration === 'bulk')
    it('reveals only the next form by /users/search, after the same work [I-10]', async () => {
      const [known, unknown] = await requestBoth('/users/search', 'known@example.com', {})
      const otherParts = ({ status, headers, data }: Answer) => [status, [...headers.keys()].sort(), Object.keys(data)]
      expect([known.answer.data.userType, unknown.answer.data.userType]).toEqual(['password', 'new'])
      expect(otherParts(unknown.answer)).toEqual(otherParts(known.answer))
      expect(unknown.work).toEqual(known.work)
      expect(unknown.work).toContain('accounts.findByRegistration')
    })
})
