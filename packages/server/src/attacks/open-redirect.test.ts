import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callback,
  createIdpWorld,
  type IdpWorld,
  identityProvider,
  loggedOut,
} from '../oidc-provider/identity-provider.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { engines, openTestStorage, pkcePair } from '../testing/harness.ts'

const { code_challenge } = pkcePair()
const good = { code_challenge, scope: 'openid', state: 'x' }

/** Requests that end in an error at the authorization endpoint, one for each check. */
const wrong: Record<string, Record<string, string | undefined>> = {
  'request object': { request: 'x' },
  'request URI': { request_uri: 'https://evil.example/' },
  registration: { registration: '{}' },
  'no response type': { response_type: undefined },
  'other response type': { response_type: 'token' },
  'other response mode': { response_mode: 'fragment' },
  'long state': { state: 'x'.repeat(5_000) },
  'plain challenge': { code_challenge_method: 'plain' },
  'no challenge': { code_challenge: undefined },
  'short challenge': { code_challenge: 'short' },
  'bad age': { max_age: 'x' },
  'prompt of ours': { prompt: 'latchkey_request_x' },
  'contradicting prompts': { prompt: 'none login' },
  'unknown resource': { resource: 'https://evil.example/' },
  'unknown scope': { scope: 'nothing' },
  'bad hint': { id_token_hint: 'x' },
  'too much': { login_hint: 'x'.repeat(4_000), nonce: 'x'.repeat(500), x: 'x'.repeat(6_000) },
}

describe.each(engines)('an application that registered itself on %s', (engine) => {
  let storage: Storage
  let world: IdpWorld
  let clientId: string
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    world = await createIdpWorld(storage, {
      settings: { identityProvider: { ...identityProvider, dynamicRegistration: true } },
    })
    const { text } = await world.fetch(
      new Request(`${world.issuer}/oauth2/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ redirect_uris: [callback], post_logout_redirect_uris: [loggedOut] },
          ...{ token_endpoint_auth_method: 'none', client_name: 'Notes' },
        }),
      }),
    )
    clientId = JSON.parse(text).client_id
  })
  afterAll(() => storage.close())

  it.each(Object.entries(wrong))('gets no redirect for an error: %s (O-15)', async (_, change) => {
    for (const method of ['GET', 'POST'] as const) {
      const { url, answer } = await world.authorizePage({ client_id: clientId, ...good, ...change }, method)
      expect([url, answer.status >= 400, answer.text.includes(callback)]).toEqual([null, true, false])
    }
  })

  it('gets no redirect without a decision of the user, and one after it (O-15)', async () => {
    const { token } = await world.signIn('ada@example.com')
    const silent = { client_id: clientId, ...good, prompt: 'none' }
    // The user is not signed in or has not consented, and the page sends no answer.
    const arrivals = [
      await world.consent(silent, null, { consent_granted: 'false' }),
      await world.consent(silent, null, { consent_denied: 'true', consent_granted: 'false' }),
      await world.consent(silent, token, { consent_granted: 'false' }),
      await world.consent({ client_id: clientId, ...good }, token, { consent_granted: 'false' }),
      await world.consent({ client_id: clientId, ...good, max_age: '0' }, token, { consent_granted: 'false' }),
    ]
    expect(arrivals.map(({ url, answer }) => [url, answer.status >= 400])).toEqual(arrivals.map(() => [null, true]))
    const denied = await world.consent({ client_id: clientId, ...good }, token, { consent_denied: 'true' })
    const granted = await world.consent({ client_id: clientId, ...good }, token)
    expect([denied.query.error, `${granted.url?.origin}${granted.url?.pathname}`, 'code' in granted.query]).toEqual([
      ...['access_denied', callback, true],
    ])
    // One user's consent does not make the application trustworthy for all.
    const { url } = await world.authorizePage({ client_id: clientId, ...good, request: 'x' })
    expect(url).toBeNull()
  })

  it('is asked about at the log-out, with and without a session (O-15)', async () => {
    const { token } = await world.signIn('ada@example.com')
    const own = await world.newClient()
    const asks = async (client_id: string, session: string | null) => {
      const body = { client_id, post_logout_redirect_uri: loggedOut }
      return Object((await world.call('POST', '/oauth/logout/start', body, { session })).data).consent_required
    }
    expect([await asks(clientId, null), await asks(clientId, token)]).toEqual([true, true])
    expect([await asks(own.id, null), await asks(own.id, token)]).toEqual([false, true])
  })

  it('differs in that from an application of an operator (O-15)', async () => {
    const client = await world.newClient()
    const { query } = await world.authorizePage({ client_id: client.id, ...good, request: 'x' })
    expect(query.error).toBe('request_not_supported')
  })
})
