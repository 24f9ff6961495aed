import { type AdminUsersImportRequest, type AdminUsersImportResponse, adminEndpoints } from '@latchkey/contract/admin'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import { defaultLimits } from '../core/limits.ts'
import { createRandom } from '../node/system-clock.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import { type Answer, createHarness, type Engine, type Harness, pkcePair, quickPasswords } from '../testing/harness.ts'
import { expectNoSecret, expectNothingChanged } from './invariants.suite.ts'
import { type FuzzStorage, openFuzzStorage } from './journal.suite.ts'
import { createModel, type Expected, type Learned, type Model, type SendMode, type Verifier } from './model.suite.ts'

/** Sequences of forty requests on average; 3,000 in the full run. PostgreSQL is slower and runs a tenth of them, at least ten. */
const sequences = Number(process.env.SEQUENCE_RUNS ?? 20)
const engines: readonly { engine: Engine; title: string; runs: number }[] = [
  { engine: 'sqlite', title: 'on SQLite', runs: sequences },
  { engine: 'postgres', title: 'on PostgreSQL', runs: Math.max(10, Math.ceil(sequences / 10)) },
]
const sessionMinutes = 45
const passwords = ['violet-Otter.quilt-81', 'amber-Heron.lantern-27']

let fuzzed: FuzzStorage
let harness: Harness
let admin: ReturnType<typeof createAdministration>
const issuedSecrets = new Set<string>()
let userCount = 0

async function open(engine: Engine): Promise<void> {
  fuzzed = await openFuzzStorage(engine)
  issuedSecrets.clear()
  const generous = { limit: 1e9, windowMs: 1 }
  const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous]))
  harness = await createHarness(fuzzed.storage, { config: { limits } })
  const { storage, vault, clock } = harness
  const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
  admin = createAdministration(context, { operator: 'cli:tests' })
}

/** Two users who share three addresses, and their three browsers. */
interface Scenario {
  model: Model
  addresses: readonly string[]
  /** The session token of each browser; the last browser never has one. */
  browsers: (string | null)[]
  /** Every issued token, valid or not. */
  tokens: string[]
  ids: Set<string>
}

const address = fc.nat(2)
const browser = fc.nat(2)
const newest = fc.nat(3)
/** What an imported account has of an address. */
const imported = fc.constantFrom<('missing' | 'unverified' | 'verified')[]>('missing', 'unverified', 'verified')
const password = fc.constantFrom(...passwords)
type Action = (scenario: Scenario) => Promise<void>

async function call(
  scenario: Scenario,
  path: string,
  body: object,
  token: string | null,
  expected: Expected,
  method = 'POST',
): Promise<Answer> {
  fuzzed.look()
  const answer = await harness.call(method, path, method === 'POST' ? body : undefined, { session: token })
  expect([path, answer.outcome]).toEqual([path, expected.outcome])
  const changes = fuzzed.look()
  if (answer.status >= 400) expectNothingChanged(changes)
  else expected.then?.(learn(scenario, answer))
  return answer
}

function learn(scenario: Scenario, { data }: Answer): Learned {
  const { user, session, session_token: token = '', user_id: accountId = '' } = Object(data)
  if (token) scenario.tokens.push(token)
  if (token) issuedSecrets.add(token)
  const addresses = new Map<string, string>()
  for (const { email, email_id } of user?.emails ?? []) addresses.set(email, email_id)
  for (const { phone_number, phone_id } of user?.phone_numbers ?? []) addresses.set(phone_number, phone_id)
  for (const id of addresses.values()) scenario.ids.add(id)
  return { accountId, sessionId: session?.session_id ?? '', token, addresses }
}

/** A request that can create a session, which the browser then stores. */
async function signIn(scenario: Scenario, at: number, path: string, body: object, expected: Expected): Promise<void> {
  const duration = { session_duration_minutes: sessionMinutes }
  const answer = await call(scenario, path, { ...body, ...duration }, scenario.browsers[at] ?? null, expected)
  if (answer.status === 200 && at < 2) scenario.browsers[at] = answer.data.session_token
}

const wrongCode = (right: string): string => (right === '000000' ? '000001' : '000000')

const actions: Record<string, fc.Arbitrary<Action>> = {
  sendCode: fc
    .tuple(address, browser, fc.constantFrom<SendMode[]>('login_or_create', 'primary', 'secondary'))
    .map(([to, at, mode]) => async (scenario) => {
      const [name, token] = [scenario.addresses[to] ?? '', scenario.browsers[at] ?? null]
      const channel = name.includes('@') ? 'email' : 'sms'
      const path = `/otps/${channel}/${mode === 'login_or_create' ? mode : `send/${mode}`}`
      const body = channel === 'email' ? { email: name } : { phone_number: name }
      const expected = scenario.model.send(mode, name, token)
      const answer = await call(scenario, path, body, token, expected)
      if (answer.status !== 200) return
      await harness.provider.outbox.drain()
      const [code = ''] =
        harness.sent.findLast((message) => message.to === name && message.codes.length > 0)?.codes ?? []
      scenario.model.sent({
        ...{ kind: 'code', key: answer.data.method_id, code, address: name, verifier: null },
        ...{ minutes: 5, mode, token },
      })
    }),
  enterCode: fc.tuple(newest, browser, fc.boolean()).map(([which, at, isRight]) => async (scenario) => {
    const secret = scenario.model.secrets.filter(({ kind }) => kind === 'code').at(-1 - which)
    if (!secret) return
    const body = { method_id: secret.key, token: isRight ? secret.code : wrongCode(secret.code) }
    await signIn(
      scenario,
      at,
      '/otps/authenticate',
      body,
      scenario.model.enterCode(secret, isRight, scenario.browsers[at] ?? null),
    )
  }),
  sendLink: fc
    .tuple(address, fc.boolean(), fc.constantFrom('magic_link', 'reset'))
    .map(([to, withProof, kind]) => async (scenario) => {
      const name = scenario.addresses[to] ?? ''
      if (!name.includes('@')) return
      const pair = withProof ? pkcePair() : null
      const mode = kind === 'reset' ? 'reset' : 'login_or_create'
      const path = kind === 'reset' ? '/passwords/email/reset/start' : '/magic_links/email/login_or_create'
      const body = { email: name, ...(pair ? { code_challenge: pair.code_challenge } : {}) }
      const answer = await call(scenario, path, body, null, scenario.model.send(mode, name, null))
      if (answer.status !== 200) return
      await harness.provider.outbox.drain()
      const links = harness.sent.findLast((message) => message.to === name && message.links.length > 0)?.links ?? []
      const tokens = links.map((link) => new URL(link).searchParams.get('token') ?? '')
      const kinds = kind === 'reset' ? (['reset', 'reset_login'] as const) : (['magic_link'] as const)
      for (const [index, one] of kinds.entries()) {
        const key = tokens[index] ?? ''
        issuedSecrets.add(key)
        scenario.model.sent({
          ...{ kind: one, key, code: '', address: name, verifier: pair?.code_verifier ?? null },
          ...{ minutes: 30, mode, token: null },
        })
      }
    }),
  openLink: fc
    .tuple(newest, browser, fc.constantFrom<Verifier[]>('right', 'right', 'wrong', 'none'), password, fc.nat(3))
    .map(([which, at, verifier, chosen, astray]) => async (scenario) => {
      const secret = scenario.model.secrets.filter(({ kind }) => kind !== 'code').at(-1 - which)
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
        scenario,
        at,
        path,
        body,
        scenario.model.openLink(secret, by, verifier, scenario.browsers[at] ?? null, chosen),
      )
    }),
  createPassword: fc.tuple(fc.nat(1), browser, password).map(([to, at, chosen]) => async (scenario) => {
    const name = scenario.addresses[to] ?? ''
    await signIn(
      scenario,
      at,
      '/passwords',
      { email: name, password: chosen },
      scenario.model.createPassword(name, chosen),
    )
  }),
  enterPassword: fc.tuple(fc.nat(1), browser, password).map(([to, at, chosen]) => async (scenario) => {
    const name = scenario.addresses[to] ?? ''
    const expected = scenario.model.enterPassword(name, chosen, scenario.browsers[at] ?? null)
    await signIn(scenario, at, '/passwords/authenticate', { email: name, password: chosen }, expected)
  }),
  changePassword: fc.tuple(browser, password).map(([at, chosen]) => async (scenario) => {
    const token = scenario.browsers[at] ?? null
    const answer = await call(
      scenario,
      '/passwords/session/reset',
      { password: chosen },
      token,
      scenario.model.changePassword(chosen, token),
    )
    if (answer.status === 200) scenario.browsers[at] = answer.data.session_token
  }),
  refresh: fc.tuple(browser, fc.constantFrom(null, null, 10, 120)).map(([at, minutes]) => async (scenario) => {
    const token = scenario.browsers[at] ?? null
    const body = minutes === null ? {} : { session_duration_minutes: minutes }
    await call(scenario, '/sessions/authenticate', body, token, scenario.model.refresh(token, minutes))
  }),
  revoke: browser.map((at) => async (scenario) => {
    const token = scenario.browsers[at] ?? null
    await call(scenario, '/sessions/revoke', {}, token, scenario.model.revoke(token))
  }),
  replay: newest.map((which) => async (scenario) => {
    const token = scenario.tokens.at(-1 - which)
    if (token) await expectMe(scenario, token)
  }),
  enroll: browser.map((at) => async (scenario) => {
    const token = scenario.browsers[at] ?? null
    let made = { id: '', secret: '', codes: [''] }
    const expected = scenario.model.enroll(token, () => made)
    const { then, ...rest } = expected
    const answer = await call(scenario, '/totps', { expiration_minutes: 30 }, token, rest)
    if (answer.status !== 200) return
    const { totp_id, secret, recovery_codes } = Object(answer.data)
    made = { id: totp_id, secret, codes: recovery_codes }
    for (const one of [secret, ...recovery_codes]) issuedSecrets.add(one)
    then?.(learn(scenario, answer))
  }),
  enterTotp: fc
    .tuple(browser, fc.constantFrom('right', 'right', 'late', 'wrong'), fc.nat(1))
    .map(([at, how, which]) => async (scenario) => {
      const token = scenario.browsers[at] ?? null
      const caller = scenario.model.session(token)
      const known = (caller && scenario.model.findUser(caller.accountId)?.authenticators) ?? []
      const step = Math.floor(harness.clock.now() / 30_000) - (how === 'late' ? 1 : 0)
      const chosen = how === 'wrong' ? undefined : known.at(-1 - which)
      const around = [step - 1, step, step + 1]
      const possible = await Promise.all(known.flatMap(({ secret }) => around.map((one) => totpCode(secret, one))))
      const wrong = ['000000', '000001', '000002', '000003'].find((one) => !possible.includes(one)) ?? '999999'
      const totp_code = chosen ? await totpCode(chosen.secret, step) : wrong
      const expected = scenario.model.enterTotp(token, step, (secret) => secret === chosen?.secret)
      await signIn(scenario, at, '/totps/authenticate', { totp_code }, expected)
    }),
  recover: fc.tuple(browser, fc.boolean()).map(([at, isRight]) => async (scenario) => {
    const token = scenario.browsers[at] ?? null
    const caller = scenario.model.session(token)
    const known = (caller && scenario.model.findUser(caller.accountId)?.authenticators) ?? []
    const [code = 'abcde-fgh23'] = isRight ? (known[0]?.recoveryCodes ?? []) : []
    await signIn(scenario, at, '/totps/recover', { recovery_code: code }, scenario.model.recover(token, code))
  }),
  removeAddress: fc
    .tuple(browser, fc.nat(20), fc.constantFrom('emails', 'phone_numbers'))
    .map(([at, which, kind]) => async (scenario) => {
      const token = scenario.browsers[at] ?? null
      const ids = [...scenario.ids, 'email-test-unknown']
      const id = ids[which % ids.length] ?? ''
      const expected = scenario.model.removeAddress(token, id, kind === 'emails' ? 'email' : 'phone')
      await call(scenario, `/users/${kind}/${id}`, {}, token, expected, 'DELETE')
    }),
  administer: fc
    .tuple(address, fc.constantFrom('disable', 'enable', 'enable', 'delete'))
    .map(([to, what]) => async (scenario) => {
      const owner = scenario.model.holder(scenario.addresses[to] ?? '')
      if (!owner) return
      const endpoint = { disable: adminEndpoints.adminUsersDisable, enable: adminEndpoints.adminUsersEnable }[
        what as 'disable'
      ]
      await admin.call<null, unknown>(endpoint ?? adminEndpoints.adminUsersDelete, {
        project: harness.project,
        params: { user_id: owner.id },
        request: null,
      })
      if (what === 'delete') scenario.model.remove(owner.id)
      else scenario.model.disable(owner.id, what === 'disable')
    }),
  importUser: fc
    .tuple(imported, imported, imported, fc.option(password))
    .map(([first, second, number, chosen]) => async (scenario) => {
      const stated = [first, second, number]
      const chosenAddresses = scenario.addresses
        .map((name, index) => [name, stated[index] ?? 'missing'] as const)
        .filter(([, state]) => state !== 'missing')
        .map(([name, state]) => [name, { verified: state === 'verified' }] as const)
      const emails = chosenAddresses.filter(([name]) => name.includes('@'))
      if (chosenAddresses.length === 0) return
      const kept = emails.length === 0 ? null : chosen
      const expected = scenario.model.importUser(new Map(chosenAddresses), kept)
      const user = {
        additional_emails: emails.map(([email, rest]) => ({ email, ...rest })),
        additional_phone_numbers: chosenAddresses
          .filter(([name]) => !name.includes('@'))
          .map(([phone_number, rest]) => ({ phone_number, ...rest })),
        ...(kept === null ? {} : { password_hash: await quickPasswords.hash(kept) }),
      }
      const { results } = await admin.call<AdminUsersImportRequest, AdminUsersImportResponse>(
        adminEndpoints.adminUsersImport,
        { project: harness.project, params: {}, request: { users: [user] } },
      )
      const [result] = results
      expect(['import', result?.error_type ?? '200']).toEqual(['import', expected.outcome])
      const accountId = result?.user_id ?? null
      if (accountId === null) return
      const stored = await harness.storage.accounts.get(harness.project.id, accountId)
      const addresses = new Map(stored?.registrations.map(({ uniqueKey, id }) => [uniqueKey, id]))
      for (const [name] of chosenAddresses) scenario.ids.add(addresses.get(name) ?? '')
      expected.then?.({ accountId, sessionId: '', token: '', addresses })
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
const action = fc.oneof(
  ...Object.entries(actions).map(([name, arbitrary]) => ({
    weight: weights[name] ?? 2,
    // A failure shows this name.
    arbitrary: arbitrary.map((run) => Object.assign(run, { [fc.toStringMethod]: () => name })),
  })),
)

/** I-8: a valid token returns its own user only; an invalid token returns no user. */
async function expectMe(scenario: Scenario, token: string): Promise<void> {
  const caller = scenario.model.session(token)
  const answer = await harness.call('GET', '/users/me', undefined, { session: token })
  if (!caller) return expect(['me', answer.outcome]).toEqual(['me', 'user_unauthenticated'])
  const user = scenario.model.findUser(caller.accountId)
  const { emails = [], phone_numbers: phones = [], password: kept, totps = [] } = answer.data
  const seen = [
    ...emails.map(({ email, verified }) => [email, verified]),
    ...phones.map((one) => [one.phone_number, one.verified]),
  ]
  const known = [...(user?.addresses ?? [])].map(([name, { verified }]) => [name, verified])
  const sorted = (list: unknown[][]) => list.map(String).sort()
  expect([answer.data.user_id, sorted(seen)]).toEqual([caller.accountId, sorted(known)])
  expect(kept === null ? null : kept.requires_reset).toBe(user?.password == null ? null : user.password === '')
  // What was made in the same millisecond has no order.
  expect(sorted(totps.map(({ totp_id, verified }) => [totp_id, verified]))).toEqual(
    sorted(user?.authenticators.map(({ id, verified }) => [id, verified]) ?? []),
  )
}

describe.each(engines)('$title', ({ engine, runs }) => {
  beforeAll(() => open(engine))
  afterAll(() => fuzzed.close())

  it('the provider responds like the model to any sequence of requests [I-3 I-4 I-6 I-7 I-8 I-9]', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 80, size: 'max' }), async (sequence) => {
        userCount += 1
        const scenario: Scenario = {
          model: createModel(() => harness.clock.now(), sessionMinutes),
          addresses: [
            `a${userCount}@example.com`,
            `b${userCount}@example.com`,
            `+1202555${String(userCount % 10_000).padStart(4, '0')}`,
          ],
          browsers: [null, null, null],
          tokens: [],
          ids: new Set(),
        }
        try {
          for (const run of sequence) await run(scenario)
          for (const token of scenario.tokens) await expectMe(scenario, token)
        } finally {
          // Few phone numbers exist and are reused, so their users are deleted.
          const [, , number = ''] = scenario.addresses
          const owner = scenario.model.holder(number)
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

  it('no issued secret is stored in clear text [I-5]', async () => {
    expect(issuedSecrets.size).toBeGreaterThan(runs)
    expectNoSecret('database', await fuzzed.atRest(), [...issuedSecrets, ...passwords])
    expectNoSecret('log', harness.logs.join(''), [...issuedSecrets, ...passwords])
    expect(harness.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
  })
})
