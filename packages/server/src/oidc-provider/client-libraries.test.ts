import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage, type SignedInUser } from '../testing/harness.ts'
import {
  callback,
  consentPage,
  createIdpHarness,
  type IdpHarness,
  loggedOut,
  type TestClient,
} from './oidc-provider.suite.ts'

const scope = 'openid profile email offline_access'

/** Unmodified client libraries against a listening provider. */
describe('a client application', () => {
  let storage: Storage
  let harness: IdpHarness
  let client: TestClient
  let ada: SignedInUser
  const logoutTokens: string[] = []
  const server = createServer(
    getRequestListener((request) => harness.provider.fetch(request, { peerAddress: '127.0.0.1' })),
  )
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
    storage = await openTestStorage('sqlite')
    harness = await createIdpHarness(storage, {
      config: { baseUrl, mode: 'development' },
      outbound: () => async (_url, init) => {
        logoutTokens.push(new URLSearchParams(init?.body).get('logout_token') ?? '')
        return new Response(null, { status: 200 })
      },
    })
    // The libraries read the machine's clock.
    harness.clock.advance(Date.now() - harness.clock.now())
    client = await harness.newClient({
      ...{ client_credentials: true, scopes: ['openid', 'profile', 'email', 'offline_access', 'notes:read'] },
      backchannel_logout_uri: 'https://rp.example.net/backchannel',
    })
    ada = await harness.signIn('ada@example.com')
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await storage.close()
  })

  /** What the browser does: the provider, the page that asks for consent, and back. */
  async function browse(url: URL): Promise<URL> {
    const answer = await fetch(url, { redirect: 'manual' })
    const page = new URL(answer.headers.get('location') ?? '')
    expect(`${page.origin}${page.pathname}`).toBe(consentPage)
    const fields = { ...Object.fromEntries(page.searchParams), consent_granted: 'true' }
    const { url: back } = await harness.submit(fields, ada.token)
    if (!back) throw new Error('the application got no answer')
    return back
  }

  it('signs in, refreshes, introspects, revokes and logs out with openid-client', async () => {
    const config = await openid.discovery(new URL(harness.issuer), client.id, client.secret, undefined, {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    })
    const [pkceCodeVerifier, expectedState, expectedNonce] = [
      openid.randomPKCECodeVerifier(),
      openid.randomState(),
      openid.randomNonce(),
    ]
    const url = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: callback, scope, state: expectedState, nonce: expectedNonce },
      ...{ code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier), code_challenge_method: 'S256' },
    })
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
    const tokens = await openid.authorizationCodeGrant(config, await browse(url), checks)
    expect(tokens.claims()).toMatchObject({ sub: ada.accountId, aud: client.id, email: 'ada@example.com' })
    const info = await openid.fetchUserInfo(config, tokens.access_token, ada.accountId)
    expect(info).toMatchObject({ sub: ada.accountId, email: 'ada@example.com', email_verified: true })
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(renewed.claims()?.sub).toBe(ada.accountId)
    expect(await openid.tokenIntrospection(config, renewed.access_token)).toMatchObject({ active: true, scope })
    const own = await openid.clientCredentialsGrant(config, { scope: 'notes:read' })
    expect(own.scope).toBe('notes:read')
    await openid.tokenRevocation(config, renewed.refresh_token ?? '')
    expect(await openid.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false })
    const ending = openid.buildEndSessionUrl(config, {
      ...{ post_logout_redirect_uri: loggedOut, id_token_hint: renewed.id_token ?? '', state: 'bye' },
    })
    const confirmation = new URL((await fetch(ending, { redirect: 'manual' })).headers.get('location') ?? '')
    const { data } = await harness.call('POST', '/oauth/logout/start', Object.fromEntries(confirmation.searchParams), {
      session: ada.token,
    })
    expect(data).toMatchObject({ redirect_uri: `${loggedOut}?state=bye`, consent_required: false })
  })

  it('signs in as a public client with oauth4webapi', async () => {
    const issuer = new URL(harness.issuer)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const open = await harness.newClient({ client_type: 'third_party_public', client_name: 'A page' })
    const rp: oauth.Client = { client_id: open.id }
    const verifier = oauth.generateRandomCodeVerifier()
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const url = new URL(as.authorization_endpoint ?? '')
    const query = {
      ...{ client_id: open.id, redirect_uri: callback, response_type: 'code', scope, state, nonce },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const params = oauth.validateAuthResponse(as, rp, await browse(url), state)
    const answered = await oauth.authorizationCodeGrantRequest(
      as,
      rp,
      oauth.None(),
      params,
      callback,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(as, rp, answered, {
      ...{ expectedNonce: nonce, requireIdToken: true },
    })
    await oauth.validateApplicationLevelSignature(as, answered, insecure)
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    expect(claims).toMatchObject({ sub: ada.accountId, aud: open.id })
    const info = await oauth.userInfoRequest(as, rp, tokens.access_token, insecure)
    expect(await oauth.processUserInfoResponse(as, rp, ada.accountId, info)).toMatchObject({ email: 'ada@example.com' })
    const request = await oauth.refreshTokenGrantRequest(as, rp, oauth.None(), tokens.refresh_token ?? '', insecure)
    const renewed = await oauth.processRefreshTokenResponse(as, rp, request)
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    // The access token as an API would check it (RFC 9068).
    const call = new Request('https://api.example.net/notes', {
      headers: { authorization: `Bearer ${renewed.access_token}` },
    })
    expect(await oauth.validateJwtAccessToken(as, call, harness.issuer, insecure)).toMatchObject({ sub: ada.accountId })
    const revoked = await oauth.revocationRequest(as, rp, oauth.None(), renewed.refresh_token ?? '', insecure)
    await oauth.processRevocationResponse(revoked)
  })

  it('receives a back-channel logout when the session ends', async () => {
    await harness.signInto(client, ada.token)
    await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })
    await harness.provider.outbox.drain()
    expect(logoutTokens).toHaveLength(1)
    const issuer = new URL(harness.issuer)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const { createRemoteJWKSet, jwtVerify } = await import('jose')
    const { payload } = await jwtVerify(logoutTokens[0] ?? '', createRemoteJWKSet(new URL(as.jwks_uri ?? '')), {
      ...{ issuer: harness.issuer, audience: client.id, typ: 'logout+jwt' },
    })
    expect(payload).toMatchObject({ sub: ada.accountId, sid: ada.sessionId })
  })
})
