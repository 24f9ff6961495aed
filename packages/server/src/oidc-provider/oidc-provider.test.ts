import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createOutboundFetch } from '../outbound/outbound-fetch.ts'
import { type Gate, raceAt } from '../products/race.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import { withNaiveConsume } from '../storage/testing/naive-consume.ts'
import { raceRounds } from '../storage/testing/run-length.ts'
import { withBarrier } from '../testing/barrier.ts'
import { type Answer, engines, masterKey, openTestStorage, origin, pkcePair } from '../testing/harness.ts'
import {
  asClient,
  callback,
  consentPage,
  createIdpHarness,
  host,
  type IdpHarness,
  identityProvider,
  loggedOut,
  type TestClient,
} from './oidc-provider.suite.ts'

const minute = 60_000
const everything = 'openid profile email phone offline_access'
const requestCount = 16

/** The outcome of one request. */
interface Rushed {
  outcome: string
  json: Record<string, string>
}

function tally(answers: readonly Rushed[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

describe.each(engines)('the OIDC provider on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const code = async (harness: IdpHarness, client: TestClient, session: string, change = {}) =>
    (await harness.consent({ client_id: client.id, ...change }, session)).query.code ?? ''
  const redeem = (harness: IdpHarness, client: TestClient, given: string, more = {}) =>
    harness.token(client, { grant_type: 'authorization_code', code: given, redirect_uri: callback, ...more })
  const refresh = (harness: IdpHarness, client: TestClient, token = '', more = {}) =>
    harness.token(client, { grant_type: 'refresh_token', refresh_token: token, ...more })
  const userinfo = (harness: IdpHarness, token = '') =>
    harness.get('/oauth2/userinfo', { authorization: `Bearer ${token}` })
  const introspect = async (harness: IdpHarness, client: TestClient, token = '') =>
    (await harness.post('/oauth2/introspect', { token }, { authorization: asClient(client) })).json
  const start = (harness: IdpHarness, body: object, session: string | null) =>
    harness.call('POST', '/oauth/authorize/start', body, { session })
  const requested = (client: TestClient, change = {}) => ({
    ...{ client_id: client.id, redirect_uri: callback, response_type: 'code', scope: 'openid email' },
    ...change,
  })
  const audited = async (harness: IdpHarness) => {
    await harness.provider.tidy()
    return (await storage.audit.list(harness.project.id, { afterSeq: 0, limit: 1_000 })).map(
      ({ event, result }) => `${event} ${result}`,
    )
  }

  describe('consent', () => {
    it.inTurn('asks for consent once, and again for additional scopes [C-SES-32] [C-CALL-65]', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient({
        client_description: 'Notes',
        client_logo_url: 'https://rp.example.net/l.png',
      })
      const ada = await harness.signIn('ada@example.com')
      expect((await start(harness, requested(client), null)).outcome).toBe('user_unauthenticated')
      const first = await start(harness, requested(client), ada.token)
      const application = {
        ...{ client_id: client.id, client_type: 'third_party', client_name: 'Relying Party' },
        ...{ client_description: 'Notes', client_logo_url: 'https://rp.example.net/l.png', is_verified: true },
      }
      const me = await harness.call('GET', '/users/me', undefined, { session: ada.token })
      const { request_id: _request, status_code: _status, ...user } = Object(me.data)
      expect(user).toMatchObject({ user_id: ada.accountId, emails: [{ email: 'ada@example.com' }] })
      expect(first.data).toEqual({
        ...{ request_id: expect.any(String), status_code: 200, consent_required: true, redirect_uri: callback },
        oidc_client: application,
        ...{ grantable_scope: 'openid email', ungrantable_scope: '', granted_scope: '' },
        ...{ user_id: ada.accountId, user, client: application },
        scope_results: [
          { scope: 'openid', is_grantable: true, description: '' },
          { scope: 'email', is_grantable: true, description: '' },
        ],
      })
      await code(harness, client, ada.token, { scope: 'openid email' })
      expect((await start(harness, requested(client), ada.token)).data).toMatchObject({ consent_required: false })
      const more = await start(harness, requested(client, { scope: 'openid email phone' }), ada.token)
      expect(more.data).toMatchObject({ consent_required: true, granted_scope: 'openid email' })
      const again = await start(harness, requested(client, { prompt: 'consent' }), ada.token)
      expect(again.data).toMatchObject({ consent_required: true })
    })

    it.inTurn('grants only scopes that the roles of the user permit', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const ada = await harness.signIn('ada@example.com')
      const scope = 'openid notes:read notes:write full_access unknown'
      const { data } = await start(harness, requested(client, { scope }), ada.token)
      expect(data).toMatchObject({ grantable_scope: 'openid notes:read', ungrantable_scope: 'notes:write full_access' })
      const { json } = await redeem(harness, client, await code(harness, client, ada.token, { scope }))
      expect(json.scope).toBe('openid notes:read')
      await storage.accounts.update(harness.project.id, ada.accountId, { roles: ['editor'] }, harness.clock.now())
      const richer = await harness.call(
        ...(['POST', '/idp/oauth/authorize/start'] as const),
        { ...requested(client), scope: undefined, scopes: scope.split(' ') },
        { session: ada.token },
      )
      expect(richer.data).toMatchObject({
        user_id: ada.accountId,
        scope_results: [
          { scope: 'openid', is_grantable: true, description: '' },
          { scope: 'notes:read', is_grantable: true, description: 'Read your notes' },
          { scope: 'notes:write', is_grantable: true, description: '' },
          { scope: 'full_access', is_grantable: false, description: '' },
        ],
      })
    })

    it.inTurn('returns the redirect URI and the code from the JSON endpoint', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const submit = async (change: object, scopes = ['openid']) => {
        const { scope: _, ...request } = { ...requested(client), scopes, state: 'st' }
        await harness.call('POST', '/idp/oauth/authorize/start', request, { session: token })
        return harness.call('POST', '/idp/oauth/authorize/submit', { ...request, ...change }, { session: token })
      }
      const { redirect_uri, authorization_code } = Object((await submit({ consent_granted: true })).data)
      const url = new URL(redirect_uri)
      expect([url.searchParams.get('code'), url.searchParams.get('state')]).toEqual([authorization_code, 'st'])
      expect((await redeem(harness, client, authorization_code)).status).toBe(200)
      const denied = Object((await submit({ consent_granted: false }, ['openid', 'phone'])).data)
      expect([denied.authorization_code, new URL(denied.redirect_uri).searchParams.get('error')]).toEqual([
        ...[undefined, 'access_denied'],
      ])
      // The user can deny a request that was granted before.
      const refused = Object((await submit({ consent_granted: false, consent_denied: true })).data)
      expect(new URL(refused.redirect_uri).searchParams.get('error')).toBe('access_denied')
    })

    it.inTurn('accepts the form of a consent page that was opened with the query itself [C-CALL-66]', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient({ client_type: 'third_party_public' })
      const { token } = await harness.signIn('ada@example.com')
      const { code_challenge, code_verifier } = pkcePair()
      const fields = { ...requested(client), state: 's&t', nonce: 'n', code_challenge, consent_granted: 'true' }
      const { answer, query } = await harness.submit(fields, token)
      expect([answer.status, query.state, query.iss]).toEqual([200, 's&t', harness.issuer])
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const { json } = await redeem(harness, client, query.code ?? '', { code_verifier })
      expect(decodeJwt(json.id_token ?? '').nonce).toBe('n')
    })

    it.inTurn(
      'lists the connected app and revokes all its tokens when consent is revoked [C-CALL-17] [C-CALL-18]',
      async () => {
        const harness = await createIdpHarness(storage)
        const client = await harness.newClient()
        const { token } = await harness.signIn('ada@example.com')
        const { json } = await redeem(harness, client, await code(harness, client, token, { scope: everything }))
        const open = await code(harness, client, token, { scope: everything })
        const list = await harness.call('GET', '/users/connected_apps', undefined, { session: token })
        expect(Object(list.data).connected_apps).toEqual([
          {
            ...{ connected_app_id: client.id, name: 'Relying Party', description: '', client_type: 'third_party' },
            scopes_granted: everything,
          },
        ])
        const path = `/users/connected_apps/${client.id}/revoke`
        expect((await harness.call('POST', path, undefined, { session: token })).outcome).toBe('200')
        expect([
          (await userinfo(harness, json.access_token)).status,
          (await refresh(harness, client, json.refresh_token)).json.error,
          (await redeem(harness, client, open)).json.error,
        ]).toEqual([401, 'invalid_grant', 'invalid_grant'])
        expect((await start(harness, requested(client), token)).data).toMatchObject({ consent_required: true })
      },
    )
  })

  describe('a code', () => {
    it.inTurn('rejects a code after 60 seconds', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const given = [await code(harness, client, token), await code(harness, client, token)]
      harness.clock.advance(minute - 1)
      expect((await redeem(harness, client, given[0] ?? '')).status).toBe(200)
      harness.clock.advance(1)
      expect((await redeem(harness, client, given[1] ?? '')).json.error).toBe('invalid_grant')
    })

    it('T-3: revokes the tokens of a code that is used twice', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const given = await code(harness, client, token, { scope: everything })
      const { json } = await redeem(harness, client, given)
      expect((await redeem(harness, client, given)).json.error).toBe('invalid_grant')
      expect([
        (await userinfo(harness, json.access_token)).json.error,
        (await refresh(harness, client, json.refresh_token)).json.error,
        (await introspect(harness, client, json.access_token)).active,
      ]).toEqual(['invalid_token', 'invalid_grant', false])
      expect(await audited(harness)).toContain('token_replay refused')
    })

    /** Sends concurrent requests with the same code. */
    async function rush(gate: Gate, harness: IdpHarness, client: TestClient, session: string): Promise<Rushed[]> {
      const given = await code(harness, client, session, { scope: everything })
      const answers: Rushed[] = []
      await raceAt(gate, requestCount, async () => {
        const { status, json } = await redeem(harness, client, given)
        const outcome = status === 200 ? '200' : (json.error ?? String(status))
        answers.push({ outcome, json })
        return { outcome } as Answer
      })
      return answers
    }

    it(`T-2, T-3: gives tokens to one of ${requestCount} concurrent requests with a code, and revokes them, ${raceRounds} times`, {
      timeout: 600_000,
    }, async () => {
      const gate = withBarrier(storage)
      const harness = await createIdpHarness(gate.storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com', { minutes: 10_000 })
      for (let round = 0; round < raceRounds; round += 1) {
        const answers = await rush(gate, harness, client, token)
        expect(tally(answers)).toEqual({ '200': 1, invalid_grant: requestCount - 1 })
        const tokens = answers.find(({ outcome }) => outcome === '200')?.json
        // The provider cannot know which request came from the attacker, so all tokens are revoked.
        expect([
          (await userinfo(harness, tokens?.access_token)).json.error,
          (await refresh(harness, client, tokens?.refresh_token)).json.error,
          (await introspect(harness, client, tokens?.access_token)).active,
        ]).toEqual(['invalid_token', 'invalid_grant', false])
      }
    })

    it.inTurn('gives tokens to more than one request if the provider reads before it writes', async () => {
      const naive = withBarrier(withNaiveConsume(storage))
      const harness = await createIdpHarness(naive.storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      // Whether several requests read before the first one writes depends on the scheduler, so there are several raceRounds.
      let most = 0
      for (let round = 0; round < 10 && most < 2; round += 1)
        most = Math.max(most, tally(await rush(naive, harness, client, token))['200'] ?? 0)
      expect(most).toBeGreaterThan(1)
    })

    it.inTurn('binds a code to its challenge and detects a removed challenge', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const { code_challenge, code_verifier } = pkcePair()
      const bound = await code(harness, client, token, { code_challenge })
      expect((await redeem(harness, client, bound)).json.error).toBe('invalid_grant')
      expect((await redeem(harness, client, bound, { code_verifier: 'x'.repeat(43) })).json.error).toBe('invalid_grant')
      expect((await redeem(harness, client, bound, { code_verifier, redirect_uri: undefined })).status).toBe(200)
      const loose = await code(harness, client, token)
      expect((await redeem(harness, client, loose, { code_verifier })).json.error).toBe('invalid_grant')
      expect((await redeem(harness, client, loose, { redirect_uri: undefined })).json.error).toBe('invalid_grant')
      expect((await redeem(harness, client, loose)).status).toBe(200)
    })

    it.inTurn('accepts one answer to an authorization request', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const page = await harness.authorizePage({ client_id: client.id })
      const fields = { ...page.query, consent_granted: 'true' }
      expect((await harness.submit(fields, token)).query.code).toBeDefined()
      const again = await harness.submit(fields, token, {}, 'oauth_request_expired')
      expect([again.url, again.answer.text]).toEqual([null, expect.stringContaining('oauth_request_expired')])
      const late = await harness.authorizePage({ client_id: client.id })
      harness.clock.advance(60 * minute)
      const fresh = await harness.signIn('ada@example.com')
      expect((await start(harness, late.query, fresh.token)).outcome).toBe('oauth_request_expired')
    })
  })

  describe('tokens', () => {
    it.inTurn('does not accept a token in place of a token of another type', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const ada = await harness.signIn('ada@example.com')
      const { json } = await redeem(harness, client, await code(harness, client, ada.token, { scope: everything }))
      const iat = harness.clock.now() / 1_000
      expect(decodeProtectedHeader(json.access_token ?? '').typ).toBe('at+jwt')
      expect(decodeJwt(json.access_token ?? '')).toEqual({
        ...{
          iss: harness.issuer,
          aud: harness.issuer,
          sub: ada.accountId,
          client_id: client.id,
          iat,
          exp: iat + 3_600,
        },
        ...{ scope: everything, auth_time: iat, acr: 'urn:latchkey:aal:1', amr: ['otp'] },
        jti: expect.stringMatching(/^oauth-grant-test-[\w-]+\.0\.[\w-]{16}$/),
      })
      const { data } = await harness.call('POST', '/sessions/authenticate', {}, { session: ada.token })
      for (const other of [json.id_token, data.session_jwt, ada.token, json.refresh_token])
        expect((await userinfo(harness, other)).json.error).toBe('invalid_token')
      const hint = { client_id: client.id, post_logout_redirect_uri: loggedOut, id_token_hint: data.session_jwt }
      expect((await harness.call('POST', '/oauth/logout/start', hint)).outcome).toBe('oauth_invalid_request')
    })

    it('O-11: returns the same tokens for a reused refresh token for 30 seconds, then revokes the grant', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient({ client_type: 'third_party_public' })
      const { token } = await harness.signIn('ada@example.com')
      const { json: first } = await harness.signInto(client, token, { scope: everything })
      const { json: second } = await refresh(harness, client, first.refresh_token)
      harness.clock.advance(29_999)
      const { json: same } = await refresh(harness, client, first.refresh_token)
      expect(same.refresh_token).toBe(second.refresh_token)
      harness.clock.advance(1)
      expect((await refresh(harness, client, first.refresh_token)).json.error).toBe('invalid_grant')
      expect([
        (await refresh(harness, client, second.refresh_token)).json.error,
        (await userinfo(harness, same.access_token)).json.error,
      ]).toEqual(['invalid_grant', 'invalid_token'])
      expect(await audited(harness)).toContain('token_replay refused')
    })

    it.inTurn('repeats a lost refresh response after the master key was rotated', async () => {
      const harness = await createIdpHarness(storage)
      const next = { id: 'next', key: crypto.getRandomValues(new Uint8Array(32)) }
      const { provider } = await createIdpHarness(storage, { config: { masterKeys: [next, masterKey] } })
      const client = await harness.newClient({ client_type: 'third_party_public' })
      const { token } = await harness.signIn('ada@example.com')
      const { json: first } = await harness.signInto(client, token, { scope: everything })
      const { json: lost } = await refresh(harness, client, first.refresh_token)
      const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: client.id })
      body.set('refresh_token', first.refresh_token ?? '')
      const request = new Request(`${harness.issuer}/oauth2/token`, { method: 'POST', body })
      const again = await provider.fetch(request, { peerAddress: '203.0.113.7' })
      expect([again.status, await again.json()]).toEqual([
        200,
        expect.objectContaining({ refresh_token: lost.refresh_token }),
      ])
    })

    it.inTurn('returns the same refresh token to concurrent refresh requests', async () => {
      const gate = withBarrier(storage)
      const harness = await createIdpHarness(gate.storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const { json } = await redeem(harness, client, await code(harness, client, token, { scope: everything }))
      const given: (string | undefined)[] = []
      await raceAt(gate, 8, async () => {
        const answer = await refresh(harness, client, json.refresh_token)
        given.push(answer.json.refresh_token)
        return { outcome: String(answer.status) } as never
      })
      expect([given.length, new Set(given).size, given[0]]).toEqual([8, 1, expect.stringMatching(/^latchkey_rt_/)])
    })

    it.inTurn('renews only scopes that were granted and are still grantable', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const ada = await harness.signIn('ada@example.com')
      const now = harness.clock.now()
      await storage.accounts.update(harness.project.id, ada.accountId, { roles: ['editor'] }, now)
      const scope = 'openid notes:write offline_access'
      const { json } = await redeem(harness, client, await code(harness, client, ada.token, { scope }))
      expect((await refresh(harness, client, json.refresh_token, { scope: 'openid email' })).json.error).toBe(
        'invalid_scope',
      )
      const less = (await refresh(harness, client, json.refresh_token, { scope: 'openid' })).json
      expect(less.scope).toBe('openid')
      await storage.accounts.update(harness.project.id, ada.accountId, { roles: ['latchkey_user'] }, now)
      expect((await refresh(harness, client, less.refresh_token)).json.scope).toBe('openid offline_access')
    })

    it.inTurn('expires refresh tokens after 30 days without use and after a year in any case', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const day = 24 * 60 * minute
      const idle = (await redeem(harness, client, await code(harness, client, token, { scope: everything }))).json
      let busy = (await redeem(harness, client, await code(harness, client, token, { scope: everything }))).json
      for (let round = 0; round < 12; round += 1) {
        harness.clock.advance(29 * day)
        busy = (await refresh(harness, client, busy.refresh_token)).json
      }
      expect((await refresh(harness, client, idle.refresh_token)).json.error).toBe('invalid_grant')
      harness.clock.advance(18 * day)
      expect((await refresh(harness, client, busy.refresh_token)).json.error).toBe('invalid_grant')
    })

    it.inTurn('lets only its own client introspect and revoke a token', async () => {
      const harness = await createIdpHarness(storage)
      const [client, other, own] = [
        await harness.newClient(),
        await harness.newClient(),
        await harness.newClient({ client_type: 'first_party' }),
      ]
      const ada = await harness.signIn('ada@example.com')
      const { json } = await redeem(harness, client, await code(harness, client, ada.token, { scope: everything }))
      expect(await introspect(harness, client, json.access_token)).toMatchObject({
        ...{ active: true, sub: ada.accountId, client_id: client.id, scope: everything, token_type: 'Bearer' },
      })
      expect(await introspect(harness, client, json.refresh_token)).toMatchObject({ active: true, sub: ada.accountId })
      expect([
        await introspect(harness, other, json.access_token),
        (await introspect(harness, own, json.access_token)).active,
        await introspect(harness, client, 'nonsense'),
      ]).toEqual([{ active: false }, true, { active: false }])
      const revoke = (by: TestClient, token = '') =>
        harness.post('/oauth2/revoke', { token }, { authorization: asClient(by) })
      expect((await revoke(other, json.refresh_token)).status).toBe(200)
      expect((await revoke(client, json.access_token)).status).toBe(200)
      expect((await userinfo(harness, json.access_token)).status).toBe(401)
      const renewed = (await refresh(harness, client, json.refresh_token)).json
      expect((await userinfo(harness, renewed.access_token)).status).toBe(200)
      await revoke(client, renewed.refresh_token)
      expect([
        (await userinfo(harness, renewed.access_token)).status,
        (await refresh(harness, client, renewed.refresh_token)).status,
      ]).toEqual([401, 400])
    })

    it.inTurn('issues access tokens for the requested resource only', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const resource = 'https://api.example.net/'
      const { json } = await redeem(harness, client, await code(harness, client, token, { resource }))
      expect(decodeJwt(json.access_token ?? '').aud).toBe(resource)
      expect((await userinfo(harness, json.access_token)).json.error).toBe('invalid_token')
      const wrong = await harness.authorizePage({ client_id: client.id, resource: 'https://other.example/' })
      expect(wrong.query.error).toBe('invalid_target')
    })

    it.inTurn('issues tokens for client_credentials with the scopes of the client', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient({ client_credentials: true, scopes: ['notes:read', 'openid'] })
      const { json, status } = await harness.token(client, { grant_type: 'client_credentials' })
      expect([status, json.scope, json.id_token, json.refresh_token]).toEqual([200, 'notes:read', undefined, undefined])
      expect(decodeJwt(json.access_token ?? '')).toMatchObject({ sub: client.id, client_id: client.id })
      expect((await userinfo(harness, json.access_token)).status).toBe(401)
      const other = await harness.newClient()
      expect((await harness.token(other, { grant_type: 'client_credentials' })).json.error).toBe('unauthorized_client')
    })

    it.inTurn('exchanges only an access token with full_access for a session [C-CALL-23]', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient({ client_type: 'first_party', scopes: ['openid', 'full_access'] })
      const ada = await harness.signIn('ada@example.com')
      const exchange = (access_token = '', session?: string) =>
        harness.call(
          'POST',
          '/sessions/exchange_access_token',
          { access_token, session_duration_minutes: 30 },
          { session: session ?? null },
        )
      const { json } = await redeem(
        harness,
        client,
        await code(harness, client, ada.token, { scope: 'openid full_access' }),
      )
      const begun = await exchange(json.access_token)
      expect([begun.data.user_id, begun.data.session.session_id === ada.sessionId]).toEqual([ada.accountId, false])
      expect(begun.data.session.authentication_factors).toMatchObject([
        {
          ...{ type: 'oauth', delivery_method: 'oauth_access_token_exchange' },
          oauth_access_token_exchange_factor: { client_id: client.id },
        },
      ])
      const weak = (await redeem(harness, client, await code(harness, client, ada.token, { scope: 'openid' }))).json
      const outcomes = [weak.access_token, json.id_token, begun.data.session_jwt, 'x', `${json.access_token}x`]
      for (const token of outcomes) expect((await exchange(token)).outcome).toBe('invalid_access_token')
      await harness.call('POST', `/users/connected_apps/${client.id}/revoke`, undefined, { session: ada.token })
      expect((await exchange(json.access_token)).outcome).toBe('invalid_access_token')
    })

    it.inTurn('rejects the tokens of a disabled user', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const ada = await harness.signIn('ada@example.com')
      const { json } = await redeem(harness, client, await code(harness, client, ada.token, { scope: everything }))
      await storage.accounts.setDisabled(harness.project.id, ada.accountId, harness.clock.now(), harness.clock.now())
      expect([
        (await userinfo(harness, json.access_token)).status,
        (await refresh(harness, client, json.refresh_token)).json.error,
        (await introspect(harness, client, json.access_token)).active,
      ]).toEqual([401, 'invalid_grant', false])
    })
  })

  describe('the end of a session', () => {
    it('sends a back-channel logout at the end of a session and revokes grants without offline access', async () => {
      const logoutCalls: URLSearchParams[] = []
      const harness = await createIdpHarness(storage, {
        outbound: (fakes) => async (url, init) => {
          if (String(url) !== 'https://rp.example.net/backchannel') return fakes(url, init)
          logoutCalls.push(new URLSearchParams(init?.body))
          return new Response(null, { status: logoutCalls.length === 1 ? 503 : 200 })
        },
      })
      const client = await harness.newClient({ backchannel_logout_uri: 'https://rp.example.net/backchannel' })
      const ada = await harness.signIn('ada@example.com')
      const brief = (await redeem(harness, client, await code(harness, client, ada.token))).json
      const lasting = (await redeem(harness, client, await code(harness, client, ada.token, { scope: everything })))
        .json
      await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })
      await harness.provider.outbox.drain()
      harness.clock.advance(minute)
      await harness.provider.outbox.drain()
      const iat = harness.clock.now() / 1_000
      expect(logoutCalls).toHaveLength(2)
      const token = logoutCalls[1]?.get('logout_token') ?? ''
      expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'logout+jwt', alg: 'ES256' })
      expect(decodeJwt(token)).toEqual({
        ...{ iss: harness.issuer, aud: client.id, sub: ada.accountId, sid: ada.sessionId, iat, exp: iat + 120 },
        ...{ jti: expect.any(String), events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
      })
      expect((await userinfo(harness, brief.access_token)).status).toBe(401)
      expect((await refresh(harness, client, lasting.refresh_token)).status).toBe(200)
    })
  })

  describe('applications', () => {
    it.inTurn('authenticates clients and challenges those without credentials', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const open = await harness.newClient({ client_type: 'third_party_public' })
      const token = (fields: Record<string, string>, headers = {}) =>
        harness.post('/oauth2/token', { grant_type: 'authorization_code', code: 'x', ...fields }, headers)
      const wrong = await token({}, { authorization: asClient({ ...client, secret: 'wrong' }) })
      expect([wrong.status, wrong.json.error, wrong.headers.get('www-authenticate')]).toEqual([
        ...[401, 'invalid_client', expect.stringContaining('Basic realm=')],
      ])
      expect([
        (await token({ client_id: client.id })).json.error,
        (await token({ client_id: client.id, client_secret: 'x' })).json.error,
        (await token({ client_id: open.id, client_secret: 'x' })).json.error,
        (await token({ client_id: 'unknown' })).json.error,
        (await token({})).json.error,
        (await token({ client_secret: client.secret }, { authorization: asClient(client) })).json.error,
        (await token({ client_id: open.id })).json.error,
        (await token({ client_id: open.id, grant_type: 'password' })).json.error,
      ]).toEqual([
        ...Array(5).fill('invalid_client'),
        ...['invalid_request', 'invalid_grant', 'unsupported_grant_type'],
      ])
      const broken = await harness.provider.fetch(
        new Request(`${harness.issuer}/oauth2/token`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        }),
        { peerAddress: '203.0.113.7' },
      )
      expect([broken.status, await broken.json()]).toMatchObject([400, { error: 'invalid_request' }])
    })

    it('O-12: registers clients only if the project allows it, and never under a false identity', async () => {
      const closed = await createIdpHarness(storage)
      const body = { redirect_uris: [callback], client_name: 'Notes for <b>you</b>' }
      const register = async (harness: IdpHarness, metadata: object) => {
        const response = await harness.provider.fetch(
          new Request(`${harness.issuer}/oauth2/register`, {
            ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(metadata) },
          }),
          { peerAddress: '203.0.113.7' },
        )
        return { status: response.status, json: await response.json() }
      }
      expect((await register(closed, body)).status).toBe(404)
      const limits = { registrations_per_ip: { limit: 1e6, windowMs: minute } }
      const harness = await createIdpHarness(storage, {
        settings: { identityProvider: { ...identityProvider, dynamicRegistration: true }, limits },
      })
      const { name } = harness.project
      const names = [
        'Notes for <b>you</b>',
        name,
        `${name} Login`,
        'Аcme',
        'A​cme',
        'L4tchkey',
        '‮emcA',
        ' ',
        'x'.repeat(101),
      ]
      for (const client_name of [...names.filter((one) => one !== 'Аcme'), name.replace('A', 'А')])
        expect([client_name, (await register(harness, { ...body, client_name })).json.error]).toEqual([
          client_name,
          'invalid_client_metadata',
        ])
      for (const uri of [
        'javascript:alert(1)',
        'http://rp.example.net/',
        'https://rp.example.net/*',
        'https://a@b.example/',
        'https://rp.example.net/#x',
        // A host in a private-use scheme proves no ownership, but would look like it.
        'evil.app://accounts.example.com/in',
        'evil.app:///in',
      ])
        expect((await register(harness, { redirect_uris: [uri], token_endpoint_auth_method: 'none' })).json.error).toBe(
          'invalid_redirect_uri',
        )
      const device = { redirect_uris: ['com.example.notes:/in'], token_endpoint_auth_method: 'none' }
      expect((await register(harness, device)).json.client_name).toBe('Application')
      const made = await register(harness, {
        ...{ redirect_uris: [callback], client_name: 'Notes', logo_uri: 'https://evil.example/logo.svg' },
        token_endpoint_auth_method: 'none',
      })
      expect([made.status, made.json.client_secret, made.json.client_name]).toEqual([201, undefined, 'Notes'])
      const ada = await harness.signIn('ada@example.com')
      const shown = await start(harness, requested({ id: made.json.client_id, secret: '' }), ada.token)
      expect(Object(shown.data).oidc_client).toEqual({
        ...{ client_id: made.json.client_id, client_type: 'third_party_public', client_name: 'Notes' },
        ...{ client_description: '', is_verified: false },
      })
      const { json } = await harness.signInto({ id: made.json.client_id, secret: '' }, ada.token)
      expect(json.scope).toBe('openid email profile')
      const secret = await register(harness, { redirect_uris: [callback] })
      expect([secret.json.client_name, secret.json.client_secret]).toEqual([
        ...['rp.example.net', expect.stringMatching(/^client-secret-test-/)],
      ])
    })

    it('O-12, B-5: reads client metadata documents, but never from internal addresses', async () => {
      const id = 'https://rp.example.net/client.json'
      let document: object = { client_id: id, client_name: 'Notes', redirect_uris: [callback] }
      const guarded = createOutboundFetch()
      const harness = await createIdpHarness(storage, {
        settings: { identityProvider: { ...identityProvider, clientIdMetadataDocuments: true } },
        outbound: () => (url, init) =>
          String(url) === id ? Promise.resolve(Response.json(document)) : guarded(url, init),
      })
      const { token } = await harness.signIn('ada@example.com')
      const { json } = await harness.signInto({ id, secret: '' }, token)
      expect(json.scope).toBe('openid email profile')
      for (const address of [
        'https://127.0.0.1/client.json',
        'https://[::1]/c',
        'https://169.254.169.254/latest',
        'https://localhost/c',
      ])
        expect((await harness.authorizePage({ client_id: address })).answer.status).toBe(404)
      harness.clock.advance(5 * minute)
      document = { client_id: 'https://rp.example.net/other.json', redirect_uris: [callback] }
      expect((await harness.authorizePage({ client_id: id })).answer.status).toBe(404)
      document = { client_id: id, redirect_uris: ['https://rp.example.net/new'] }
      expect((await harness.authorizePage({ client_id: id })).answer.text).toContain('oauth_invalid_redirect_uri')
      const closed = await createIdpHarness(storage)
      expect((await closed.authorizePage({ client_id: id })).answer.status).toBe(404)
    })
  })

  describe('attacks', () => {
    it('O-1: redirects only to registered URIs, also after a logout', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      for (const uri of [
        '/relative',
        '//evil.example/',
        'javascript:alert(1)',
        'https://evil.example/',
        `${loggedOut}/`,
        `${loggedOut}?a=b`,
        'HTTPS://RP.example.net/bye',
      ]) {
        const body = { client_id: client.id, post_logout_redirect_uri: uri }
        expect((await harness.call('POST', '/oauth/logout/start', body)).outcome).toBe('oauth_invalid_redirect_uri')
        const page = await harness.fetch(new Request(`${harness.issuer}/oauth2/logout?${new URLSearchParams(body)}`))
        expect([page.status, page.headers.get('location')]).toEqual([400, null])
      }
    })

    it('O-2: rejects a code that an attacker requested with another code challenge', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient({ client_type: 'third_party_public' })
      const eve = await harness.signIn('eve@example.com')
      const hers = pkcePair()
      const planted = await code(harness, client, eve.token, { code_challenge: hers.code_challenge })
      const { code_verifier } = pkcePair()
      expect((await redeem(harness, client, planted, { code_verifier })).json.error).toBe('invalid_grant')
    })

    it('O-3, O-4: rejects a missing, empty or wrong verifier and a missing challenge', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient({ client_type: 'third_party_public' })
      const { token } = await harness.signIn('ada@example.com')
      const begin = async (change: Record<string, string>) =>
        (await harness.authorizePage({ client_id: client.id, ...change })).query.error
      const { code_challenge } = pkcePair()
      expect([
        await begin({}),
        await begin({ code_challenge, code_challenge_method: 'plain' }),
        await begin({ code_challenge: 'short' }),
        await begin({ code_challenge_method: 'S256' }),
        await begin({ code_challenge }),
      ]).toEqual([...Array(4).fill('invalid_request'), undefined])
      // A consent page that was opened with the query sends the challenge only with its answer.
      const direct = async (change: Record<string, string>) =>
        (await harness.submit({ ...requested(client), consent_granted: 'true', ...change }, token)).query
      expect((await start(harness, requested(client), token)).outcome).toBe('200')
      expect([(await direct({})).error, await direct({ code_challenge })]).toEqual([
        ...['invalid_request', expect.objectContaining({ code: expect.any(String) })],
      ])
      const given = await code(harness, client, token, { code_challenge })
      for (const code_verifier of [undefined, '', 'x', pkcePair().code_verifier])
        expect((await redeem(harness, client, given, { code_verifier })).json.error).toBe('invalid_grant')
    })

    it('O-5: rejects codes and tokens of another client and leaves them valid for their own', async () => {
      const harness = await createIdpHarness(storage)
      const [client, other] = [await harness.newClient(), await harness.newClient()]
      const { token } = await harness.signIn('ada@example.com')
      const given = await code(harness, client, token, { scope: everything })
      expect((await redeem(harness, other, given)).json.error).toBe('invalid_grant')
      const { json } = await redeem(harness, client, given)
      expect((await redeem(harness, other, given)).json.error).toBe('invalid_grant')
      expect((await refresh(harness, other, json.refresh_token)).json.error).toBe('invalid_grant')
      expect((await refresh(harness, client, json.refresh_token)).status).toBe(200)
    })

    it('O-6: rejects implicit responses and unregistered redirect URIs on a page of the provider', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const cases: Record<string, string>[] = [
        ...['token', 'id_token', 'code id_token', 'code token', 'none'].map((response_type) => ({ response_type })),
        ...['web_message', 'fragment', 'form_post'].map((response_mode) => ({ response_mode })),
        ...[
          `${callback}?a=b`,
          `${callback}#x`,
          `${callback}/`,
          'https://rp.example.net:8443/callback',
          'http://rp.example.net/callback',
        ].map((redirect_uri) => ({ redirect_uri })),
        { client_id: 'unknown' },
      ]
      for (const change of cases) {
        const { url, answer } = await harness.authorizePage({ client_id: client.id, ...change })
        expect([change, url, answer.status >= 400 && answer.status < 500]).toEqual([change, null, true])
      }
      const twice = await harness.fetch(
        new Request(
          `${harness.issuer}/oauth2/authorize?client_id=${client.id}&client_id=x&redirect_uri=${callback}&response_type=code`,
        ),
      )
      expect([twice.outcome, twice.headers.get('location')]).toEqual(['oauth_invalid_request', null])
    })

    it('O-7: names the issuer in every authorization response', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const granted = await harness.consent({ client_id: client.id }, token)
      const denied = await harness.consent({ client_id: client.id, scope: 'openid phone' }, token, {
        consent_denied: 'true',
      })
      expect([granted.query.iss, denied.query.iss, denied.query.error]).toEqual([
        harness.issuer,
        harness.issuer,
        'access_denied',
      ])
    })

    it('O-8: decides on consent by the session and the stored request', async () => {
      const harness = await createIdpHarness(storage)
      const [client, other] = [await harness.newClient(), await harness.newClient()]
      const ada = await harness.signIn('ada@example.com')
      const eve = await harness.signIn('eve@example.com')
      const page = await harness.authorizePage({ client_id: client.id, scope: 'openid' })
      const submit = (fields: object, session: string | null = ada.token, headers = {}, opened = '200') =>
        harness.submit({ ...page.query, ...fields }, session, headers, opened)
      const isUnknown = 'user_unauthenticated'
      // No session, an invalid session, a page of another origin, a frame.
      for (const session of [null, 'x'])
        expect((await submit({ consent_granted: 'true' }, session, {}, isUnknown)).answer.text).toContain(isUnknown)
      for (const from of ['https://evil.example', 'null'])
        expect((await submit({ consent_granted: 'true' }, ada.token, { origin: from })).answer.status).toBe(403)
      expect((await submit({ consent_granted: 'true' }, ada.token, { 'sec-fetch-dest': 'iframe' })).answer.status).toBe(
        403,
      )
      // Another client, another redirect URI.
      const foreign = { consent_granted: 'true', client_id: other.id }
      expect((await submit(foreign, ada.token, {}, 'oauth_invalid_request')).answer.text).toContain(
        'oauth_invalid_request',
      )
      // More scopes than requested, without consent.
      const wide = await submit({ consent_granted: 'true', scope: 'openid email notes:read' })
      const { json } = await redeem(harness, client, wide.query.code ?? '')
      expect(json.scope).toBe('openid')
      // Consent of another user, and no consent.
      const second = await harness.authorizePage({ client_id: client.id, scope: 'openid' })
      const hers = await harness.submit({ ...second.query, consent_granted: 'false' }, eve.token)
      expect(hers.query.error).toBe('access_denied')
      const third = await harness.authorizePage({ client_id: client.id, scope: 'openid' })
      const automatic = await harness.submit({ ...third.query, consent_granted: 'false' }, ada.token)
      expect(automatic.query.code).toBeDefined()
      const fourth = await harness.authorizePage({ client_id: client.id, scope: 'openid' })
      const no = await harness.submit({ ...fourth.query, consent_granted: 'true', consent_denied: 'true' }, ada.token)
      expect(no.query.error).toBe('access_denied')
    })

    it('O-8: rejects consent from an impersonated session', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const ada = await harness.signIn('ada@example.com')
      const found = await storage.sessions.get(harness.project.id, ada.sessionId)
      if (!found) throw new Error('no session')
      const { newSessionToken } = await import('../sessions/session-token.ts')
      const { sha256Hex } = await import('../core/hash.ts')
      const token = newSessionToken({ bytes: (length) => new Uint8Array(length).fill(7) })
      await storage.sessions.insert({ ...found, id: `${found.id}-x`, tokenHash: sha256Hex(token), actor: 'admin' })
      expect((await start(harness, requested(client), token)).outcome).toBe('unauthorized_action')
      const page = await harness.submit(
        { ...requested(client), consent_granted: 'true' },
        token,
        {},
        'unauthorized_action',
      )
      expect(page.answer.text).toContain('unauthorized_action')
    })

    it('O-9: answers prompt=none with the error that prevents a silent response', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token } = await harness.signIn('ada@example.com')
      const silent = async (change: Record<string, string>, session: string | null, opened?: string) => {
        const requested = { client_id: client.id, prompt: 'none', ...change }
        return (await harness.consent(requested, session, { consent_granted: 'false' }, opened)).query.error
      }
      expect([await silent({}, null, 'user_unauthenticated'), await silent({}, token)]).toEqual([
        'login_required',
        'consent_required',
      ])
      await code(harness, client, token)
      harness.clock.advance(10_000)
      expect([
        await silent({}, token),
        await silent({ max_age: '5' }, token),
        await silent({ prompt: 'none login' }, token),
      ]).toEqual([...[undefined, 'login_required', 'invalid_request']])
      const page = await harness.authorizePage({ client_id: client.id, prompt: 'none', max_age: '5' })
      expect((await start(harness, page.query, token)).data).toMatchObject({ consent_required: false })
    })

    it.inTurn('returns whether a logout needs confirmation and where it redirects [C-CALL-67]', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const { token: session } = await harness.signIn('ada@example.com')
      const body = { client_id: client.id, post_logout_redirect_uri: loggedOut, state: 's' }
      const { outcome, data } = await harness.call('POST', '/oauth/logout/start', body, { session })
      expect(outcome).toBe('200')
      expect(data).toMatchObject({ consent_required: true, redirect_uri: `${loggedOut}?state=s` })
    })

    it('O-10: ends no session by a GET request or with an ID token of another user', async () => {
      const harness = await createIdpHarness(storage)
      const client = await harness.newClient()
      const ada = await harness.signIn('ada@example.com')
      const eve = await harness.signIn('eve@example.com')
      const hints = {
        hers: (await redeem(harness, client, await code(harness, client, eve.token))).json.id_token ?? '',
        own: (await redeem(harness, client, await code(harness, client, ada.token))).json.id_token ?? '',
      }
      const ask = async (id_token_hint: string | undefined, session: string | null) => {
        const body = { client_id: client.id, post_logout_redirect_uri: loggedOut, state: 's', id_token_hint }
        const { outcome, data } = await harness.call('POST', '/oauth/logout/start', body, { session })
        return outcome === '200' ? Object(data).consent_required : outcome
      }
      expect([
        await ask(hints.own, ada.token),
        await ask(hints.hers, ada.token),
        await ask(undefined, ada.token),
        await ask(`${hints.own.slice(0, -4)}AAAA`, ada.token),
        await ask(hints.own, null),
      ]).toEqual([false, true, true, 'oauth_invalid_request', false])
      // The hint is valid and names this session, so only the GET method keeps the session alive.
      expect(decodeJwt(hints.own)).toMatchObject({ sub: ada.accountId, sid: ada.sessionId })
      const whole = `id_token_hint=${hints.own}&post_logout_redirect_uri=${loggedOut}`
      for (const query of ['', `id_token_hint=${hints.own}`, whole, `${whole}&client_id=${client.id}`])
        for (const destination of ['document', 'image', 'iframe', null]) {
          const headers = {
            ...{ cookie: `latchkey_session=${ada.token}`, accept: 'text/html,image/*', 'sec-fetch-site': 'cross-site' },
            ...(destination === null ? {} : { 'sec-fetch-dest': destination }),
          }
          const answer = await harness.fetch(new Request(`${harness.issuer}/oauth2/logout?${query}`, { headers }))
          expect([query, answer.status < 500]).toEqual([query, true])
          const me = await harness.call('GET', '/users/me', undefined, { session: ada.token })
          expect([query, destination, me.outcome]).toEqual([query, destination, '200'])
        }
      harness.clock.advance(61 * minute)
      const again = await harness.signIn('ada@example.com')
      expect(await ask(hints.own, again.token)).toBe(true)
    })
  })

  it.inTurn('reports a missing consent page and an unknown project', async () => {
    const harness = await createIdpHarness(storage, {
      settings: { identityProvider: { ...identityProvider, consentPageUrl: null } },
    })
    const client = await harness.newClient()
    const { answer } = await harness.authorizePage({ client_id: client.id })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('no_consent_page')])
    expect(consentPage.startsWith(origin)).toBe(true)
    const unknown = await harness.fetch(
      new Request(`${host}/v1/public/project-test-x/.well-known/openid-configuration`),
    )
    expect(unknown.outcome).toBe('endpoint_not_found')
  })
})
