import { adminEndpoints } from '@latchkey/contract/admin'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import { defaultLimits } from '../core/limits.ts'
import { createRandom } from '../node/system-clock.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import { type Answer, createHarness, type Harness, pkcePair } from '../testing/harness.ts'
import { expectNoSecret, expectNothingChanged } from './invariants.suite.ts'
import { type JournaledStorage, openJournaled } from './journal.suite.ts'
import { createModel, type Expected, type Learned, type Model, type Verifier } from './model.suite.ts'

/** Sequences of forty calls on average; 3,000 in the full run. */
const runs = Number(process.env.SEQUENCE_RUNS ?? 20)
const sessionMinutes = 45
const passwords = ['violet-Otter.quilt-81', 'amber-Heron.lantern-27']

let journaled: JournaledStorage
let harness: Harness
let admin: ReturnType<typeof createAdministration>
const handedOut = new Set<string>()
let people = 0

beforeAll(async () => {
  journaled = await openJournaled()
  const generous = { limit: 1e9, windowMs: 1 }
  const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous]))
  harness = await createHarness(journaled.storage, { config: { limits } })
  const { storage, vault, clock } = harness
  const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
  admin = createAdministration(context, { operator: 'cli:tests' })
})
afterAll(() => journaled.close())

/** Two people who share three addresses between them, and the three browsers they sit at. */
interface Scene {
  model: Model
  addresses: readonly string[]
  /** The token each browser holds; the last one never has any. */
  browsers: (string | null)[]
  /** Every token that was ever handed out, good or not. */
  tokens: string[]
  ids: Set<string>
}

const address = fc.nat(2)
const browser = fc.nat(2)
const newest = fc.nat(3)
const password = fc.constantFrom(...passwords)
type Act = (scene: Scene) => Promise<void>

async function call(
  scene: Scene,
  path: string,
  body: object,
  token: string | null,
  expected: Expected,
  method = 'POST',
): Promise<Answer> {
  journaled.look()
  const answer = await harness.call(method, path, method === 'POST' ? body : undefined, { session: token })
  expect([path, answer.outcome]).toEqual([path, expected.outcome])
  const changes = journaled.look()
  if (answer.status >= 400) expectNothingChanged(changes)
  else expected.then?.(learn(scene, answer))
  return answer
}

function learn(scene: Scene, { data }: Answer): Learned {
  const { user, session, session_token: token = '', user_id: userId = '' } = Object(data)
  if (token) scene.tokens.push(token)
  if (token) handedOut.add(token)
  const addresses = new Map<string, string>()
  for (const { email, email_id } of user?.emails ?? []) addresses.set(email, email_id)
  for (const { phone_number, phone_id } of user?.phone_numbers ?? []) addresses.set(phone_number, phone_id)
  for (const id of addresses.values()) scene.ids.add(id)
  return { userId, sessionId: session?.session_id ?? '', token, addresses }
}

/** A call that ends in a session, if it does: the browser keeps it. */
async function signIn(scene: Scene, at: number, path: string, body: object, expected: Expected): Promise<void> {
  const duration = { session_duration_minutes: sessionMinutes }
  const answer = await call(scene, path, { ...body, ...duration }, scene.browsers[at] ?? null, expected)
  if (answer.status === 200 && at < 2) scene.browsers[at] = answer.data.session_token
}

const wrongCode = (right: string): string => (right === '000000' ? '000001' : '000000')

const acts: Record<string, fc.Arbitrary<Act>> = {
  sendCode: fc
    .tuple(address, browser, fc.constantFrom('login_or_create', 'primary', 'secondary'))
    .map(([to, at, mode]) => async (scene) => {
      const [name, token] = [scene.addresses[to] ?? '', scene.browsers[at] ?? null]
      const channel = name.includes('@') ? 'email' : 'sms'
      const path = `/otps/${channel}/${mode === 'login_or_create' ? mode : `send/${mode}`}`
      const body = channel === 'email' ? { email: name } : { phone_number: name }
      const expected = scene.model.send(mode as 'primary', name, token)
      const answer = await call(scene, path, body, token, expected)
      if (answer.status !== 200) return
      await harness.provider.outbox.drain()
      const [code = ''] =
        harness.sent.findLast((message) => message.to === name && message.codes.length > 0)?.codes ?? []
      scene.model.sent({
        ...{ kind: 'code', key: answer.data.method_id, code, address: name, verifier: null },
        ...{ minutes: 5, mode, token },
      })
    }),
  enterCode: fc.tuple(newest, browser, fc.boolean()).map(([which, at, isRight]) => async (scene) => {
    const secret = scene.model.secrets.filter(({ kind }) => kind === 'code').at(-1 - which)
    if (!secret) return
    const body = { method_id: secret.key, token: isRight ? secret.code : wrongCode(secret.code) }
    await signIn(
      scene,
      at,
      '/otps/authenticate',
      body,
      scene.model.enterCode(secret, isRight, scene.browsers[at] ?? null),
    )
  }),
  sendLink: fc
    .tuple(address, fc.boolean(), fc.constantFrom('magic_link', 'reset'))
    .map(([to, withProof, kind]) => async (scene) => {
      const name = scene.addresses[to] ?? ''
      if (!name.includes('@')) return
      const pair = withProof ? pkcePair() : null
      const mode = kind === 'reset' ? 'primary' : 'login_or_create'
      const path = kind === 'reset' ? '/passwords/email/reset/start' : '/magic_links/email/login_or_create'
      const body = { email: name, ...(pair ? { code_challenge: pair.code_challenge } : {}) }
      const answer = await call(scene, path, body, null, scene.model.send(mode, name, null))
      if (answer.status !== 200) return
      await harness.provider.outbox.drain()
      const links = harness.sent.findLast((message) => message.to === name && message.links.length > 0)?.links ?? []
      const tokens = links.map((link) => new URL(link).searchParams.get('token') ?? '')
      const kinds = kind === 'reset' ? (['reset', 'reset_login'] as const) : (['magic_link'] as const)
      for (const [index, one] of kinds.entries()) {
        const key = tokens[index] ?? ''
        handedOut.add(key)
        scene.model.sent({
          ...{ kind: one, key, code: '', address: name, verifier: pair?.code_verifier ?? null },
          ...{ minutes: 30, mode, token: null },
        })
      }
    }),
  openLink: fc
    .tuple(newest, browser, fc.constantFrom<Verifier[]>('right', 'right', 'wrong', 'none'), password, fc.nat(3))
    .map(([which, at, verifier, chosen, astray]) => async (scene) => {
      const secret = scene.model.secrets.filter(({ kind }) => kind !== 'code').at(-1 - which)
      if (!secret) return
      const by = (secret.kind === 'reset') !== (astray === 0) ? 'reset' : 'magic_link'
      const proof =
        verifier === 'none'
          ? {}
          : {
              code_verifier:
                verifier === 'right' ? (secret.verifier ?? pkcePair().code_verifier) : pkcePair().code_verifier,
            }
      const path = by === 'reset' ? '/passwords/email/reset' : '/magic_links/authenticate'
      const body = { token: secret.key, ...proof, ...(by === 'reset' ? { password: chosen } : {}) }
      await signIn(
        scene,
        at,
        path,
        body,
        scene.model.openLink(secret, by, verifier, scene.browsers[at] ?? null, chosen),
      )
    }),
  createPassword: fc.tuple(fc.nat(1), browser, password).map(([to, at, chosen]) => async (scene) => {
    const name = scene.addresses[to] ?? ''
    await signIn(scene, at, '/passwords', { email: name, password: chosen }, scene.model.createPassword(name, chosen))
  }),
  enterPassword: fc.tuple(fc.nat(1), browser, password).map(([to, at, chosen]) => async (scene) => {
    const name = scene.addresses[to] ?? ''
    const expected = scene.model.enterPassword(name, chosen, scene.browsers[at] ?? null)
    await signIn(scene, at, '/passwords/authenticate', { email: name, password: chosen }, expected)
  }),
  changePassword: fc.tuple(browser, password).map(([at, chosen]) => async (scene) => {
    const token = scene.browsers[at] ?? null
    const answer = await call(
      scene,
      '/passwords/session/reset',
      { password: chosen },
      token,
      scene.model.changePassword(chosen, token),
    )
    if (answer.status === 200) scene.browsers[at] = answer.data.session_token
  }),
  refresh: fc.tuple(browser, fc.constantFrom(null, null, 10, 120)).map(([at, minutes]) => async (scene) => {
    const token = scene.browsers[at] ?? null
    const body = minutes === null ? {} : { session_duration_minutes: minutes }
    await call(scene, '/sessions/authenticate', body, token, scene.model.refresh(token, minutes))
  }),
  revoke: browser.map((at) => async (scene) => {
    const token = scene.browsers[at] ?? null
    await call(scene, '/sessions/revoke', {}, token, scene.model.revoke(token))
  }),
  replay: newest.map((which) => async (scene) => {
    const token = scene.tokens.at(-1 - which)
    if (token) await expectMe(scene, token)
  }),
  enrol: browser.map((at) => async (scene) => {
    const token = scene.browsers[at] ?? null
    let made = { id: '', secret: '', codes: [''] }
    const expected = scene.model.enrol(token, () => made)
    const { then, ...rest } = expected
    const answer = await call(scene, '/totps', { expiration_minutes: 30 }, token, rest)
    if (answer.status !== 200) return
    const { totp_id, secret, recovery_codes } = Object(answer.data)
    made = { id: totp_id, secret, codes: recovery_codes }
    for (const one of [secret, ...recovery_codes]) handedOut.add(one)
    then?.(learn(scene, answer))
  }),
  enterTotp: fc
    .tuple(browser, fc.constantFrom('right', 'right', 'late', 'wrong'), fc.nat(1))
    .map(([at, how, which]) => async (scene) => {
      const token = scene.browsers[at] ?? null
      const caller = scene.model.session(token)
      const known = (caller && scene.model.person(caller.userId)?.authenticators) ?? []
      const step = Math.floor(harness.clock.now() / 30_000) - (how === 'late' ? 1 : 0)
      const chosen = how === 'wrong' ? undefined : known.at(-1 - which)
      const around = [step - 1, step, step + 1]
      const possible = await Promise.all(known.flatMap(({ secret }) => around.map((one) => totpCode(secret, one))))
      const wrong = ['000000', '000001', '000002', '000003'].find((one) => !possible.includes(one)) ?? '999999'
      const totp_code = chosen ? await totpCode(chosen.secret, step) : wrong
      const expected = scene.model.enterTotp(token, step, (secret) => secret === chosen?.secret)
      await signIn(scene, at, '/totps/authenticate', { totp_code }, expected)
    }),
  recover: fc.tuple(browser, fc.boolean()).map(([at, isRight]) => async (scene) => {
    const token = scene.browsers[at] ?? null
    const caller = scene.model.session(token)
    const known = (caller && scene.model.person(caller.userId)?.authenticators) ?? []
    const [code = 'abcde-fgh23'] = isRight ? (known[0]?.recoveryCodes ?? []) : []
    await signIn(scene, at, '/totps/recover', { recovery_code: code }, scene.model.recover(token, code))
  }),
  removeAddress: fc
    .tuple(browser, fc.nat(20), fc.constantFrom('emails', 'phone_numbers'))
    .map(([at, which, kind]) => async (scene) => {
      const token = scene.browsers[at] ?? null
      const ids = [...scene.ids, 'email-test-nobody']
      const id = ids[which % ids.length] ?? ''
      const expected = scene.model.removeAddress(token, id, kind === 'emails' ? 'email' : 'phone')
      await call(scene, `/users/${kind}/${id}`, {}, token, expected, 'DELETE')
    }),
  administer: fc
    .tuple(address, fc.constantFrom('disable', 'enable', 'enable', 'delete'))
    .map(([to, what]) => async (scene) => {
      const owner = scene.model.owner(scene.addresses[to] ?? '')
      if (!owner) return
      const endpoint = { disable: adminEndpoints.adminUsersDisable, enable: adminEndpoints.adminUsersEnable }[
        what as 'disable'
      ]
      await admin.call<null, unknown>(endpoint ?? adminEndpoints.adminUsersDelete, {
        project: harness.project,
        params: { user_id: owner.id },
        request: null,
      })
      if (what === 'delete') scene.model.remove(owner.id)
      else scene.model.disable(owner.id, what === 'disable')
    }),
  wait: fc
    .constantFrom(1_000, 61_000, 5 * 60_000, 31 * 60_000, 61 * 60_000)
    .map((ms) => async () => harness.clock.advance(ms)),
}
const weights: Record<string, number> = {
  sendCode: 5,
  enterCode: 7,
  sendLink: 4,
  openLink: 5,
  enterPassword: 5,
  wait: 3,
  enterTotp: 4,
  administer: 1,
  revoke: 1,
}
const act = fc.oneof(
  ...Object.entries(acts).map(([name, arbitrary]) => ({
    weight: weights[name] ?? 2,
    // Its name is what a failure shows.
    arbitrary: arbitrary.map((run) => Object.assign(run, { [fc.toStringMethod]: () => name })),
  })),
)

/** I-8: a token shows its owner, whole and nobody else; a dead one shows nothing. */
async function expectMe(scene: Scene, token: string): Promise<void> {
  const caller = scene.model.session(token)
  const answer = await harness.call('GET', '/users/me', undefined, { session: token })
  if (!caller) return expect(['me', answer.outcome]).toEqual(['me', 'user_unauthenticated'])
  const person = scene.model.person(caller.userId)
  const { emails = [], phone_numbers: phones = [], password: kept, totps = [] } = answer.data
  const seen = [
    ...emails.map(({ email, verified }) => [email, verified]),
    ...phones.map((one) => [one.phone_number, one.verified]),
  ]
  const known = [...(person?.addresses ?? [])].map(([name, { verified }]) => [name, verified])
  const sorted = (list: unknown[][]) => list.map(String).sort()
  expect([answer.data.user_id, sorted(seen)]).toEqual([caller.userId, sorted(known)])
  expect(kept === null ? null : kept.requires_reset).toBe(person?.password == null ? null : person.password === '')
  // What was made in the same millisecond has no order.
  expect(sorted(totps.map(({ totp_id, verified }) => [totp_id, verified]))).toEqual(
    sorted(person?.authenticators.map(({ id, verified }) => [id, verified]) ?? []),
  )
}

it('whatever people do in whatever order, the provider answers as the model says [I-3 I-4 I-6 I-7 I-8 I-9]', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 80, size: 'max' }), async (sequence) => {
      people += 1
      const scene: Scene = {
        model: createModel(() => harness.clock.now(), sessionMinutes),
        addresses: [
          `a${people}@example.com`,
          `b${people}@example.com`,
          `+1202555${String(people % 10_000).padStart(4, '0')}`,
        ],
        browsers: [null, null, null],
        tokens: [],
        ids: new Set(),
      }
      try {
        for (const run of sequence) await run(scene)
        for (const token of scene.tokens) await expectMe(scene, token)
      } finally {
        // Numbers are few, and come again: whoever had one is gone by then.
        const owner = scene.addresses[2] === undefined ? undefined : scene.model.owner(scene.addresses[2])
        if (owner)
          await admin.call<null, unknown>(adminEndpoints.adminUsersDelete, {
            project: harness.project,
            params: { user_id: owner.id },
            request: null,
          })
      }
    }),
    { numRuns: runs },
  )
})

it('none of what was handed out is at rest in clear [I-5]', async () => {
  expect(handedOut.size).toBeGreaterThan(runs)
  expectNoSecret('database', await journaled.atRest(), [...handedOut, ...passwords])
  expectNoSecret('log', harness.logs.join(''), [...handedOut, ...passwords])
  expect(harness.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
})
