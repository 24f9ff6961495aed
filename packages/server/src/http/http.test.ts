import type { Endpoint } from '@latchkey/contract'
import { errorTable } from '@latchkey/contract'
import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unavailableEndpoints } from '../app/app.ts'
import { defaultPasswordPolicy } from '../projects/default-settings.ts'
import type { Storage } from '../storage/storage.ts'
import { type Answer, basic, createHarness, type Harness, openTestStorage, origin } from '../testing/harness.ts'

const table = Object.entries(endpoints) as [EndpointName, Endpoint][]
/** A page posts this form and gets a page: the tests of the OIDC provider cover it. */
const built = table.filter(([name, { form }]) => !unavailableEndpoints.includes(name) && form !== true)
const concrete = (path: string) => path.replace(/\{\w+\}/g, 'x')
const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
const takesBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'
const needsHeader = (name: string) => name !== 'events' && name !== 'projectsBootstrap'

/** All endpoints that sign users in require a captcha and a device report. */
const forBoth: readonly string[] = ['captchaChallenge', 'deviceReport']

/** Invariant of every error: the body of the contract, and no part of the request or of the implementation. */
function expectError(answer: Answer, type: keyof typeof errorTable): void {
  const { body, params, query, ...rest } = answer.json
  expect(rest).toEqual({
    status_code: errorTable[type].status,
    request_id: answer.headers.get('x-request-id'),
    error_type: type,
    error_message: errorTable[type].message,
    error_url: `https://auth.example.com/docs/errors/${type}`,
  })
  expect(answer.status).toBe(errorTable[type].status)
  expect(answer.headers.get('content-type')).toBe('application/json')
}

describe('the SDK API', () => {
  let storage: Storage
  let harness: Harness
  let live: Harness
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
    const config = { limits: { requests_per_ip: { limit: 1e6, windowMs: 60_000 } } }
    harness = await createHarness(storage, { config })
    live = await createHarness(storage, { config, environment: 'live' })
  })
  afterAll(() => storage.close())

  const pathOf = (name: EndpointName, endpoint: Endpoint, { project } = harness) =>
    name === 'projectsBootstrap'
      ? `/projects/bootstrap/${project.publicToken}`
      : `${concrete(endpoint.path)}${name === 'b2bSsoDiscoverConnections' ? '?email_address=a@b.co' : ''}`

  it('responds with endpoint_not_available for every endpoint without a route', async () => {
    expect(unavailableEndpoints.filter((name) => !name.startsWith('b2b'))).toEqual([])
    for (const [name, endpoint] of table.filter(([name]) => unavailableEndpoints.includes(name))) {
      const answer = await harness.call(endpoint.method, pathOf(name, endpoint), takesBody(endpoint) ? {} : undefined)
      expectError(answer, 'endpoint_not_available')
    }
    expect(built.map(([name]) => name)).toEqual(expect.arrayContaining(['usersGet', 'otpsAuthenticate', 'events']))
  })

  it('responds with endpoint_not_available for an unknown business call', async () => {
    expectError(await harness.call('GET', '/b2b/nothing'), 'endpoint_not_available')
  })

  it('rejects other paths and methods', async () => {
    for (const path of ['/nothing', '/users', '/users/me/x', '/USERS/ME', '/users/me%2f', '/../../v1', '/users//me'])
      expectError(await harness.call('GET', path), 'endpoint_not_found')
    for (const [name, endpoint] of table) {
      const path = concrete(endpoint.path)
      const methods = new Set(table.filter(([, one]) => patternOf(one).test(path)).map(([, one]) => one.method))
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => !methods.has(one as 'GET')))
        expectError(
          await harness.call(method, pathOf(name, endpoint), method === 'GET' ? undefined : {}),
          'method_not_allowed',
        )
    }
  })

  it('sets headers that forbid caching, sniffing and framing', async () => {
    const answer = await harness.call('GET', '/users/me')
    expect(Object.fromEntries(answer.headers)).toEqual({
      'access-control-allow-credentials': 'true',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, date, x-request-id',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      vary: 'Origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^request-id-test-/),
    })
    const plain = await createHarness(storage, { config: { baseUrl: 'http://localhost:4000', mode: 'development' } })
    expect((await plain.call('GET', '/users/me')).headers.get('strict-transport-security')).toBeNull()
  })

  describe.each(built)('%s', (name, endpoint) => {
    const call = (body?: unknown, options = {}) => harness.call(endpoint.method, pathOf(name, endpoint), body, options)

    it('rejects a foreign origin in a live project, and lets it read nothing (C-2)', async () => {
      const foreign = ['null', 'https://evil.example', 'http://app.example.com', 'https://app.example.com.evil.example']
      for (const from of foreign) {
        const body = name === 'events' ? eventsOf(live) : {}
        const answer = await live.call(endpoint.method, pathOf(name, endpoint, live), body, { origin: from })
        expectError(answer, 'unauthorized_origin')
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      }
    })

    it('lets a foreign origin read which origin to add to a test project, and how', async () => {
      const from = 'http://localhost:4103'
      const answer = await call(name === 'events' ? eventsOf(harness) : {}, { origin: from })
      const command = `latchkey origins add ${from} --project ${harness.project.id}`
      expect([answer.status, answer.json]).toEqual([
        403,
        {
          status_code: 403,
          request_id: answer.headers.get('x-request-id'),
          error_type: 'unauthorized_origin',
          error_message: `The origin ${from} is not authorized for this project. Run: ${command}`,
          error_url: 'https://auth.example.com/docs/errors/unauthorized_origin',
          error_details: { origin: from, command },
        },
      ])
      expect(answer.headers.get('access-control-allow-origin')).toBe(from)
      expect(answer.headers.get('set-cookie')).toBeNull()
    })

    if (needsHeader(name))
      it('rejects every invalid Authorization header', async () => {
        const malformed = ['', 'Basic', 'Basic !!!', 'Bearer x', `Basic ${Buffer.from('nocolon').toString('base64')}`]
        for (const authorization of malformed)
          expectError(await call({}, { headers: { authorization } }), 'invalid_authorization_header')
        for (const authorization of [basic('public-token-test-unknown'), basic('__proto__'), basic("' or 1=1 --")])
          expectError(await call({}, { headers: { authorization } }), 'invalid_public_token')
      })

    if (needsHeader(name) && !forBoth.includes(name))
      it('rejects projects of the other kind', async () => {
        const project = await harness.newProject({ vertical: name.startsWith('b2b') ? 'CONSUMER' : 'B2B' })
        const answer = await call(takesBody(endpoint) ? minimal(name) : undefined, { project })
        expectError(answer, 'wrong_vertical')
      })

    if (takesBody(endpoint))
      it('accepts JSON and no content type that a form can send (C-1)', async () => {
        const types = [
          'application/x-www-form-urlencoded',
          'text/plain',
          'multipart/form-data; boundary=x',
          'text/json',
        ]
        for (const type of [...types, 'application/json; charset=utf-16', 'application/jsonp', ''])
          expectError(await call('{}', { headers: { 'content-type': type } }), 'unsupported_media_type')
        expectError(await call('{}', { headers: { 'content-encoding': 'gzip' } }), 'unsupported_media_type')
      })

    if (takesBody(endpoint))
      it('rejects a body that is not JSON', async () => {
        const broken = ['{', '{"a":1,}', 'undefined', "{'a':1}", '{}{}', '\ufeff\ufeff{}', '[1', 'NaN', '{"a":\u0001}']
        for (const body of [...broken, Buffer.from([0x22, 0xff, 0xfe, 0x22]), `${'['.repeat(30_000)}`])
          if (name !== 'events' || body.length < 16_384) expectError(await call(body), 'malformed_json')
        const deep = `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`
        expectError(await call(deep), 'malformed_json')
      })

    if (endpoint.method !== 'GET')
      it('rejects a megabyte, declared or not', async () => {
        const large = JSON.stringify({ email: 'x'.repeat(1_000_000) })
        expectError(await call(large, { headers: { 'content-length': String(large.length) } }), 'payload_too_large')
        expectError(await call(large), 'payload_too_large')
        expectError(await call('{}', { headers: { 'content-length': '99999999999999999999' } }), 'payload_too_large')
      })

    if (takesBody(endpoint))
      it('reports the paths of wrong types without their values', async () => {
        for (const body of wrongBodies(name)) {
          const answer = await call(body)
          if (!hasFields(name)) continue
          expectError(answer, 'schema_error')
          const issues = answer.json.body ?? []
          expect(issues.length).toBeGreaterThan(0)
          for (const issue of issues)
            expect(Object.keys(issue).sort()).toEqual(['dataPath', 'keyword', 'message', 'params', 'schemaPath'])
          expect(answer.text).not.toContain('canary')
        }
      })
  })

  it('reports each path that does not match the schema', async () => {
    const answer = await harness.call('POST', '/otps/authenticate', { token: 1, session_duration_minutes: 4 })
    expect(answer.json.body).toEqual([
      {
        dataPath: '.session_duration_minutes',
        message: 'must not be less than 5',
        keyword: 'minimum',
        schemaPath: '#/properties/session_duration_minutes/minimum',
        params: { limit: 5 },
      },
      {
        dataPath: '.token',
        message: 'must be string',
        keyword: 'type',
        schemaPath: '#/properties/token/type',
        params: { type: 'string' },
      },
      {
        dataPath: '.method_id',
        message: 'is required',
        keyword: 'required',
        schemaPath: '#/properties/method_id/required',
        params: { type: 'string' },
      },
    ])
    const { token } = await harness.signIn('ada@example.com')
    const path = await harness.call('DELETE', '/users/emails/%00', undefined, { session: token })
    expect([path.outcome, path.json.params?.[0]?.dataPath]).toEqual(['schema_error', '.id'])
  })

  describe('bootstrap', () => {
    const get = (token: string, headers: Record<string, string> = {}) =>
      harness.fetch(new Request(`https://auth.example.com/sdk/v1/projects/bootstrap/${token}`, { headers }))

    it('returns the settings of the client, with or without a header', async () => {
      const { publicToken, name } = harness.project
      const answer = await get(publicToken, { authorization: basic(publicToken), origin })
      expect(answer.data).toEqual({
        ...{
          request_id: answer.headers.get('x-request-id'),
          status_code: 200,
          project_name: name,
          vertical: 'CONSUMER',
        },
        ...{ disable_sdk_watermark: false, cname_domain: null, email_domains: ['latchkey.example'] },
        ...{ captcha_settings: { enabled: false }, slug_pattern: null, create_organization_enabled: false },
        ...{ pkce_required_for_email_magic_links: false, pkce_required_for_password_resets: false },
        ...{ pkce_required_for_oauth: false, pkce_required_for_sso: false, password_config: null },
        ...{ dfp_protected_auth_enabled: false, dfp_protected_auth_mode: 'OBSERVATION' },
        siwe_required_for_crypto_wallets: false,
        rbac_policy: {
          roles: [{ role_id: 'latchkey_user', description: 'All signed-in users', permissions: [] }],
          ...{ resources: [], scopes: [] },
        },
      })
      expect((await get(publicToken)).outcome).toBe('200')
    })

    it('returns the captcha’s site key and never its secret', async () => {
      const captcha = { enabled: true, siteKey: 'site', secretSealed: 'sealed-secret' } as const
      const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const }
      const project = await harness.newProject({ settings: { captcha, passwordPolicy }, vertical: 'B2B' })
      const answer = await get(project.publicToken)
      expect([answer.data.captcha_settings, answer.data.password_config, answer.data.vertical]).toEqual([
        { enabled: true, siteKey: 'site' },
        { luds_complexity: 3, luds_minimum_count: 8 },
        'B2B',
      ])
      expect(answer.text).not.toContain('sealed-secret')
    })

    it('requires the same public token in the path and the header', async () => {
      const other = await harness.newProject()
      const { publicToken } = harness.project
      expectError(await get(publicToken, { authorization: basic(other.publicToken) }), 'invalid_public_token')
      expectError(await get(publicToken, { authorization: 'Basic !' }), 'invalid_authorization_header')
      expectError(await get('unknown'), 'invalid_public_token')
      expectError(await get('%00'), 'schema_error')
    })
  })

  describe('across origins', () => {
    const preflight = (path: string, from: string | null, headers: Record<string, string> = {}, at = harness) =>
      at.fetch(
        new Request(`https://auth.example.com/sdk/v1${path}`, {
          method: 'OPTIONS',
          headers: { 'access-control-request-method': 'POST', ...(from === null ? {} : { origin: from }), ...headers },
        }),
      )

    it('accepts the preflight of an authorized page', async () => {
      const answer = await preflight('/users/me', origin)
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, x-sdk-client, x-sdk-parent-host',
        'access-control-expose-headers': 'retry-after, date, x-request-id',
        'access-control-max-age': '600',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      })
    })

    it('accepts the preflight of telemetry without credentials', async () => {
      const { headers } = await preflight('/events', origin)
      expect([
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-credentials'),
        headers.get('access-control-allow-headers'),
      ]).toEqual([origin, null, 'content-type'])
    })

    it('rejects the preflight of a foreign origin if all projects are live (C-2)', async () => {
      const own = await openTestStorage('sqlite')
      const alone = await createHarness(own, { environment: 'live' })
      for (const from of ['null', null, 'https://evil.example', 'https://app.example.com.evil.example']) {
        const answer = await preflight('/users/me', from, {}, alone)
        expectError(answer, 'unauthorized_origin')
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
      await own.close()
    })

    it('accepts the preflight of a foreign origin if there is a test project, but not one without an origin', async () => {
      expect((await preflight('/users/me', 'http://localhost:4103')).status).toBe(204)
      for (const from of ['null', null, 'file://'])
        expectError(await preflight('/users/me', from), 'unauthorized_origin')
    })

    it('says why an origin cannot be added', async () => {
      const { json } = await harness.call('GET', '/users/me', undefined, { origin: 'http://192.168.0.7:3000' })
      expect([json.error_message, json.error_details]).toEqual([
        'The origin http://192.168.0.7:3000 is not authorized for this project. It cannot be added: only https is accepted, and http on localhost in test projects.',
        { origin: 'http://192.168.0.7:3000' },
      ])
    })

    it('lets a page of another project read nothing (C-2)', async () => {
      const elsewhere = 'https://elsewhere.example'
      await live.newProject({ environment: 'live', settings: { authorizedOrigins: [elsewhere] } })
      const answer = await live.call('POST', '/users/search', { email: 'a@b.co' }, { origin: elsewhere })
      expectError(answer, 'unauthorized_origin')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    })

    it('lets only an authorized page read an early rejection', async () => {
      const refused = (from: string) =>
        harness.call('GET', '/users/me', undefined, { origin: from, headers: { authorization: 'x' } })
      expect((await refused(origin)).headers.get('access-control-allow-origin')).toBe(origin)
      expect((await refused('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    })

    it('rejects loads and navigations from other sites (C-3)', async () => {
      const tries: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
      ]
      for (const headers of tries)
        expectError(await harness.call('GET', '/users/me', undefined, { origin: null, headers }), 'unauthorized_origin')
      const navigating = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      expectError(
        await harness.call('POST', '/users/search', { email: 'a@b.co' }, { headers: navigating }),
        'unauthorized_origin',
      )
    })

    it('accepts callers other than browsers', async () => {
      expect((await harness.call('POST', '/users/search', { email: 'a@b.co' }, { origin: null })).outcome).toBe('200')
    })

    it('accepts every localhost port for a test project, and none for a live one', async () => {
      const authorizedOrigins = ['http://localhost:*']
      const test = await harness.newProject({ settings: { authorizedOrigins } })
      const local = (project = test) =>
        harness.call('POST', '/users/search', { email: 'a@b.co' }, { project, origin: 'http://127.0.0.1:5173' })
      expect((await local()).outcome).toBe('200')
      await expect(harness.newProject({ environment: 'live', settings: { authorizedOrigins } })).rejects.toThrow(
        'authorizedOrigins "http://localhost:*": a wildcard port is for test projects',
      )
    })
  })

  describe('with a captcha', () => {
    const captcha = { enabled: true, siteKey: 'site', secretSealed: 'x' } as const
    const search = (one: Harness, body: object = {}) => one.call('POST', '/users/search', { email: 'a@b.co', ...body })

    it('requires a captcha with the text that clients look for, and accepts a valid one', async () => {
      const verified: string[][] = []
      const guarded = await createHarness(storage, {
        settings: { captcha },
        captcha: {
          async verify(...given) {
            verified.push(given)
            return given[0] === 'good'
          },
        },
      })
      const missing = await search(guarded)
      expect([missing.status, missing.headers.get('content-type'), missing.text]).toEqual([
        403,
        'text/plain; charset=utf-8',
        'Captcha required',
      ])
      expect((await search(guarded, { captcha_token: 'bad' })).text).toBe('Captcha required')
      expect((await search(guarded, { captcha_token: 'good', dfp_telemetry_id: 'ignored' })).outcome).toBe('200')
      expect(verified).toEqual([
        ['bad', 'LOGIN'],
        ['good', 'LOGIN'],
      ])
      const me = await guarded.call('GET', '/users/me')
      expect(me.outcome).toBe('user_unauthenticated')
    })

    it('rejects the call when the captcha cannot be verified', async () => {
      const verify = () => Promise.reject(new Error('down'))
      const ofVendor = { ...captcha, provider: 'turnstile' as const }
      for (const options of [{ captcha: { verify } }, { settings: { captcha: ofVendor } }]) {
        const guarded = await createHarness(storage, { settings: { captcha }, ...options })
        const answer = await search(guarded, { captcha_token: 'good' })
        expectError(answer, 'service_unavailable')
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      }
    })
  })

  describe('under load and failure', () => {
    it('rejects an address above its limit, with Retry-After', async () => {
      const small = await createHarness(storage, {
        config: { limits: { requests_per_ip: { limit: 3, windowMs: 60_000 } } },
      })
      const ask = (peerAddress: string, headers = {}) =>
        small.call('GET', '/users/me', undefined, { peerAddress, headers })
      for (let count = 0; count < 3; count += 1) expect((await ask('198.51.100.1')).status).toBe(401)
      const refused = await ask('198.51.100.1', { 'x-forwarded-for': '198.51.100.9' })
      expectError(refused, 'too_many_requests')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(60)
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
      expect((await ask('198.51.100.2')).status).toBe(401)
      small.clock.advance(60_000)
      expect((await ask('198.51.100.1')).status).toBe(401)
    })

    it('responds to an unexpected error with 503 and no details, and counts it', async () => {
      const failing = {
        ...storage,
        accounts: { ...storage.accounts, findByRegistration: () => Promise.reject(new Error('canary')) },
      }
      const broken = await createHarness(failing, { config: { metricsToken: 'm' } })
      const answer = await broken.call('POST', '/users/search', { email: 'a@b.co' })
      expectError(answer, 'internal_error')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(`${answer.text}${broken.logs.join('')}`).not.toContain('canary')
      expect(broken.logs.join('')).toContain('unexpected error')
      const request = new Request('https://auth.example.com/metrics', { headers: { authorization: 'Bearer m' } })
      expect((await broken.fetch(request)).text).toContain('latchkey_internal_errors_total{endpoint="usersSearch"} 1')
    })

    it('rejects requests above the maximum in flight', async () => {
      const one = await createHarness(storage, { config: { maxInFlight: 1, longestWaitMs: 0, searchFloorMs: 50 } })
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((name) => one.call('POST', '/users/search', { email: `${name}@b.co` })),
      )
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
        '200',
        'service_unavailable',
        'service_unavailable',
      ])
    })

    it('lets requests above the maximum wait, and still answers health checks', async () => {
      const one = await createHarness(storage, { config: { maxInFlight: 1, searchFloorMs: 50 } })
      const order: string[] = []
      const searches = ['a', 'b', 'c'].map(async (name) => {
        const { outcome } = await one.call('POST', '/users/search', { email: `${name}@b.co` })
        order.push(outcome)
      })
      const alive = one.fetch(new Request('https://auth.example.com/health/alive'))
      order.push(`alive ${(await alive).status}`)
      await Promise.all(searches)
      expect(order).toEqual(['alive 200', '200', '200', '200'])
    })
  })

  it('coalesces concurrent health checks into one ping, and pings again for the next', async () => {
    const pings: (() => void)[] = []
    const slow = await createHarness({ ...storage, ping: () => new Promise((resolve) => pings.push(resolve)) })
    const ask = (path: string) => slow.fetch(new Request(`https://auth.example.com${path}`))
    const checks = Array.from({ length: 40 }, (_, index) => ask(index % 2 === 0 ? '/health' : '/health/ready'))
    // All of them wait for the database now.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(pings).toHaveLength(1)
    pings[0]?.()
    expect(new Set((await Promise.all(checks)).map(({ status }) => status))).toEqual(new Set([200]))
    const next = ask('/health')
    await expect.poll(() => pings.length).toBe(2)
    pings[1]?.()
    expect((await next).status).toBe(200)
  })

  it('serves health checks, and metrics to callers with the token', async () => {
    const get = (one: Harness, path: string, headers = {}) =>
      one.fetch(new Request(`https://auth.example.com${path}`, { headers }))
    const healthy = await get(harness, '/health')
    expect([healthy.status, JSON.parse(healthy.text)]).toEqual([
      200,
      {
        ...{ status: 'ok', version: 'unknown', mode: 'production', database: { engine: 'sqlite', ok: true } },
        delivery: { ok: true, stuck: [] },
      },
    ])
    expect([(await get(harness, '/health/alive')).status, (await get(harness, '/health/ready')).status]).toEqual([
      200, 200,
    ])
    const sick = await createHarness(
      { ...storage, ping: () => Promise.reject(new Error('away')) },
      { config: { metricsToken: 'm' } },
    )
    expect([(await get(sick, '/health')).status, (await get(sick, '/health/ready')).status]).toEqual([503, 503])
    expect((await get(sick, '/health/alive')).status).toBe(200)
    expect((await get(harness, '/metrics')).outcome).toBe('endpoint_not_found')
    expect((await get(sick, '/metrics', { authorization: 'Bearer x' })).outcome).toBe('endpoint_not_found')
    expect((await get(sick, '/metrics', { authorization: 'Bearer m' })).text).toContain('latchkey_requests_total')
    const document = JSON.parse((await get(harness, '/openapi.json')).text) as { openapi: string; paths: object }
    expect([document.openapi, Object.keys(document.paths).includes('/sdk/v1/otps/authenticate')]).toEqual([
      '3.1.1',
      true,
    ])
  })
})

function eventsOf({ project }: Harness): object[] {
  const telemetry = {
    ...{ event_id: 'e', app_session_id: 'a', client_sent_at: 'now', timezone: 'UTC' },
    ...{ app: { identifier: 'x' }, sdk: { identifier: 'latchkey-js', version: '5.29.1' } },
  }
  return [{ telemetry, event: { public_token: project.publicToken, event_name: 'x', details: {} } }]
}

/** A body that matches the schema, if the endpoint needs one. */
function minimal(name: string): object {
  return {
    ...{ email: 'a@b.co', phone_number: '+15005550006', token: '123456', method_id: 'x', expiration_minutes: 10 },
    ...{ session_duration_minutes: 30, totp_code: '123456', recovery_code: 'x', domain: 'x', user_agent: 'x' },
    ...{ crypto_wallet_address: 'x', crypto_wallet_type: 'solana', signature: 'x', public_key_credential: '{}' },
    ...{ password: 'x', existing_password: 'x', new_password: 'x', impersonation_token: 'x', profile_id: 'x' },
    ...{
      email_address: 'a@b.co',
      organization_id: 'x',
      access_token: 'x',
      client_id: 'x',
      redirect_uri: 'x',
      scope: 'x',
    },
    ...{ response_type: 'code', scopes: [], consent_granted: true, post_logout_redirect_uri: 'x', provider: 'google' },
    ...{ magic_links_token: 'x', discovery_magic_links_token: 'x', password_reset_token: 'x', code: '123456' },
    ...{ oauth_token: 'x', discovery_oauth_token: 'x', id_token: 'x', sso_token: 'x' },
    ...{ metadata_url: 'https://idp.example', external_organization_id: 'x', external_connection_id: 'x' },
    ...{ organization_slug: 'acme', member_id: 'x' },
    ...(name === 'webauthnUpdate' ? { name: 'x' } : {}),
  }
}

function hasFields(name: string): boolean {
  const consumer = ['sessionsRevoke', 'totpsRecoveryCodes', 'usersRevokeConnectedApp']
  const business = [
    'b2bSessionsRevoke',
    'b2bSessionsRevokeForMember',
    'b2bOrganizationMembersReactivate',
    'b2bSsoStartTest',
    ...['b2bSelfRevokeConnectedApp', 'b2bOrganizationMembersRevokeConnectedApp'],
  ]
  return ![...consumer, ...business].includes(name)
}

function wrongBodies(name: string): unknown[] {
  const wrong = ['"canary"', '1', 'null', 'true', ...(name === 'events' ? ['{}'] : ['["canary"]'])]
  const values = [1, true, ['canary'], { canary: 1 }, 'canary\0', 'canary\ud800', null]
  const fields = [
    ...['email', 'phone_number', 'token', 'method_id', 'session_duration_minutes', 'name'],
    // All fields of these calls are optional.
    ...['intermediate_session_token', 'organization_name', 'email_id', 'cursor', 'captcha_token', 'display_name'],
  ]
  const used =
    name === 'usersUpdate' ? ['name'] : name === 'sessionsAuthenticate' ? ['session_duration_minutes'] : fields
  const bodies =
    name === 'events'
      ? []
      : values.filter((value) => name !== 'usersUpdate' || typeof value !== 'object' || Array.isArray(value))
  return [...wrong, ...bodies.map((value) => Object.fromEntries(used.map((field) => [field, value])))]
}
