import { adminEndpoints } from '@latchkey/contract/admin'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
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
const backchannel = 'https://rp.example.net/backchannel'
const password = 'violet kettle 8 harbours'
const everything = 'openid offline_access full_access'

describe.each(engines)('the end of grants and sessions on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** A project with a back-channel logout endpoint; `logouts` returns the logout tokens it received. */
  async function createListeningHarness(): Promise<{ harness: IdpHarness; logouts(): Promise<unknown[]> }> {
    const tokens: string[] = []
    const harness = await createIdpHarness(storage, {
      outbound: (fakes) => async (url, init) => {
        if (String(url) !== backchannel) return fakes(url, init)
        tokens.push(new URLSearchParams(init?.body).get('logout_token') ?? '')
        return new Response(null, { status: 200 })
      },
    })
    const logouts = async () => {
      await harness.provider.outbox.drain()
      const claims = tokens.splice(0).map((token) => decodeJwt(token))
      // Tests share the storage, so the outbox has messages of other projects.
      return claims.flatMap(({ iss, aud, sub, sid }) => (iss === harness.issuer ? [{ aud, sub, sid }] : []))
    }
    return { harness, logouts }
  }

  const ownClient = (harness: IdpHarness) =>
    harness.newClient({
      client_type: 'first_party',
      scopes: everything.split(' '),
      backchannel_logout_uri: backchannel,
    })

  async function exchange(harness: IdpHarness, access_token = '', session: string | null = null) {
    const body = { access_token, session_duration_minutes: 30 }
    const { data } = await harness.call('POST', '/sessions/exchange_access_token', body, { session })
    return { token: data.session_token as string, id: data.session.session_id as string }
  }

  const isAlive = async (harness: IdpHarness, session: string): Promise<boolean> =>
    (await harness.call('POST', '/sessions/authenticate', {}, { session })).status === 200

  type End = (harness: IdpHarness, given: { client: TestClient; code: string; refresh: string; ada: string }) => unknown
  const refresh = (harness: IdpHarness, client: TestClient, refresh_token: string) =>
    harness.token(client, { grant_type: 'refresh_token', refresh_token })
  const ends: [string, End][] = [
    [
      'the user revokes consent',
      (harness, { client, ada }) =>
        harness.call('POST', `/users/connected_apps/${client.id}/revoke`, undefined, { session: ada }),
    ],
    [
      'the client revokes its refresh token',
      (harness, { client, refresh: token }) =>
        harness.post('/oauth2/revoke', { token, client_id: client.id, client_secret: client.secret }),
    ],
    [
      'the refresh token is reused',
      async (harness, { client, refresh: token }) => {
        await refresh(harness, client, token)
        harness.clock.advance(minute)
        await refresh(harness, client, token)
      },
    ],
    [
      'the code is reused',
      (harness, { client, code }) =>
        harness.token(client, { grant_type: 'authorization_code', code, redirect_uri: callback }),
    ],
    [
      'an operator removes the client',
      (harness, { client }) =>
        administrationOf(harness).call(adminEndpoints.adminOAuthClientsDelete, {
          ...{ project: harness.project, params: { client_id: client.id }, request: null },
        }),
    ],
  ]

  it.each(casesOn(engine, ends))('ends a session that an application started when %s', async (_, end) => {
    const { harness } = await createListeningHarness()
    const client = await ownClient(harness)
    const other = await ownClient(harness)
    const ada = await harness.signIn('ada@example.com', { minutes: 600 })
    const request = { client_id: client.id, scope: everything }
    const { query } = await harness.consent(request, ada.token)
    const code = query.code ?? ''
    const { json } = await harness.token(client, { grant_type: 'authorization_code', code, redirect_uri: callback })
    const begun = await exchange(harness, json.access_token)
    const others = await exchange(
      harness,
      (await harness.signInto(other, ada.token, { scope: everything })).json.access_token,
    )
    // A session that the user started does not end, although the access token added a factor to it.
    const grown = await exchange(harness, json.access_token, ada.token)
    expect(await isAlive(harness, begun.token)).toBe(true)
    await end(harness, { client, code, refresh: json.refresh_token ?? '', ada: grown.token })
    expect([
      await isAlive(harness, begun.token),
      await isAlive(harness, others.token),
      await isAlive(harness, grown.token),
    ]).toEqual([false, true, true])
  })

  it.inTurn(
    'ends a session that an application started with the session of its grant, unless it has offline access',
    async () => {
      const { harness, logouts } = await createListeningHarness()
      const client = await ownClient(harness)
      const ada = await harness.signIn('ada@example.com')
      const brief = await exchange(
        harness,
        (await harness.signInto(client, ada.token, { scope: 'openid full_access' })).json.access_token,
      )
      const lasting = await exchange(
        harness,
        (await harness.signInto(client, ada.token, { scope: everything })).json.access_token,
      )
      // A session from an access token authorizes another client.
      const second = await ownClient(harness)
      await harness.signInto(second, brief.token, { scope: 'openid' })
      await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })
      expect([await isAlive(harness, brief.token), await isAlive(harness, lasting.token)]).toEqual([false, true])
      const of = (aud: string, sid: string) => ({ aud, sub: ada.accountId, sid })
      expect(await logouts()).toEqual(expect.arrayContaining([of(client.id, ada.sessionId), of(second.id, brief.id)]))
    },
  )

  it.inTurn('ends a session that is started while consent is revoked', async () => {
    const [begun, goOn] = [gate(), gate()]
    const slow = withChangedTransactions(storage, ({ sessions }) => {
      const insert: typeof sessions.insert = async (session) => {
        if (session.factors.some(({ delivery_method }) => delivery_method.includes('exchange'))) {
          begun.open()
          await goOn.opened
        }
        return sessions.insert(session)
      }
      return { sessions: { ...sessions, insert } }
    })
    const harness = await createIdpHarness(slow)
    const client = await ownClient(harness)
    const ada = await harness.signIn('ada@example.com')
    const { json } = await harness.signInto(client, ada.token, { scope: everything })
    const exchanged = exchange(harness, json.access_token)
    await begun.opened
    const taken = harness.call('POST', `/users/connected_apps/${client.id}/revoke`, undefined, { session: ada.token })
    await new Promise((resolve) => setTimeout(resolve, 300))
    goOn.open()
    expect((await taken).status).toBe(200)
    expect(await isAlive(harness, (await exchanged).token)).toBe(false)
  })

  it.inTurn('sends a back-channel logout for sessions that the first verification of an address ends', async () => {
    const { harness, logouts } = await createListeningHarness()
    const client = await ownClient(harness)
    const email = 'ada@example.com'
    const planted = await harness.call('POST', '/passwords', { email, password, session_duration_minutes: 30 })
    await harness.signInto(client, planted.data.session_token, { scope: everything })
    expect(await logouts()).toEqual([])
    const ada = await harness.signIn(email)
    expect(await logouts()).toEqual([{ aud: client.id, sub: ada.accountId, sid: planted.data.session.session_id }])
  })

  it.inTurn('sends a back-channel logout for the sessions of a deleted user', async () => {
    const { harness, logouts } = await createListeningHarness()
    const client = await ownClient(harness)
    const ada = await harness.signIn('ada@example.com')
    await harness.signInto(client, ada.token, { scope: everything })
    await administrationOf(harness).call(adminEndpoints.adminUsersDelete, {
      ...{ project: harness.project, params: { user_id: ada.accountId }, request: null },
    })
    expect(await logouts()).toEqual([{ aud: client.id, sub: ada.accountId, sid: ada.sessionId }])
  })

  it.inTurn('removes a dynamically registered client after a month, unless a user has authorized it', async () => {
    const harness = await createIdpHarness(storage, {
      settings: { identityProvider: { ...identityProvider, dynamicRegistration: true } },
    })
    const register = async (): Promise<string> => {
      const body = JSON.stringify({ redirect_uris: [callback], token_endpoint_auth_method: 'none' })
      const headers = { 'content-type': 'application/json' }
      const answer = await harness.fetch(
        new Request(`${harness.issuer}/oauth2/register`, { method: 'POST', body, headers }),
      )
      return JSON.parse(answer.text).client_id
    }
    const [used, unused] = [await register(), await register()]
    const { token } = await harness.signIn('ada@example.com')
    expect((await harness.signInto({ id: used, secret: '' }, token)).status).toBe(200)
    const client = await harness.newClient()
    const isThere = async (): Promise<boolean[]> => {
      await harness.provider.tidy()
      const { oauthClients } = storage
      const found = []
      for (const id of [used, unused, client.id]) found.push((await oauthClients.get(harness.project.id, id)) !== null)
      return found
    }
    harness.clock.advance(29 * 24 * 60 * minute)
    expect(await isThere()).toEqual([true, true, true])
    harness.clock.advance(2 * 24 * 60 * minute)
    expect(await isThere()).toEqual([true, false, true])
  })

  it.inTurn('admits a removed client with a metadata document only by an operator', async () => {
    const id = 'https://rp.example.net/client.json'
    let fetched = 0
    const harness = await createIdpHarness(storage, {
      settings: { identityProvider: { ...identityProvider, clientIdMetadataDocuments: true } },
      outbound: () => () => {
        fetched += 1
        return Promise.resolve(Response.json({ client_id: id, redirect_uris: [callback] }))
      },
    })
    const { code_challenge } = pkcePair()
    const ask = async () =>
      (await harness.authorizePage({ client_id: id, scope: 'openid', code_challenge })).answer.status
    expect([await ask(), fetched]).toEqual([303, 1])
    const params = { client_id: id }
    await administrationOf(harness).call(adminEndpoints.adminOAuthClientsDelete, {
      ...{ project: harness.project, params, request: null },
    })
    harness.clock.advance(60 * minute)
    expect([await ask(), await ask(), fetched]).toEqual([404, 404, 1])
    expect(await storage.oauthClients.get(harness.project.id, id)).toBeNull()
    const admit = () =>
      administrationOf(harness).call(adminEndpoints.adminOAuthClientsAdmit, {
        ...{ project: harness.project, params, request: null },
      })
    await admit()
    expect([await ask(), fetched]).toEqual([303, 2])
    await expect(admit()).rejects.toMatchObject({ type: 'oauth_client_not_found' })
  })

  function gate() {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { opened, open: () => open() }
  }
  function administrationOf({ vault, clock, project }: IdpHarness) {
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
    const context = { storage, vault, clock, random, baseUrl: new URL(project.issuer).origin }
    return createAdministration(context, { operator: 'cli:tests' })
  }
})
