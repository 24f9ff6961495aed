import { adminEndpoints } from '@latchkey/contract/admin'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministration } from '../../admin/administration.ts'
import type { Storage } from '../../storage/storage.ts'
import { basic, engines, openTestStorage, pkcePair } from '../../testing/harness.ts'
import {
  asClient,
  callback,
  createIdpWorld,
  type IdpWorld,
  identityProvider,
  type TestClient,
} from './identity-provider.suite.ts'

const minute = 60_000
const password = 'violet kettle 8 harbours'

describe.each(engines)('attacks on the identity provider on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const exchange = (world: IdpWorld, access_token = '', session: string | null = null) =>
    world.call(
      ...(['POST', '/sessions/exchange_access_token'] as const),
      { access_token, session_duration_minutes: 30 },
      { session },
    )
  const ownClient = (world: IdpWorld) =>
    world.newClient({
      ...{ client_type: 'first_party', scopes: ['openid', 'offline_access', 'full_access'] },
    })
  const refresh = (world: IdpWorld, client: TestClient, refresh_token = '') =>
    world.token(client, { grant_type: 'refresh_token', refresh_token })

  it('an exchanged token is no new proof: neither for a step-up, nor for prompt=login, nor as a second factor', async () => {
    const world = await createIdpWorld(storage, { settings: { stepUpMinutes: 10, identityProvider } })
    const client = await ownClient(world)
    const ada = await world.signIn('ada@example.com')
    const signedInAt = world.clock.now()
    const { json } = await world.signInto(client, ada.token, { scope: 'openid full_access' })
    world.clock.advance(20 * minute)
    const setPassword = async (session: string) =>
      (await world.call('POST', '/passwords/session/reset', { password, session_duration_minutes: 30 }, { session }))
        .outcome
    expect(await setPassword(ada.token)).toBe('step_up_required')
    const begun = (await exchange(world, json.access_token)).data
    const grown = (await exchange(world, json.access_token, ada.token)).data
    for (const { session_token } of [begun, grown]) {
      expect(await setPassword(session_token)).toBe('step_up_required')
      const silent = { client_id: client.id, scope: 'openid', prompt: 'none', max_age: '60' }
      expect((await world.consent(silent, session_token)).query.error).toBe('login_required')
    }
    const again = await world.signInto(client, grown.session_token, { scope: 'openid' })
    expect(decodeJwt(again.json.id_token ?? '')).toMatchObject({
      ...{ acr: 'urn:latchkey:aal:1', auth_time: Math.floor(signedInAt / 1_000) },
    })
  })

  it('a name that no text can hold is an unknown application, not an outage', async () => {
    const world = await createIdpWorld(storage)
    for (const id of ['\0', 'a\0b', '%00', '\uFFFF%ED%A0%80']) {
      const authorization = `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`
      const { status, json } = await world.post('/oauth2/token', { grant_type: 'client_credentials' }, { authorization })
      expect([id, status, json.error]).toEqual([id, 401, 'invalid_client'])
    }
  })

  it('descriptions are fetched for a stranger only so often', async () => {
    let fetched = 0
    const world = await createIdpWorld(storage, {
      settings: { identityProvider: { ...identityProvider, clientIdMetadataDocuments: true } },
      outbound: () => (url) => {
        fetched += 1
        return Promise.resolve(Response.json({ client_id: String(url), client_name: 'N', redirect_uris: [callback] }))
      },
    })
    const answers = new Set<number>()
    for (let index = 0; index < 40; index += 1) {
      const page = await world.authorizePage({ client_id: `https://rp.example.net/${index}`, ...challenge() })
      answers.add(page.answer.status)
    }
    expect([...answers]).toEqual([303, 429])
    expect(fetched).toBeLessThan(40)
    const { oauth_clients } = await listClients(world)
    expect(oauth_clients.length).toBe(fetched)
    // Whoever is known already is not a stranger.
    expect((await world.authorizePage({ client_id: 'https://rp.example.net/0', ...challenge() })).answer.status).toBe(303)
  })

  it('nobody can use up the limit of a public application for everybody', async () => {
    const world = await createIdpWorld(storage, {
      config: { limits: { requests_per_oauth_client: { limit: 5, windowMs: minute } } },
    })
    const open = await world.newClient({ client_type: 'third_party_public' })
    const token = async (peerAddress: string) => {
      const body = new URLSearchParams({ client_id: open.id, grant_type: 'refresh_token', refresh_token: 'x' })
      const request = new Request(`${world.issuer}/oauth2/token`, { method: 'POST', body })
      return (await world.provider.fetch(request, { peerAddress })).status
    }
    for (let index = 0; index < 10; index += 1) await token('198.51.100.66')
    expect(await token('203.0.113.7')).toBe(400)
  })

  it('consent that was planted before the address was proven is consent of nobody', async () => {
    const world = await createIdpWorld(storage)
    const mallorys = await world.newClient({ client_name: 'Mallory' })
    const email = 'ada@example.com'
    const planted = await world.call('POST', '/passwords', { email, password, session_duration_minutes: 30 })
    const scope = 'openid email profile phone offline_access'
    await world.signInto(mallorys, planted.data.session_token, { scope })
    const ada = await world.signIn(email)
    expect(ada.userId).toBe(planted.data.user_id)
    const silent = await world.consent({ client_id: mallorys.id, scope, prompt: 'none' }, ada.token, {
      consent_granted: undefined,
    })
    expect(silent.query).toMatchObject({ error: 'consent_required' })
    const apps = await world.call('GET', '/users/connected_apps', undefined, { session: ada.token })
    expect(apps.data).toMatchObject({ connected_apps: [] })
  })

  it('a thief who was let in by an application is out with the old password', async () => {
    const world = await createIdpWorld(storage)
    const client = await ownClient(world)
    const ada = await world.signIn('ada@example.com')
    const thief = await world.signIn('ada@example.com')
    const { json } = await world.signInto(client, thief.token, { scope: 'openid offline_access full_access' })
    const changed = await world.call(
      ...(['POST', '/passwords/session/reset'] as const),
      { password, session_duration_minutes: 30 },
      { session: ada.token },
    )
    expect(changed.status).toBe(200)
    expect((await exchange(world, json.access_token)).outcome).toBe('invalid_access_token')
    expect((await refresh(world, client, json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it('whom an operator signs out everywhere is signed out everywhere', async () => {
    const world = await createIdpWorld(storage)
    const client = await ownClient(world)
    const ada = await world.signIn('ada@example.com')
    const { json } = await world.signInto(client, ada.token, { scope: 'openid offline_access full_access' })
    await administrationOf(world).call(adminEndpoints.adminSessionsRevoke, {
      project: world.project,
      request: { user_id: ada.userId },
    })
    expect((await exchange(world, json.access_token)).outcome).toBe('invalid_access_token')
    expect((await refresh(world, client, json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it('an ID token that has expired ends no session, by whatever program it is shown', async () => {
    const world = await createIdpWorld(storage)
    const client = await world.newClient()
    const ada = await world.signIn('ada@example.com', { minutes: 600 })
    const { json } = await world.signInto(client, ada.token)
    world.clock.advance(61 * minute)
    const query = new URLSearchParams({ id_token_hint: json.id_token ?? '' })
    const page = await world.fetch(new Request(`${world.issuer}/oauth2/logout?${query}`))
    const confirmation = /name="confirmation" value="([^"]+)"/.exec(page.text)?.[1] ?? 'none'
    await world.post('/oauth2/logout', { confirmation }).catch(() => null)
    const alive = await world.call('GET', '/users/me', undefined, { session: ada.token })
    expect([page.status, confirmation, alive.status]).toEqual([200, 'none', 200])
  })

  function challenge() {
    return { code_challenge: pkcePair().code_challenge }
  }
  function administrationOf({ vault, clock, project }: IdpWorld) {
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
    const context = { storage, vault, clock, random, baseUrl: new URL(project.issuer).origin }
    return createAdministration(context, { operator: 'cli:tests' })
  }
  function listClients(world: IdpWorld) {
    return administrationOf(world).call(adminEndpoints.adminOAuthClientsList, {
      project: world.project,
      request: { limit: 100 },
    })
  }
  void asClient
  void basic
})
