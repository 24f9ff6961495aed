import { adminEndpoints } from '@latchkey/contract/admin'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import { withChangedTransactions } from '../testing/changed-transactions.suite.ts'
import { engines, openTestStorage, pkcePair } from '../testing/harness.ts'
import {
  callback,
  createIdpHarness,
  type IdpHarness,
  identityProvider,
  type TestClient,
} from './oidc-provider.suite.ts'

const minute = 60_000
const password = 'violet kettle 8 harbours'

describe.each(engines)('attacks on the OIDC provider on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const exchange = (harness: IdpHarness, access_token = '', session: string | null = null) =>
    harness.call(
      ...(['POST', '/sessions/exchange_access_token'] as const),
      { access_token, session_duration_minutes: 30 },
      { session },
    )
  const ownClient = (harness: IdpHarness) =>
    harness.newClient({
      ...{ client_type: 'first_party', scopes: ['openid', 'offline_access', 'full_access'] },
    })
  const refresh = (harness: IdpHarness, client: TestClient, refresh_token = '') =>
    harness.token(client, { grant_type: 'refresh_token', refresh_token })

  it.inTurn('does not count an exchanged token as a step-up, for prompt=login or as a second factor', async () => {
    const harness = await createIdpHarness(storage, { settings: { stepUpMinutes: 10, identityProvider } })
    const client = await ownClient(harness)
    const ada = await harness.signIn('ada@example.com')
    const signedInAt = harness.clock.now()
    const { json } = await harness.signInto(client, ada.token, { scope: 'openid full_access' })
    harness.clock.advance(20 * minute)
    const setPassword = async (session: string) =>
      (await harness.call('POST', '/passwords/session/reset', { password, session_duration_minutes: 30 }, { session }))
        .outcome
    expect(await setPassword(ada.token)).toBe('step_up_required')
    const begun = (await exchange(harness, json.access_token)).data
    const grown = (await exchange(harness, json.access_token, ada.token)).data
    for (const { session_token } of [begun, grown]) {
      expect(await setPassword(session_token)).toBe('step_up_required')
      const silent = { client_id: client.id, scope: 'openid', prompt: 'none', max_age: '60' }
      expect((await harness.consent(silent, session_token)).query.error).toBe('login_required')
    }
    const again = await harness.signInto(client, grown.session_token, { scope: 'openid' })
    expect(decodeJwt(again.json.id_token ?? '')).toMatchObject({
      ...{ acr: 'urn:latchkey:aal:1', auth_time: Math.floor(signedInAt / 1_000) },
    })
  })

  it.inTurn('treats a client id with invalid characters as an unknown client', async () => {
    const harness = await createIdpHarness(storage)
    for (const id of ['\0', 'a\0b', '%00', '\uFFFF%ED%A0%80']) {
      const authorization = `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`
      const { status, json } = await harness.post(
        '/oauth2/token',
        { grant_type: 'client_credentials' },
        { authorization },
      )
      expect([id, status, json.error]).toEqual([id, 401, 'invalid_client'])
    }
  })

  it.inTurn('limits how often an IP address can make the provider fetch metadata documents', async () => {
    let fetched = 0
    const harness = await createIdpHarness(storage, {
      settings: { identityProvider: { ...identityProvider, clientIdMetadataDocuments: true } },
      outbound: () => (url) => {
        fetched += 1
        return Promise.resolve(Response.json({ client_id: String(url), client_name: 'N', redirect_uris: [callback] }))
      },
    })
    const answers = new Set<number>()
    for (let index = 0; index < 40; index += 1) {
      const page = await harness.authorizePage({ client_id: `https://rp.example.net/${index}`, ...challenge() })
      answers.add(page.answer.status)
    }
    expect([...answers]).toEqual([303, 429])
    expect(fetched).toBeLessThan(40)
    const { oauth_clients } = await listClients(harness)
    expect(oauth_clients.length).toBe(fetched)
    // A known client is not fetched again.
    expect((await harness.authorizePage({ client_id: 'https://rp.example.net/0', ...challenge() })).answer.status).toBe(
      303,
    )
  })

  it.inTurn('rejects a registration with fields of the wrong type', async () => {
    const harness = await createIdpHarness(storage, {
      settings: { identityProvider: { ...identityProvider, dynamicRegistration: true } },
    })
    for (const method of [{ toString: 1 }, ['none'], 7, null]) {
      const body = JSON.stringify({ redirect_uris: [callback], token_endpoint_auth_method: method })
      const headers = { 'content-type': 'application/json' }
      const answer = await harness.fetch(
        new Request(`${harness.issuer}/oauth2/register`, { method: 'POST', headers, body }),
      )
      // Null counts as missing.
      expect([method, answer.status]).toEqual([method, method === null ? 201 : 400])
    }
  })

  it.inTurn('does not extend scopes that an operator has restricted by a metadata document', async () => {
    const id = 'https://rp.example.net/client.json'
    const harness = await createIdpHarness(storage, {
      settings: { identityProvider: { ...identityProvider, clientIdMetadataDocuments: true } },
      outbound: () => () => Promise.resolve(Response.json({ client_id: id, redirect_uris: [callback] })),
    })
    const { token } = await harness.signIn('ada@example.com')
    await harness.signInto({ id, secret: '' }, token, { scope: 'openid' })
    await administrationOf(harness).call(adminEndpoints.adminOAuthClientsUpdate, {
      ...{ project: harness.project, params: { client_id: id }, request: { scopes: ['openid'] } },
    })
    harness.clock.advance(6 * minute)
    const { json } = await harness.signInto({ id, secret: '' }, token, { scope: 'openid email notes:read' })
    expect(json.scope).toBe('openid')
  })

  it.inTurn('does not let one IP address use up the limit of a public client', async () => {
    const harness = await createIdpHarness(storage, {
      config: { limits: { requests_per_oauth_client: { limit: 5, windowMs: minute } } },
    })
    const open = await harness.newClient({ client_type: 'third_party_public' })
    const token = async (peerAddress: string) => {
      const body = new URLSearchParams({ client_id: open.id, grant_type: 'refresh_token', refresh_token: 'x' })
      const request = new Request(`${harness.issuer}/oauth2/token`, { method: 'POST', body })
      return (await harness.provider.fetch(request, { peerAddress })).status
    }
    for (let index = 0; index < 10; index += 1) await token('198.51.100.66')
    expect(await token('203.0.113.7')).toBe(400)
  })

  it.inTurn('discards consent that was given before the address was verified', async () => {
    const harness = await createIdpHarness(storage)
    const mallorys = await harness.newClient({ client_name: 'Mallory' })
    const email = 'ada@example.com'
    const planted = await harness.call('POST', '/passwords', { email, password, session_duration_minutes: 30 })
    const scope = 'openid email profile phone offline_access'
    await harness.signInto(mallorys, planted.data.session_token, { scope })
    const ada = await harness.signIn(email)
    expect(ada.accountId).toBe(planted.data.user_id)
    const silent = await harness.consent({ client_id: mallorys.id, scope, prompt: 'none' }, ada.token, {
      consent_granted: 'false',
    })
    expect(silent.query).toMatchObject({ error: 'consent_required' })
    const apps = await harness.call('GET', '/users/connected_apps', undefined, { session: ada.token })
    expect(apps.data).toMatchObject({ connected_apps: [] })
  })

  it.inTurn('revokes the tokens of a grant of an attacker when the password changes', async () => {
    const harness = await createIdpHarness(storage)
    const client = await ownClient(harness)
    const ada = await harness.signIn('ada@example.com')
    const attacker = await harness.signIn('ada@example.com')
    const { json } = await harness.signInto(client, attacker.token, { scope: 'openid offline_access full_access' })
    const changed = await harness.call(
      ...(['POST', '/passwords/session/reset'] as const),
      { password, session_duration_minutes: 30 },
      { session: ada.token },
    )
    expect(changed.status).toBe(200)
    expect((await exchange(harness, json.access_token)).outcome).toBe('invalid_access_token')
    expect((await refresh(harness, client, json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it.inTurn('ends a session that is started with an access token during a password change', async () => {
    const [begun, goOn] = [gate(), gate()]
    const slow = withChangedTransactions(storage, ({ sessions }) => {
      const insert: typeof sessions.insert = async (session) => {
        const isExchange = session.factors.some(({ delivery_method }) => delivery_method.includes('exchange'))
        if (isExchange) begun.open()
        if (isExchange) await goOn.opened
        return sessions.insert(session)
      }
      return { sessions: { ...sessions, insert } }
    })
    const harness = await createIdpHarness(slow)
    const client = await ownClient(harness)
    const ada = await harness.signIn('ada@example.com')
    const { json } = await harness.signInto(client, ada.token, { scope: 'openid full_access' })
    const attacker = exchange(harness, json.access_token)
    await begun.opened
    const body = { password, session_duration_minutes: 30 }
    const changed = harness.call('POST', '/passwords/session/reset', body, { session: ada.token })
    await new Promise((resolve) => setTimeout(resolve, 300))
    goOn.open()
    expect((await changed).status).toBe(200)
    const session = (await attacker).data?.session_token ?? null
    const outcome = (await harness.call('POST', '/sessions/authenticate', {}, { session })).outcome
    expect(outcome).toBe('session_not_found')
  })

  it.inTurn('ends all sessions and grants when an operator revokes the sessions of a user', async () => {
    const harness = await createIdpHarness(storage)
    const client = await ownClient(harness)
    const ada = await harness.signIn('ada@example.com')
    const { json } = await harness.signInto(client, ada.token, { scope: 'openid offline_access full_access' })
    await administrationOf(harness).call(adminEndpoints.adminSessionsRevoke, {
      project: harness.project,
      request: { user_id: ada.accountId },
    })
    expect((await exchange(harness, json.access_token)).outcome).toBe('invalid_access_token')
    expect((await refresh(harness, client, json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it.inTurn('does not end a session by an expired ID token', async () => {
    const harness = await createIdpHarness(storage)
    const client = await harness.newClient()
    const ada = await harness.signIn('ada@example.com', { minutes: 600 })
    const { json } = await harness.signInto(client, ada.token)
    harness.clock.advance(61 * minute)
    const query = new URLSearchParams({ id_token_hint: json.id_token ?? '' })
    const page = await harness.fetch(new Request(`${harness.issuer}/oauth2/logout?${query}`))
    const confirmation = /name="confirmation" value="([^"]+)"/.exec(page.text)?.[1] ?? 'none'
    await harness.post('/oauth2/logout', { confirmation }).catch(() => null)
    const alive = await harness.call('GET', '/users/me', undefined, { session: ada.token })
    expect([page.status, confirmation, alive.status]).toEqual([200, 'none', 200])
  })

  it.inTurn('does not undo a concurrent change of a client secret or the removal of a client', async () => {
    const harness = await createIdpHarness(storage)
    const client = await harness.newClient()
    const { project } = harness
    const params = { client_id: client.id }
    // Another operator writes before the change is written.
    const between = (act: () => Promise<unknown>): Storage => ({
      ...storage,
      async transaction(work) {
        await act()
        return storage.transaction(work)
      },
    })
    const change = (act: () => Promise<unknown>) =>
      administrationOf(harness, between(act))
        .call(adminEndpoints.adminOAuthClientsUpdate, { project, params, request: { client_name: 'Notes' } })
        .catch(() => null)
    const rotate = async () => {
      const request = { keep_minutes: 0 }
      const made = await administrationOf(harness).call(adminEndpoints.adminOAuthClientsRotateSecret, {
        project,
        params,
        request,
      })
      return made.client_secret ?? ''
    }
    let secret = await rotate()
    await change(async () => {
      secret = await rotate()
    })
    const asks = (by: string) => harness.token({ id: client.id, secret: by }, { grant_type: 'client_credentials' })
    expect((await asks(client.secret)).json.error).toBe('invalid_client')
    expect((await asks(secret)).json.error).toBe('unauthorized_client')
    await change(() => storage.oauthClients.remove(project.id, client.id))
    expect(await storage.oauthClients.get(project.id, client.id)).toBeNull()
  })

  it.inTurn('asks for consent every time if the redirect URI is not https', async () => {
    const harness = await createIdpHarness(storage, { environment: 'live' })
    const uris = { app: 'com.example.notes:/callback', loopback: 'http://127.0.0.1:4711/callback', web: callback }
    const client = await harness.newClient({ client_type: 'third_party_public', redirect_uris: Object.values(uris) })
    const { token } = await harness.signIn('ada@example.com')
    const silent: Record<string, string | undefined> = {}
    for (const [name, redirect_uri] of Object.entries(uris)) {
      const requested = { client_id: client.id, redirect_uri, scope: 'openid', ...challenge() }
      expect((await harness.consent(requested, token)).query.code).toBeDefined()
      const again = await harness.consent({ ...requested, prompt: 'none' }, token, { consent_granted: 'false' })
      silent[name] = again.query.error
    }
    expect(silent).toEqual({ app: 'consent_required', loopback: 'consent_required', web: undefined })
  })

  it.inTurn('rejects an authorization request with a large body', async () => {
    const harness = await createIdpHarness(storage)
    const client = await harness.newClient()
    const { answer } = await harness.authorizePage({ client_id: client.id, stuff: 'x'.repeat(40_000) }, 'POST')
    expect([answer.status, answer.headers.get('location')]).toEqual([413, null])
  })

  function gate() {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { opened, open: () => open() }
  }
  function challenge() {
    return { code_challenge: pkcePair().code_challenge }
  }
  function administrationOf({ vault, clock, project }: IdpHarness, verbs: Storage = storage) {
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
    const context = { storage: verbs, vault, clock, random, baseUrl: new URL(project.issuer).origin }
    return createAdministration(context, { operator: 'cli:tests' })
  }
  function listClients(harness: IdpHarness) {
    return administrationOf(harness).call(adminEndpoints.adminOAuthClientsList, {
      project: harness.project,
      request: { limit: 100 },
    })
  }
})
