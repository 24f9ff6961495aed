import { type Endpoint, errorTable } from '@latchkey/contract'
import { type AdminEndpointName, adminEndpoints } from '@latchkey/contract/admin'
import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { errorBody } from '@latchkey/contract/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import { createRandom } from '../node/world.ts'
import type { Storage } from '../storage/storage.ts'
import { type Answer, createWorld, engines, openTestStorage, type World } from '../testing/harness.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 200)
const table = Object.entries(endpoints) as [EndpointName, Endpoint][]
const statuses = new Set([200, 302, 303, 400, 401, 403, 404, 405, 409, 413, 415, 429])
const generous = { limit: 1e9, windowMs: 60_000 }

const nasty = fc.constantFrom(
  ...['', '\0', '\ud800', '\u202e', '\u200b', '\ufeff', '__proto__', 'constructor', "' or 1=1 --", '#{7*7}', '{{7*7}}'],
  ...['a\r\nBcc: x@y.zz', '%00', '../../etc/passwd', '<script>', '123456', 'a@b.co', '+15005550006', 'x'.repeat(2_000)],
  ...['https://app.example.com/authenticate', 'javascript:alert(1)', 'a'.repeat(43), '5', 'null', '-1', '1e309'],
)
const scalar = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.emailAddress(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(30, 5, 0, -0, 2 ** 53, true, false, null),
)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const fields = [
  ...['email', 'phone_number', 'token', 'method_id', 'session_duration_minutes', 'expiration_minutes', 'code_verifier'],
  ...['code_challenge', 'login_magic_link_url', 'signup_magic_link_url', 'login_expiration_minutes', 'locale', 'name'],
  ...['untrusted_metadata', 'create_user_as_pending', 'captcha_token', 'dfp_telemetry_id', 'roles', 'user_id'],
  ...['__proto__', 'constructor', 'trusted_metadata', 'enable_autofill'],
  ...['totp_code', 'recovery_code', 'crypto_wallet_address', 'crypto_wallet_type', 'signature', 'siwe_params'],
  ...['public_key_credential', 'domain', 'user_agent', 'override_id', 'authenticator_type'],
]
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 8 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)
const request = fc.record({
  body,
  path: fc.oneof(fc.constant('x'), nasty, fc.string({ maxLength: 30 })),
  session: fc.oneof(fc.constant('own'), fc.constant(null), fc.string({ maxLength: 60 })),
  origin: fc.oneof(
    { weight: 5, arbitrary: fc.constant('https://app.example.com') },
    fc.constantFrom('null', 'https://evil.example'),
  ),
})

const settingNames = [
  ...[
    'project_name',
    'authorized_origins',
    'redirect_urls',
    'enabled_methods',
    'rbac_policy',
    'password_policy',
    'limits',
  ],
  ...['login', 'roles', 'resources', 'scopes', 'role_id', 'permissions', 'email_domains', 'slug_pattern', 'passwords'],
  ...[
    'attestation_profiles',
    'captcha_settings',
    'default_templates',
    'sends_per_ip',
    'limit',
    'window_ms',
    '__proto__',
  ],
]

/** I-1 and I-2 of security.md §3.3. */
function expectSound(answer: Answer): void {
  expect(statuses).toContain(answer.status)
  if (answer.status >= 400) {
    expect(errorBody.safeParse(answer.json).success).toBe(true)
    expect(Object.keys(errorTable)).toContain(answer.json.error_type)
    expect(answer.json.request_id).toBe(answer.headers.get('x-request-id'))
  }
  expect(answer.text).not.toMatch(/\bat .*\.[jt]s:\d+|SQLITE|node_modules|select .* from|PRIVATE KEY/i)
}

describe('whatever comes', () => {
  let storage: Storage
  let world: World
  let own: string
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
    const limits = Object.fromEntries(
      [
        ...['requests_per_ip', 'refreshes_per_session', 'event_batches_per_ip', 'sends_per_ip', 'sends_per_project'],
        ...['sends_per_phone_prefix', 'sends_per_address', 'sends_per_address_daily', 'searches_per_ip'],
        ...['searches_per_project', 'searches_per_identifier'],
      ].map((name) => [name, generous]),
    )
    world = await createWorld(storage, { config: { limits } })
    own = (await world.signIn('own@example.com', { minutes: 527_040 })).token
  })
  afterAll(() => storage.close())

  it.each(table)('%s answers soundly', { timeout: 120_000 }, async (name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(request, async ({ body, path, session, origin }) => {
        const filled = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(path.replace(/\p{Surrogate}/gu, '')))
        if (endpoint.path.includes('{') && /^\.{0,2}$/.test(path)) return
        const options = {
          origin,
          session:
            session === 'own' && name !== 'sessionsRevoke' ? own : (session?.replace(/[^\x20-\x7e]/g, '') ?? null),
        }
        const payload = typeof body === 'string' ? body : JSON.stringify(body)
        expectSound(await world.call(endpoint.method, filled, endpoint.method === 'GET' ? undefined : payload, options))
      }),
      { numRuns: runs },
    )
    const me = await world.call('GET', '/users/me', undefined, { session: own })
    expect([me.outcome, me.data.roles, me.data.trusted_metadata]).toEqual(['200', ['latchkey_user'], {}])
  })

  it('any path, method and header is answered soundly', async () => {
    const path = fc.oneof(
      fc.webPath(),
      fc.string({ maxLength: 40 }).map((text) => `/${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`),
    )
    const header = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x21-\x7e]/g, ''))
    const names = [
      'authorization',
      'content-type',
      'origin',
      'x-forwarded-for',
      'x-sdk-client',
      'content-length',
      'accept',
    ]
    const arbitrary = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
      path: fc.oneof(
        path,
        path.map((tail) => `/sdk/v1${tail}`),
        path.map((tail) => `/v1/magic_links/redirect?token=${encodeURIComponent(tail)}`),
      ),
      headers: fc.dictionary(fc.constantFrom(...names), header, { maxKeys: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ method, path, headers }) => {
        const answer = await world.fetch(new Request(`https://auth.example.com${path}`, { method, headers }))
        expect([204, ...statuses]).toContain(answer.status)
        const isJson = answer.headers.get('content-type') === 'application/json'
        if (answer.status >= 400 && isJson && method !== 'HEAD') expectSound(answer)
      }),
      { numRuns: runs * 5 },
    )
  })
})

describe('whatever a server of the project sends', () => {
  const adminTable = Object.entries(adminEndpoints) as [AdminEndpointName, Endpoint][]
  const adminFields = [
    ...['settings', 'revision', 'cursor', 'limit', 'query', 'email', 'phone_number', 'external_id', 'roles', 'status'],
    ...['users', 'dry_run', 'password_hash', 'created_at', 'trusted_metadata', 'name', 'older_than_days', 'public_key'],
    ...['user_id', 'session_id', 'force', 'client_id', 'client_secret', 'team_id', 'private_key', 'tenant', 'kind'],
    ...['words', 'impersonator', 'organization_name', 'organization_slug', 'email_address', '__proto__', 'constructor'],
  ]
  const user = fc.dictionary(fc.constantFrom(...adminFields), value, { maxKeys: 6 })
  const adminBody = fc.oneof(
    { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...adminFields), value, { maxKeys: 8 }) },
    { weight: 2, arbitrary: fc.record({ users: fc.array(user, { maxLength: 3 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({ settings: fc.object({ key: fc.constantFrom(...settingNames), maxDepth: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('passcode'), words: fc.dictionary(fc.string(), user) }) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  )
  const adminRequest = fc.record({
    body: adminBody,
    parameter: fc.oneof(fc.constant('own'), nasty, fc.string({ maxLength: 30 })),
  })

  /** PostgreSQL refuses what SQLite lets pass: both are asked. */
  describe.each(engines)('on %s', (engine) => {
    let storage: Storage
    let world: World
    let authorization: string
    let own: string
    beforeAll(async () => {
      storage = await openTestStorage(engine)
      world = await createWorld(storage, { config: { limits: { requests_per_secret_key: generous } } })
      const { vault, clock } = world
      const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
      const administration = createAdministration(context, { operator: 'cli:tests' })
      const { secret } = await administration.createSecretKey(world.project, 'Fuzz')
      authorization = `Basic ${Buffer.from(`${world.project.id}:${secret}`).toString('base64')}`
      const request = { email: 'own@example.com' }
      own = (await administration.call(adminEndpoints.adminUsersCreate, { project: world.project, request })).user
        .user_id
    })
    afterAll(() => storage.close())

    it.each(adminTable)('%s answers soundly', { timeout: 120_000 }, async (_name, endpoint) => {
      await fc.assert(
        fc.asyncProperty(adminRequest, async ({ body, parameter }) => {
          const inPath = parameter === 'own' ? own : parameter.replace(/\p{Surrogate}/gu, '')
          if (endpoint.path.includes('{') && /^\.{0,2}$/.test(inPath)) return
          const path = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(inPath))
          const isBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
          const pairs = Object.entries(typeof body === 'object' && body !== null ? body : {})
          const query = new URLSearchParams(pairs.map(([name, one]) => [name, String(JSON.stringify(one))]))
          const url = `/v1${path}${isBody ? '' : `?${query}`}`
          const payload = typeof body === 'string' ? body : JSON.stringify(body)
          const options = { origin: null, headers: { authorization } }
          expectSound(await world.call(endpoint.method, url, isBody ? payload : undefined, options))
        }),
        { numRuns: Math.ceil(runs / 4) },
      )
    })
  })
})
