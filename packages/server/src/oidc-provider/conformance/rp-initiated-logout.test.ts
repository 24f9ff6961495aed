import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage, type SignedInUser } from '../../testing/harness.ts'
import {
  consentPage,
  createIdpHarness,
  host,
  type IdpHarness,
  loggedOut,
  type TestClient,
} from '../oidc-provider.suite.ts'

/** The modules of the OpenID Foundation's RP-initiated logout plan, each by its name. */
describe.each(engines)('RP-initiated logout on %s (O-10)', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: IdpHarness
  let client: TestClient
  let ada: SignedInUser
  let hint: string
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createIdpHarness(storage)
    client = await harness.newClient()
  })
  afterAll(() => storage.close())

  async function signIn(): Promise<void> {
    ada = await harness.signIn('ada@example.com')
    hint = (await harness.signInto(client, ada.token)).json.id_token ?? ''
  }

  const isSignedIn = async () =>
    (await harness.call('GET', '/users/me', undefined, { session: ada.token })).outcome === '200'

  /** Calls the end-session endpoint and returns its redirect and page. */
  async function end(query: Record<string, string>) {
    const request = new Request(`${harness.issuer}/oauth2/logout?${new URLSearchParams(query)}`, {
      headers: { accept: 'text/html' },
    })
    const answer = await harness.fetch(request)
    const location = answer.headers.get('location')
    // A GET request alone ends no session.
    expect(await isSignedIn()).toBe(true)
    return { answer, url: location === null ? null : new URL(location) }
  }

  /** The project's page: asks for confirmation, ends the session and redirects. */
  async function goOn(url: URL | null) {
    expect(url?.href.startsWith(consentPage)).toBe(true)
    const { data } = await harness.call('POST', '/oauth/logout/start', Object.fromEntries(url?.searchParams ?? []), {
      session: ada.token,
    })
    await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })
    expect(await isSignedIn()).toBe(false)
    return data as unknown as { redirect_uri: string; consent_required: boolean }
  }

  const whole = () => ({ id_token_hint: hint, post_logout_redirect_uri: loggedOut, state: 'st' })

  it.inTurn('oidcc-rp-initiated-logout', async () => {
    await signIn()
    const { url } = await end(whole())
    expect(await goOn(url)).toMatchObject({ redirect_uri: `${loggedOut}?state=st`, consent_required: false })
  })

  it.inTurn('oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
    const { json } = await harness.get('/.well-known/openid-configuration')
    expect(json.end_session_endpoint).toBe(`${host}/v1/public/${harness.project.id}/oauth2/logout`)
  })

  it.inTurn('oidcc-rp-initiated-logout-bad-id-token-hint', async () => {
    await signIn()
    const { url, answer } = await end({ ...whole(), id_token_hint: 'bad' })
    expect([url, answer.status, answer.text]).toEqual([null, 400, expect.stringContaining('oauth_invalid_request')])
  })

  it.inTurn('oidcc-rp-initiated-logout-modified-id-token-hint', async () => {
    await signIn()
    const [header, , signature] = hint.split('.')
    const claims = { iss: harness.issuer, sub: 'another-user', aud: client.id, exp: 9_999_999_999 }
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const { url, answer } = await end({ ...whole(), id_token_hint: `${header}.${payload}.${signature}` })
    expect([url, answer.status]).toEqual([null, 400])
  })

  it.inTurn('oidcc-rp-initiated-logout-no-id-token-hint', async () => {
    await signIn()
    const unnamed = await end({ post_logout_redirect_uri: loggedOut, state: 'st' })
    expect([unnamed.url, unnamed.answer.status]).toEqual([null, 404])
    const { url } = await end({ client_id: client.id, post_logout_redirect_uri: loggedOut, state: 'st' })
    expect(await goOn(url)).toMatchObject({ redirect_uri: `${loggedOut}?state=st`, consent_required: true })
  })

  it.inTurn('oidcc-rp-initiated-logout-bad-post-logout-redirect-uri', async () => {
    await signIn()
    const { url, answer } = await end({ ...whole(), post_logout_redirect_uri: 'https://evil.example/' })
    expect([url, answer.status, answer.text]).toEqual([
      null,
      400,
      expect.stringContaining('oauth_invalid_redirect_uri'),
    ])
  })

  it.inTurn('oidcc-rp-initiated-logout-no-post-logout-redirect-uri', async () => {
    await signIn()
    const { url, answer } = await end({ id_token_hint: hint, state: 'st' })
    expect([url, answer.status, answer.text]).toEqual([null, 200, expect.stringContaining('Log out?')])
    const confirmation = /name="confirmation" value="([^"]+)"/.exec(answer.text)?.[1] ?? ''
    const confirm = (value: string) =>
      harness.fetch(
        new Request(`${harness.issuer}/oauth2/logout`, {
          ...{ method: 'POST', headers: { accept: 'text/html' }, body: new URLSearchParams({ confirmation: value }) },
        }),
      )
    expect([(await confirm(confirmation.split('').reverse().join(''))).status, await isSignedIn()]).toEqual([400, true])
    const done = await confirm(confirmation)
    expect([done.status, done.text, await isSignedIn()]).toEqual([
      ...[200, expect.stringContaining('You are logged out'), false],
    ])
  })

  it.inTurn('oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri', async () => {
    await signIn()
    const { url, answer } = await end({ ...whole(), post_logout_redirect_uri: `${loggedOut}?foo=bar` })
    expect([url, answer.status]).toEqual([null, 400])
  })

  it.inTurn('oidcc-rp-initiated-logout-no-params', async () => {
    await signIn()
    const { url, answer } = await end({})
    expect([url, answer.status, answer.text]).toEqual([
      null,
      200,
      expect.stringContaining('You have not been logged out'),
    ])
  })

  it.inTurn('oidcc-rp-initiated-logout-no-state', async () => {
    await signIn()
    const { url } = await end({ id_token_hint: hint, post_logout_redirect_uri: loggedOut })
    expect((await goOn(url)).redirect_uri).toBe(loggedOut)
  })

  it.inTurn('oidcc-rp-initiated-logout-only-state', async () => {
    await signIn()
    const { url, answer } = await end({ state: 'st' })
    expect([url, answer.status, answer.text]).toEqual([
      null,
      200,
      expect.stringContaining('You have not been logged out'),
    ])
  })
})
