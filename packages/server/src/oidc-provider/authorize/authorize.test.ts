import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../core/hash.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../testing/harness.ts'
import { callback, createIdpHarness, type IdpHarness, loggedOut, type TestClient } from '../oidc-provider.suite.ts'

const minute = 60_000
const hour = 60 * minute
const generous = { limit: 1e6, windowMs: minute }

describe('authorization requests', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
  })
  afterAll(() => storage.close())

  const requested = (client: TestClient, change = {}) => ({
    ...{ client_id: client.id, redirect_uri: callback, response_type: 'code', scope: 'openid email' },
    ...change,
  })
  const start = (harness: IdpHarness, body: object, session: string) =>
    harness.call('POST', '/oauth/authorize/start', body, { session })
  const audited = async (harness: IdpHarness): Promise<number> => {
    await harness.provider.tidy()
    return (await storage.audit.list(harness.project.id, { afterSeq: 0, limit: 1_000 })).length
  }

  it('does not grant default scopes when none of the requested scopes can be granted', async () => {
    const harness = await createIdpHarness(storage)
    const { token } = await harness.signIn('ada@example.com')
    for (const client_type of ['first_party', 'third_party'] as const) {
      const client = await harness.newClient({ client_type })
      // The default scopes were granted before.
      await harness.signInto(client, token, { scope: 'openid email profile' })
      const fields = requested(client, { scope: 'notes:write' })
      expect((await start(harness, fields, token)).data).toMatchObject({ consent_required: false, grantable_scope: '' })
      const answer = async (change: object) => {
        expect((await harness.open(fields, token)).outcome).toBe('200')
        return (await harness.answer({ ...fields, consent_granted: 'false', ...change }, token)).query
      }
      for (const scope of ['', ' ']) expect(await answer({ scope })).toMatchObject({ error: 'invalid_scope' })
      expect(await answer({ scope: '', consent_denied: 'true' })).toMatchObject({ error: 'access_denied' })
      const { scope: _, ...rest } = fields
      const body = { ...rest, scopes: [], consent_granted: false }
      await start(harness, fields, token)
      const listed = await harness.call('POST', '/idp/oauth/authorize/submit', body, { session: token })
      expect(new URL(Object(listed.data).redirect_uri).searchParams.get('error')).toBe('invalid_scope')
    }
  })

  it('limits the lifetime, the size and the number of stored requests', async () => {
    const limits = {
      authorizations_per_ip: { limit: 3, windowMs: hour },
      challenges_per_ip: { limit: 1, windowMs: hour },
    }
    const harness = await createIdpHarness(storage, {
      config: { limits: { ...limits, requests_per_ip: generous, sends_per_ip: generous } },
    })
    const client = await harness.newClient()
    const long = await harness.authorizePage({ client_id: client.id, state: 's', stuff: 'x'.repeat(8_100) }, 'POST')
    expect(long.query).toMatchObject({ error: 'invalid_request', state: 's' })
    // An accepted request. Rejected requests do not count towards the limit.
    const page = await harness.authorizePage({ client_id: client.id, stuff: 'x'.repeat(7_500) }, 'POST')
    const statuses = [1, 2, 3].map(async () => (await harness.authorizePage({ client_id: client.id })).answer.status)
    expect((await Promise.all(statuses)).sort()).toEqual([303, 303, 429])
    // The error page has a retry-after header too.
    const { answer } = await harness.authorizePage({ client_id: client.id })
    expect([answer.headers.get('content-type'), Number(answer.headers.get('retry-after')) >= 3_600]).toEqual([
      'text/html; charset=utf-8',
      true,
    ])
    const { token } = await harness.signIn('ada@example.com', { minutes: 600 })
    const fields = requested(client, { prompt: page.query.prompt })
    expect((await start(harness, fields, token)).outcome).toBe('200')
    harness.clock.advance(hour)
    expect((await start(harness, fields, token)).outcome).toBe('oauth_request_expired')
    const stored = () =>
      storage.oneTime.findByTokenHash(harness.project.id, sha256Hex(page.query.prompt?.split('_request_')[1] ?? ''))
    expect(await stored()).toMatchObject({ purpose: 'oauth_request' })
    harness.clock.advance(1)
    await storage.oneTime.sweep(harness.clock.now(), 100)
    expect([await stored(), (await start(harness, fields, token)).outcome]).toEqual([null, 'oauth_request_expired'])
  })

  it('counts requests to unknown projects and requests without credentials by IP address', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const urls = (id: string) => ['token', 'introspect', 'revoke'].map((name) => `/v1/public/${id}/oauth2/${name}`)
    const unknownProjectId = 'project-test-00000000-0000-4000-8000-000000000000'
    const wrong: [path: string, body: string, type?: string][] = []
    for (const path of urls(unknownProjectId)) wrong.push([path, ''])
    wrong.push([`/v1/public/${unknownProjectId}/oauth2/userinfo`, ''])
    const count = wrong.length + 6
    const limits = { requests_per_ip: { limit: count, windowMs: hour } }
    const harness = await createIdpHarness(storage, { config: { limits } })
    for (const path of urls(harness.project.id)) {
      wrong.push([path, 'grant_type=x&grant_type=x'])
      wrong.push([path, '{}', 'application/json'])
    }
    const send = ([path, body, type]: (typeof wrong)[number]) =>
      harness.fetch(
        new Request(`https://auth.example.com${path}`, {
          ...{ method: 'POST', body, headers: { ...form, ...(type ? { 'content-type': type } : {}) } },
        }),
        '198.51.100.77',
      )
    const statuses = []
    for (const one of wrong) statuses.push((await send(one)).status)
    expect(statuses).not.toContain(429)
    for (const one of wrong) expect((await send(one)).status).toBe(429)
  })

  it('rejects a reference to a stored request in the prompt of a client', async () => {
    const harness = await createIdpHarness(storage)
    const client = await harness.newClient()
    const easy = await harness.authorizePage({ client_id: client.id })
    for (const prompt of [`login ${easy.query.prompt}`, 'latchkey_request_x', 'login '.repeat(40).trim()])
      expect((await harness.authorizePage({ client_id: client.id, prompt })).query.error).toBe('invalid_request')
    // The longest accepted prompt still fits with the reference.
    const longest = 'x'.repeat(160)
    const page = await harness.authorizePage({ client_id: client.id, prompt: longest })
    const { token } = await harness.signIn('ada@example.com')
    expect((await start(harness, requested(client, { prompt: page.query.prompt }), token)).outcome).toBe('200')
  })

  it('measures max_age at the time of the request, not of the answer', async () => {
    const harness = await createIdpHarness(storage)
    const client = await harness.newClient()
    const { token } = await harness.signIn('ada@example.com')
    harness.clock.advance(minute / 2)
    const page = await harness.authorizePage({ client_id: client.id, max_age: '60' })
    const old = await harness.authorizePage({ client_id: client.id, max_age: '29' })
    harness.clock.advance(minute)
    const answered = { consent_granted: 'true' }
    expect((await harness.submit({ ...page.query, ...answered }, token)).query.code).toBeDefined()
    const late = await harness.submit({ ...old.query, ...answered }, token, {}, 'step_up_required')
    expect(late.query.error).toBe('login_required')
  })

  it('does not audit an authorization request without a session', async () => {
    const harness = await createIdpHarness(storage)
    const client = await harness.newClient()
    const { token } = await harness.signIn('ada@example.com')
    const before = await audited(harness)
    const submit = (session: string | null, opened?: string) =>
      harness.submit({ ...requested(client), prompt: 'none', consent_granted: 'false' }, session, {}, opened)
    for (let times = 0; times < 3; times += 1)
      expect((await submit(null, 'user_unauthenticated')).query.error).toBe('login_required')
    expect(await audited(harness)).toBe(before)
    await submit(token)
    expect(await audited(harness)).toBe(before + 1)
  })

  it('ends a grant without offline access with its access token, unless a back-channel logout needs it', async () => {
    const harness = await createIdpHarness(storage)
    const { token } = await harness.signIn('ada@example.com', { minutes: 600 })
    const backchannel_logout_uri = 'https://rp.example.net/backchannel'
    const full = ['openid', 'full_access']
    const livesMs = async (client: TestClient, scope: string): Promise<number> => {
      const { json } = await harness.signInto(client, token, { scope })
      const [grantId = ''] = String(decodeJwt(json.access_token ?? '').jti).split('.')
      const userinfo = () => harness.get('/oauth2/userinfo', { authorization: `Bearer ${json.access_token}` })
      harness.clock.advance(59 * minute)
      expect((await userinfo()).status).toBe(200)
      const grant = await storage.oauthGrants.get(harness.project.id, grantId)
      return (grant?.expiresAt ?? 0) - (grant?.createdAt ?? 0)
    }
    const month = 30 * 24 * hour
    expect([
      await livesMs(await harness.newClient(), 'openid'),
      await livesMs(await harness.newClient(), 'openid offline_access'),
      await livesMs(await harness.newClient({ backchannel_logout_uri }), 'openid'),
      await livesMs(await harness.newClient({ client_type: 'first_party', scopes: full }), full.join(' ')),
    ]).toEqual([hour + minute, month, month, month])
  })

  it('skips the logout confirmation only for an ID token of the same session', async () => {
    const harness = await createIdpHarness(storage)
    const client = await harness.newClient()
    const ada = await harness.signIn('ada@example.com')
    const { json } = await harness.signInto(client, ada.token, { scope: 'openid offline_access' })
    const isAsked = async (id_token_hint: string | undefined, session: string): Promise<boolean> => {
      const body = { client_id: client.id, post_logout_redirect_uri: loggedOut, id_token_hint }
      return Object((await harness.call('POST', '/oauth/logout/start', body, { session })).data).consent_required
    }
    expect(await isAsked(json.id_token, ada.token)).toBe(false)
    await harness.call('POST', '/sessions/revoke', {}, { session: ada.token })
    const again = await harness.signIn('ada@example.com')
    const renewed = await harness.token(client, { grant_type: 'refresh_token', refresh_token: json.refresh_token })
    expect(decodeJwt(renewed.json.id_token ?? '')).not.toHaveProperty('sid')
    expect([await isAsked(json.id_token, again.token), await isAsked(renewed.json.id_token, again.token)]).toEqual([
      ...[true, true],
    ])
  })
})
