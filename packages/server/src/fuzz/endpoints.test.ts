import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Endpoint, sdkPath } from '@latchkey/contract'
import { type AdminEndpointName, adminEndpoints, adminPath } from '@latchkey/contract/admin'
import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { adminEndpointSchemas, endpointSchemas } from '@latchkey/contract/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { pages } from '../app/routes.ts'
import { operations } from '../http/operations.ts'
import { framePages } from '../http/pages/frame-page.ts'
import { callback } from '../oidc-provider/oidc-provider.suite.ts'
import { casesOn } from '../storage/testing/engine-cases.ts'
import { type Answer, basic, landing } from '../testing/harness.ts'
import { createFuzzHarness, type FuzzHarness, goodPassword } from './fuzz-harness.suite.ts'
import {
  expectNoSecret,
  expectNothingAssigned,
  expectNothingChanged,
  expectOwnChanges,
  expectSound,
} from './invariants.suite.ts'
import { type FuzzStorage, openFuzzStorage } from './journal.suite.ts'
import { liveSecretsFor } from './live-secrets.suite.ts'
import { body, filledPath, nastyTexts, pairs, parameter, repeatedPairs } from './requests.suite.ts'

/** Requests to each endpoint; 500 in the full run, and four times as many to endpoints that check a secret. */
const runs = Number(process.env.FUZZ_RUNS ?? 5)
const credentialRuns = 4 * runs
const mostMemory = 128 * 1024 * 1024

const table = Object.entries(endpoints) as [EndpointName, Endpoint][]
const adminTable = Object.entries(adminEndpoints) as [AdminEndpointName, Endpoint][]
const checksSecrets = new Set<string>([
  ...[
    'otpsAuthenticate',
    'magicLinksAuthenticate',
    'oauthAuthenticate',
    'passwordsAuthenticate',
    'passwordsEmailReset',
  ],
  ...['passwordsExistingPasswordReset', 'totpsAuthenticate', 'totpsRecover', 'webauthnAuthenticate'],
  ...['cryptoWalletsAuthenticate', 'impersonationAuthenticate', 'sessionsAuthenticate'],
])
/** Endpoints that may create a session without one: for a new user, or with the right password. */
const signsUp: EndpointName = 'passwordsCreate'
const byPassword = new Set<EndpointName>(['passwordsAuthenticate', 'passwordsExistingPasswordReset'])
const setsPassword = new Set<EndpointName>([
  'passwordsCreate',
  'passwordsEmailReset',
  'passwordsExistingPasswordReset',
  'passwordsSessionReset',
])

const header = fc
  .oneof(fc.constantFrom(...nastyTexts), fc.string({ maxLength: 60 }))
  .map((text) => text.replace(/[^\x20-\x7e]/g, ''))
const session = fc.oneof(
  { weight: 4, arbitrary: fc.constant('own') },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: header },
)
const origin = fc.oneof(
  { weight: 8, arbitrary: fc.constant<string | null>('https://app.example.com') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('null', 'https://evil.example', 'https://app.example.com.evil.example', null),
  },
)

/** A sent request. */
interface Sent {
  session: string | null
  /** The passwords in it. */
  passwords: string[]
  /** Whether it contained a valid secret with all required fields. */
  isLive: boolean
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The memory in use after garbage collection, with the log of the test compacted. */
function liveMemory({ logs }: FuzzHarness): number {
  // Joining and splitting flattens strings that the engine stores as trees of concatenations.
  const lines = logs.splice(0).join('').split('\n')
  for (const line of lines) logs.push(line)
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Runs on both engines, because PostgreSQL rejects values that SQLite accepts. Only SQLite records changed rows. */
describe.each(['sqlite', 'postgres'] as const)('generated requests on %s', (engine) => {
  let storage: FuzzStorage
  let harness: FuzzHarness
  let memory: number
  /** Passwords that a request has set, which may sign in later. */
  const passwords = new Set([goodPassword])
  const share = engine === 'sqlite' ? 1 : 1 / 4
  // I-1, every request gets a response: one that hangs fails the test by the time limit of the runner.
  const runOptions = (numRuns: number) => ({ numRuns: Math.ceil(numRuns * share) })
  beforeAll(async () => {
    storage = await openFuzzStorage(engine)
    harness = await createFuzzHarness(storage.storage)
    // The generator allocates its alphabet on first use.
    fc.sample(fc.string({ unit: 'binary' }), 1)
    memory = liveMemory(harness)
  })
  afterAll(() => storage.close())

  /** I-4: a session is created only for a valid proof. */
  function expectEarned(answer: Answer, name: EndpointName, sent: Sent): void {
    const { session_token: token, session_jwt: jwt, user_id: accountId } = Object(answer.data)
    for (const secret of [token, jwt]) if (typeof secret === 'string' && secret !== '') harness.secrets.add(secret)
    if (!token && !jwt) return
    const provedPassword = byPassword.has(name) && sent.passwords.some((one) => passwords.has(one))
    const continued = sent.session === harness.own.token
    expect([name, continued || name === signsUp || provedPassword || sent.isLive]).toEqual([name, true])
    expect(accountId).not.toBe(harness.other.accountId)
    if (sent.session === harness.own.token && accountId === harness.own.accountId)
      harness.own = { ...harness.own, token }
  }

  it.each(casesOn(engine, table))(
    '%s answers soundly, and changes nothing it should not',
    { timeout: 900_000 },
    async (name, endpoint) => {
      const { request } = endpointSchemas[name] as { request: z.ZodType }
      const live = liveSecretsFor(name, harness)
      let proven = 0
      const arbitrary = fc.record({
        drawn: body(request, live?.pool ?? harness.pool),
        path: filledPath(endpoint, harness.pool),
        session,
        origin,
      })
      const allRight = {
        drawn: live?.example ?? '',
        path: endpoint.path,
        session: 'own',
        origin: 'https://app.example.com',
      }
      await harness.keepSignedIn()
      await fc.assert(
        fc.asyncProperty(arbitrary, async ({ drawn, path, session, origin }) => {
          const presented = await live?.present(drawn)
          const payload = presented?.payload ?? drawn
          storage.look()
          const token = session === 'own' ? (presented?.session ?? harness.own.token) : session
          const options = { origin, session: token, ...(endpoint.form ? { headers: { accept: 'text/html' } } : {}) }
          const sends = endpoint.method === 'GET' ? undefined : endpoint.form ? asForm(payload) : payload
          if (endpoint.form)
            Object.assign(options, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
          const answer = await harness.call(endpoint.method, path, sends, options)
          expectSound(answer)
          const changes = storage.look()
          if (answer.status >= 400) return expectNothingChanged(changes)
          expectOwnChanges(changes, harness.other.accountId)
          const isLive = presented?.isWhole ?? false
          const sentPasswords = passwordsIn(payload)
          expectEarned(answer, name, { session: token, passwords: sentPasswords, isLive })
          if (setsPassword.has(name)) for (const password of sentPasswords) passwords.add(password)
          if (isLive) proven += 1
          if (presented) live?.spent()
          if (engine === 'postgres' || changes.some(({ table }) => table === 'sessions')) await harness.keepSignedIn()
        }),
        { ...runOptions(checksSecrets.has(name) ? credentialRuns : runs), examples: live ? [[allRight]] : [] },
      )
      if (live) expect(proven).toBeGreaterThan(0)
      else expect([name, checksSecrets.has(name) && name !== 'sessionsAuthenticate']).toEqual([name, false])
    },
  )

  /** Routes outside the two APIs: pages for users, client applications and carriers. */
  const served = [...operations, ...framePages, ...pages].flatMap((page) =>
    (page.methods ?? ['GET']).map((method): [string, string, string] => [method, page.path, page.name]),
  )
  const names = [
    ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'prompt', 'max_age', 'code_challenge'],
    ...['code_challenge_method', 'id_token_hint', 'post_logout_redirect_uri', 'grant_type', 'code', 'code_verifier'],
    ...[
      'refresh_token',
      'client_secret',
      'token',
      'token_type_hint',
      'resource',
      'request',
      'request_uri',
      'ui_locales',
    ],
    ...[
      'public_token',
      'login_redirect_url',
      'signup_redirect_url',
      'error',
      'credential',
      'origin',
      '__Authorization',
    ],
    ...['consent_granted', 'secret', 'From', 'Body', 'redirect_uris', 'client_name', 'nextUrl', 'type'],
  ]

  it.each(casesOn(engine, served))(
    '%s %s keeps the invariants for generated requests',
    { timeout: 900_000 },
    async (method, path, name) => {
      const filled = [...path.matchAll(/:(\w+)/g)].map(([, parameterName]) => parameterName ?? '')
      const arbitrary = fc.record({
        values: fc.tuple(...filled.map((one) => parameter(harness.pool, one))),
        query: pairs(harness.pool, names),
        form: pairs(harness.pool, names),
        asJson: fc.boolean(),
        accept: fc.constantFrom('text/html', 'application/json', '*/*', ''),
        authorization: fc.oneof(
          {
            weight: 2,
            arbitrary: fc.constantFrom(
              '',
              'own',
              'client',
              'Bearer x',
              'Basic !!',
              'Basic Og==',
              `Bearer ${'x'.repeat(200)}`,
            ),
          },
          { weight: 1, arbitrary: header },
        ),
        cookie: fc.oneof(fc.constant(''), header),
      })
      await harness.keepSignedIn()
      const [clientId = ''] = harness.pool.client_id ?? []
      const [clientSecret = ''] = harness.pool.client_secret ?? []
      await fc.assert(
        fc.asyncProperty(arbitrary, async ({ values, query, form, asJson, accept, authorization, cookie }) => {
          const target = filled.reduce(
            (one, parameterName, index) => one.replace(`:${parameterName}`, () => values[index] ?? 'x'),
            path,
          )
          const headers = new Headers()
          if (accept) headers.set('accept', accept)
          if (cookie) headers.set('cookie', cookie)
          const credentials = authorization === 'own' ? `Bearer ${harness.pool.session_jwt?.[0]}` : authorization
          if (credentials)
            headers.set('authorization', credentials === 'client' ? basic(clientId, clientSecret) : credentials)
          const init: RequestInit = { method, headers }
          if (method === 'POST') {
            headers.set('content-type', asJson ? 'application/json' : 'application/x-www-form-urlencoded')
            init.body = asJson ? JSON.stringify(Object.fromEntries(form)) : new URLSearchParams(form).toString()
          }
          storage.look()
          const answer = await harness.fetch(
            new Request(`https://auth.example.com${target}?${new URLSearchParams(query)}`, init),
          )
          // The start of an OAuth sign-in redirects to the fake identity providers, on another origin.
          expectSound(answer, name === 'oauth_start' ? { anywhere: true } : {})
          if (answer.status >= 400 && name !== 'oauth_callback') expectNothingChanged(storage.look())
        }),
        runOptions(runs),
      )
    },
  )

  it('any path, method, header and query gets a valid response', { timeout: 900_000 }, async () => {
    const path = fc.oneof(
      fc.webPath(),
      fc.string({ maxLength: 40 }).map((text) => `/${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`),
    )
    const arbitrary = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
      path: fc.oneof(
        path,
        path.map((tail) => `${sdkPath}${tail}`),
        path.map((tail) => `${adminPath}${tail}`),
        fc.constantFrom(...table.map(([, endpoint]) => `${sdkPath}${endpoint.path}`), ...served.map(([, at]) => at)),
      ),
      query: fc.oneof(fc.constant<[string, string][]>([]), repeatedPairs(harness.pool, names)),
      headers: fc.dictionary(
        fc.constantFrom(
          'authorization',
          'content-type',
          'origin',
          'x-forwarded-for',
          'x-sdk-client',
          'accept',
          'cookie',
        ),
        header,
        { maxKeys: 4 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ method, path, query, headers }) => {
        const target = query.length === 0 ? path : `${path.split(/[?#]/)[0]}?${new URLSearchParams(query)}`
        const answer = await harness.fetch(new Request(`https://auth.example.com${target}`, { method, headers }))
        if (method === 'HEAD') expect(answer.text).toBe('')
        else expectSound(answer)
      }),
      runOptions(runs * 5),
    )
  })

  it('a field has one source, and a repeated name is rejected', async () => {
    await harness.provider.outbox.drain()
    const mailed = async (path: string, body: object) => {
      const before = harness.sent.length
      const { outcome } = await harness.call('POST', path, body)
      await harness.provider.outbox.drain()
      return [outcome, ...harness.sent.slice(before).map(({ to }) => to)]
    }
    const [own, other] = ['own@example.com', 'other@example.com']
    const otp = '/otps/email/login_or_create'
    expect(await mailed(`${otp}?email=${other}&email=${other}`, { email: own })).toEqual(['200', own])
    expect(await mailed(`${otp}?email=${other}`, {})).toEqual(['schema_error'])
    await harness.keepSignedIn()
    const strange = `/users/emails/${harness.other.emailId}?email_id=${harness.own.emailId}`
    const removed = await harness.call('DELETE', strange, undefined, { session: harness.own.token })
    expect(removed.status).toBe(404)

    const [client = '', secret = ''] = [harness.pool.client_id?.[0], harness.pool.client_secret?.[0]]
    const ofProject = new URL(harness.issuer).pathname
    const asServer = { headers: { authorization: harness.secretKey } }
    const asClient = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(client, secret) }
    const send = (address: string, body: string, init: RequestInit) =>
      init.method === 'POST'
        ? new Request(`https://auth.example.com${address}`, { ...init, body })
        : new Request(`https://auth.example.com${address}?${body}`, init)
    const once: [path: string, rest: string, name: string, init: RequestInit][] = [
      [`${adminPath}/users`, '', 'limit=5', asServer],
      [`${ofProject}/oauth2/authorize`, `response_type=code&redirect_uri=${callback}`, `client_id=${client}`, {}],
      [
        '/v1/public/oauth/google/start',
        `public_token=${harness.project.publicToken}`,
        `login_redirect_url=${landing}`,
        {},
      ],
      [`${ofProject}/oauth2/introspect`, '', 'token=x', { method: 'POST', headers: asClient }],
    ]
    for (const [path, rest, name, init] of once) {
      const status = async (query: string) => (await harness.fetch(send(path, query, init))).status
      expect([path, (await status(`${rest}&${name}`)) < 400]).toEqual([path, true])
      expect([path, await status(`${rest}&${name}&${name}`)]).toEqual([path, 400])
    }
  })

  // Runs before the next test, which reads all stored data at once.
  it('generated requests do not leak memory [I-1]', () => {
    expect(liveMemory(harness) - memory).toBeLessThan(mostMemory)
  })

  it('generated requests store no secret in clear text and no protected field [I-5, I-12]', async () => {
    await harness.provider.outbox.drain()
    for (const { codes, links } of harness.sent) {
      for (const link of links) harness.secrets.add(new URL(link).searchParams.get('token') ?? '')
      for (const code of codes) harness.secrets.add(code)
    }
    expect(harness.secrets.size).toBeGreaterThan(8)
    const atRest = await storage.atRest()
    expect(atRest).toContain('own@example.com')
    expectNoSecret('database', atRest, harness.secrets)
    expectNoSecret('log', harness.logs.join(''), harness.secrets)
    await expectNothingAssigned(harness)
    expect(harness.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
  })
})

describe('generated admin requests', () => {
  /** Runs on both engines, because PostgreSQL rejects values that SQLite accepts. */
  describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
    let storage: FuzzStorage
    let harness: FuzzHarness
    beforeAll(async () => {
      storage = await openFuzzStorage(engine)
      harness = await createFuzzHarness(storage.storage)
    })
    afterAll(() => storage.close())

    it.each(casesOn(engine, adminTable))(
      '%s keeps the invariants for generated requests',
      { timeout: 900_000 },
      async (name, endpoint) => {
        const { request } = adminEndpointSchemas[name] as { request: z.ZodType }
        const arbitrary = fc.record({ payload: body(request, harness.pool), path: filledPath(endpoint, harness.pool) })
        await fc.assert(
          fc.asyncProperty(arbitrary, async ({ payload, path }) => {
            storage.look()
            const isBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
            const url = `${adminPath}${path}${isBody ? '' : `?${asForm(payload)}`}`
            const options = { origin: null, headers: { authorization: harness.secretKey } }
            const answer = await harness.call(endpoint.method, url, isBody ? payload : undefined, options)
            expectSound(answer, { others: true })
            if (answer.status >= 400) expectNothingChanged(storage.look())
          }),
          { numRuns: engine === 'sqlite' ? runs : Math.ceil(runs / 4) },
        )
      },
    )
  })
})

/** Parses like the provider, which ignores a byte order mark. */
function passwordsIn(payload: string | Uint8Array): string[] {
  try {
    const { password, existing_password, new_password } = Object(
      JSON.parse(new TextDecoder().decode(Buffer.from(payload))),
    )
    return [password, existing_password, new_password].filter((one) => typeof one === 'string')
  } catch {
    return []
  }
}

/** The same fields as a form or query. */
function asForm(payload: string | Uint8Array): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload).toString())
    const entries = Object.entries(Object(value)).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : (JSON.stringify(one) ?? ''),
    ])
    return new URLSearchParams(entries.map(([name = '', one = '']) => [name, one.replace(/\p{Surrogate}/gu, '')]))
      .toString()
      .slice(0, 60_000)
  } catch {
    return 'a=b&a=c&%FF'
  }
}
