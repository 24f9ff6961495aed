import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage, pkcePair, type SignedInUser } from '../../testing/harness.ts'
import { callback, consentPage, createIdpHarness, type IdpHarness, type TestClient } from '../oidc-provider.suite.ts'
import { verifyIdToken } from './id-token.suite.ts'

const scope = 'openid profile email phone offline_access'

/** The modules of the OpenID Foundation's Basic OP plan, each by its name. */
describe.each(engines)('Basic OP on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: IdpHarness
  let client: TestClient
  let ada: SignedInUser
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createIdpHarness(storage)
    client = await harness.newClient()
    ada = await harness.signIn('ada@example.com', { minutes: 600 })
    await storage.accounts.update(
      harness.project.id,
      ada.accountId,
      { name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' } },
      harness.clock.now(),
    )
  })
  afterAll(() => storage.close())

  const query = (change: Record<string, string | undefined> = {}) => ({
    ...{ client_id: client.id, scope: 'openid', state: 'st', nonce: 'no' },
    ...change,
  })
  const redeem = (code = '', more: Record<string, string> = {}, by = client) =>
    harness.token(by, { grant_type: 'authorization_code', code, redirect_uri: callback, ...more })

  /** The whole flow, with every check a client application makes. */
  async function happy(change: Record<string, string | undefined> = {}, session = ada.token) {
    const { query: answered } = await harness.consent(query(change), session)
    expect([answered.state, answered.iss, answered.error]).toEqual(['st', harness.issuer, undefined])
    const { status, json, headers } = await redeem(answered.code)
    expect([status, json.token_type, headers.get('cache-control')]).toEqual([200, 'Bearer', 'no-store'])
    const { payload, protectedHeader } = await verifyIdToken(harness, client, json.id_token)
    return { tokens: json, claims: payload, header: protectedHeader }
  }
  const userinfo = async (token = '') =>
    (await harness.get('/oauth2/userinfo', { authorization: `Bearer ${token}` })).json

  it.inTurn('oidcc-server', async () => {
    const discovered = (await harness.get('/.well-known/openid-configuration')).json
    expect(discovered).toMatchObject({
      issuer: harness.issuer,
      authorization_endpoint: `${harness.issuer}/oauth2/authorize`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      code_challenge_methods_supported: ['S256'],
    })
    const { tokens, claims } = await happy()
    const now = harness.clock.now() / 1_000
    expect(claims).toEqual({
      ...{ iss: harness.issuer, sub: ada.accountId, aud: client.id, azp: client.id, nonce: 'no', sid: ada.sessionId },
      ...{ iat: now, exp: now + 3_600, auth_time: now, acr: 'urn:latchkey:aal:1', amr: ['otp'] },
      at_hash: expect.stringMatching(/^[\w-]{22}$/),
    })
    expect(await userinfo(tokens.access_token)).toEqual({ sub: ada.accountId })
  })

  it.inTurn('oidcc-response-type-missing', async () => {
    const { url, query: answered } = await harness.authorizePage(query({ response_type: undefined }))
    expect([url?.origin, answered.error, answered.state, answered.code]).toEqual([
      ...['https://rp.example.net', 'invalid_request', 'st', undefined],
    ])
  })

  it.inTurn('oidcc-idtoken-signature', async () => {
    const old = await harness.newClient({ id_token_signed_response_alg: 'RS256' })
    const { json } = await harness.signInto(old, ada.token)
    const { protectedHeader } = await verifyIdToken(harness, old, json.id_token)
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) })
    expect((await happy()).header).toMatchObject({ alg: 'ES256', kid: expect.any(String) })
  })

  it.inTurn('oidcc-idtoken-unsigned', async () => {
    const { json } = await harness.get('/.well-known/openid-configuration')
    expect(json.id_token_signing_alg_values_supported).toEqual(['ES256', 'RS256'])
    await expect(harness.newClient({ id_token_signed_response_alg: 'none' as 'ES256' })).rejects.toThrow('schema_error')
  })

  it.inTurn('oidcc-userinfo-get', async () => {
    const { tokens, claims } = await happy()
    const { status, json, headers } = await harness.get('/oauth2/userinfo', {
      authorization: `Bearer ${tokens.access_token}`,
    })
    expect([status, json.sub, headers.get('content-type')]).toEqual([
      ...[200, claims.sub, 'application/json;charset=UTF-8'],
    ])
  })

  it.inTurn('oidcc-userinfo-post-header', async () => {
    const { tokens, claims } = await happy()
    const { json } = await harness.post('/oauth2/userinfo', {}, { authorization: `Bearer ${tokens.access_token}` })
    expect(json).toEqual({ sub: claims.sub })
  })

  it.inTurn('oidcc-userinfo-post-body', async () => {
    const { tokens, claims } = await happy()
    const { json } = await harness.post('/oauth2/userinfo', { access_token: tokens.access_token })
    expect(json).toEqual({ sub: claims.sub })
  })

  it.inTurn('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    expect((await happy({ nonce: undefined })).claims).not.toHaveProperty('nonce')
  })

  it.inTurn('oidcc-scope-profile', async () => {
    const { tokens } = await happy({ scope: 'openid profile' })
    expect(await userinfo(tokens.access_token)).toEqual({
      ...{ sub: ada.accountId, name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' },
      updated_at: expect.any(Number),
    })
  })

  it.inTurn('oidcc-scope-email', async () => {
    const { tokens } = await happy({ scope: 'openid email' })
    expect(await userinfo(tokens.access_token)).toEqual({
      ...{ sub: ada.accountId, email: 'ada@example.com', email_verified: true },
    })
  })

  it.inTurn('oidcc-scope-address', async () => {
    const { tokens } = await happy({ scope: 'openid address' })
    expect([tokens.scope, await userinfo(tokens.access_token)]).toEqual(['openid', { sub: ada.accountId }])
  })

  it.inTurn('oidcc-scope-phone', async () => {
    const phone = await signInByPhone()
    const { tokens } = await happy({ scope: 'openid phone' }, phone.token)
    expect(await userinfo(tokens.access_token)).toEqual({
      ...{ sub: phone.accountId, phone_number: '+12025550177', phone_number_verified: true },
    })
  })

  it.inTurn('oidcc-scope-all', async () => {
    const { tokens } = await happy({ scope: 'openid profile email address phone' })
    expect([tokens.scope, Object.keys(await userinfo(tokens.access_token)).sort()]).toEqual([
      'openid profile email phone',
      ['email', 'email_verified', 'family_name', 'given_name', 'name', 'sub', 'updated_at'],
    ])
  })

  it.each(['page', 'popup'])('oidcc-display-%s', async (display) => {
    expect((await happy({ display })).claims.sub).toBe(ada.accountId)
  })

  it.inTurn('oidcc-prompt-login', async () => {
    const before = (await happy()).claims.auth_time as number
    harness.clock.advance(5_000)
    const page = await harness.authorizePage(query({ prompt: 'login' }))
    expect((await start(page.query, ada.token)).outcome).toBe('step_up_required')
    const early = await harness.submit({ ...page.query, consent_granted: 'true' }, ada.token, {}, 'step_up_required')
    expect(early.query.error).toBe('login_required')
    const again = await harness.signIn('ada@example.com', { session: ada.token, minutes: 600 })
    ada = { ...ada, token: again.token }
    expect((await start(page.query, ada.token)).outcome).toBe('200')
    const { query: answered } = await harness.submit({ ...page.query, consent_granted: 'true' }, ada.token)
    const { payload } = await verifyIdToken(harness, client, (await redeem(answered.code)).json.id_token)
    expect((payload.auth_time as number) - before).toBeGreaterThanOrEqual(5)
  })

  it.inTurn('oidcc-prompt-none-not-logged-in', async () => {
    const { url, query: answered } = await harness.consent(
      ...([query({ prompt: 'none' }), null, { consent_granted: 'false' }, 'user_unauthenticated'] as const),
    )
    expect([url?.origin, answered.error, answered.state, answered.code]).toEqual([
      ...['https://rp.example.net', 'login_required', 'st', undefined],
    ])
  })

  it.inTurn('oidcc-prompt-none-logged-in', async () => {
    const first = await happy()
    harness.clock.advance(1_000)
    const silent = await harness.consent(query({ prompt: 'none' }), ada.token, { consent_granted: 'false' })
    const { payload } = await verifyIdToken(harness, client, (await redeem(silent.query.code)).json.id_token)
    expect([payload.sub, payload.auth_time]).toEqual([first.claims.sub, first.claims.auth_time])
  })

  it.inTurn('oidcc-max-age-1', async () => {
    await happy()
    harness.clock.advance(2_000)
    const page = await harness.authorizePage(query({ max_age: '1' }))
    expect((await start(page.query, ada.token)).outcome).toBe('step_up_required')
    ada = { ...ada, token: (await harness.signIn('ada@example.com', { session: ada.token, minutes: 600 })).token }
    harness.clock.advance(30_000)
    const { query: answered } = await harness.submit({ ...page.query, consent_granted: 'true' }, ada.token)
    const { payload } = await verifyIdToken(harness, client, (await redeem(answered.code)).json.id_token)
    expect(payload.auth_time).toBe(Math.floor((harness.clock.now() - 30_000) / 1_000))
  })

  it.inTurn('oidcc-max-age-10000', async () => {
    const first = (await happy()).claims
    harness.clock.advance(1_000)
    const second = (await happy({ max_age: '10000' })).claims
    expect([second.auth_time, second.sub]).toEqual([first.auth_time, first.sub])
  })

  it.inTurn('oidcc-id-token-hint', async () => {
    const { tokens, claims } = await happy()
    const silent = { prompt: 'none', id_token_hint: tokens.id_token }
    expect((await happy(silent)).claims.sub).toBe(claims.sub)
    const bob = await harness.signIn('bob@example.com')
    const { query: other } = await harness.consent(query(silent), bob.token, { consent_granted: 'false' })
    expect(other.error).toBe('login_required')
    const { query: forged } = await harness.authorizePage(query({ id_token_hint: `${tokens.id_token}x` }))
    expect(forged.error).toBe('invalid_request')
  })

  it.each([
    ['oidcc-login-hint', { login_hint: 'ada@example.com' }],
    ['oidcc-ui-locales', { ui_locales: 'fr-CA fr en' }],
    ['oidcc-claims-locales', { claims_locales: 'fr-CA fr en' }],
    ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
  ])('%s', async (_name, change) => {
    expect((await happy(change)).claims.sub).toBe(ada.accountId)
  })

  it.inTurn('oidcc-codereuse', async () => {
    const { query: answered } = await harness.consent(query(), ada.token)
    const first = await redeem(answered.code)
    const second = await redeem(answered.code)
    expect([first.status, second.status, second.json.error]).toEqual([200, 400, 'invalid_grant'])
  })

  it.inTurn('oidcc-codereuse-30seconds', async () => {
    const { query: answered } = await harness.consent(query(), ada.token)
    const first = await redeem(answered.code)
    expect(await userinfo(first.json.access_token)).toEqual({ sub: ada.accountId })
    harness.clock.advance(30_000)
    expect((await redeem(answered.code)).json.error).toBe('invalid_grant')
    expect((await userinfo(first.json.access_token)).error).toBe('invalid_token')
  })

  it.inTurn('oidcc-ensure-registered-redirect-uri', async () => {
    const { url, answer } = await harness.authorizePage(query({ redirect_uri: `${callback}/elsewhere` }))
    expect([url, answer.status, answer.text]).toEqual([
      ...[null, 400, expect.stringContaining('oauth_invalid_redirect_uri')],
    ])
  })

  it.inTurn('oidcc-ensure-post-request-succeeds', async () => {
    const page = await harness.authorizePage(query(), 'POST')
    expect([page.answer.status, page.url?.href.startsWith(consentPage)]).toEqual([303, true])
    const { query: answered } = await harness.submit({ ...page.query, consent_granted: 'true' }, ada.token)
    expect((await redeem(answered.code)).status).toBe(200)
  })

  it.inTurn('oidcc-server-client-secret-post', async () => {
    const { query: answered } = await harness.consent(query(), ada.token)
    const { status } = await harness.post('/oauth2/token', {
      ...{ grant_type: 'authorization_code', code: answered.code, redirect_uri: callback },
      ...{ client_id: client.id, client_secret: client.secret },
    })
    expect(status).toBe(200)
  })

  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"redirect_uri":"https://evil.example"}').toString('base64url')}.`

  it.each([
    [
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      { request: unsigned },
      'request_not_supported',
    ],
    ['oidcc-ensure-request-object-with-redirect-uri', { request: unsigned }, 'request_not_supported'],
    [
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      { request_uri: 'https://rp.example.net/r' },
      'request_uri_not_supported',
    ],
  ])('%s', async (_name, change, error) => {
    const { url, query: answered } = await harness.authorizePage(query(change))
    expect([`${url?.origin}${url?.pathname}`, answered.error, answered.state]).toEqual([callback, error, 'st'])
  })

  it.inTurn('oidcc-refresh-token', async () => {
    const { tokens } = await happy({ scope, prompt: 'consent' })
    const other = await harness.newClient()
    const refresh = (token = '', by = client) =>
      harness.token(by, { grant_type: 'refresh_token', refresh_token: token })
    expect((await refresh(tokens.refresh_token, other)).json.error).toBe('invalid_grant')
    const { json } = await refresh(tokens.refresh_token)
    const { payload } = await verifyIdToken(harness, client, json.id_token)
    expect([payload.sub, payload.nonce, json.refresh_token === tokens.refresh_token]).toEqual([
      ...[ada.accountId, undefined, false],
    ])
    expect(await userinfo(json.access_token)).toMatchObject({ sub: ada.accountId, email: 'ada@example.com' })
  })

  it.inTurn('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const { code_challenge, code_verifier } = pkcePair()
    const requested = query({ code_challenge, code_challenge_method: 'S256' })
    const { query: answered } = await harness.consent(requested, ada.token)
    expect((await redeem(answered.code, { code_verifier })).status).toBe(200)
  })

  it.inTurn('oidcc-alternate-happy-flow', async () => {
    const other = await harness.newClient({ client_type: 'first_party', redirect_uris: [`${callback}?own=1`] })
    const requested = query({ client_id: other.id, redirect_uri: `${callback}?own=1`, state: undefined })
    const { url, query: answered } = await harness.consent(requested, ada.token, { consent_granted: 'false' })
    expect([url?.pathname, answered.own, answered.state]).toEqual(['/callback', '1', undefined])
    const { status } = await redeem(answered.code, { redirect_uri: `${callback}?own=1` }, other)
    expect(status).toBe(200)
  })

  const start = ({ client_id, redirect_uri, response_type, scope, prompt }: Record<string, string>, session: string) =>
    harness.call(
      'POST',
      '/oauth/authorize/start',
      { client_id, redirect_uri, response_type, scope, prompt },
      { session },
    )

  async function signInByPhone(): Promise<{ token: string; accountId: string }> {
    const phone_number = '+12025550177'
    const sent = await harness.call('POST', '/otps/sms/login_or_create', { phone_number })
    const [code] = (await harness.lastMessage(phone_number)).codes
    const body = { token: code, method_id: sent.data.method_id, session_duration_minutes: 30 }
    const { data } = await harness.call('POST', '/otps/authenticate', body)
    return { token: data.session_token, accountId: data.user_id }
  }
})
