import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callback,
  createIdpHarness,
  type IdpHarness,
  identityProvider,
  loggedOut,
} from '../oidc-provider/oidc-provider.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { engines, openTestStorage, pkcePair } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const { code_challenge } = pkcePair()
const good = { code_challenge, scope: 'openid', state: 'x' }

/** Requests that the authorization endpoint rejects, one for each check. */
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

const documentId = 'https://rp.example.net/client.json'
const metadata = { client_name: 'Notes', redirect_uris: [callback], post_logout_redirect_uris: [loggedOut] }

/** Registers a client application without an operator and returns its client id. */
const sources: Record<string, (harness: IdpHarness) => Promise<string>> = {
  async 'registered itself'(harness) {
    const { text } = await harness.fetch(
      new Request(`${harness.issuer}/oauth2/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...metadata, token_endpoint_auth_method: 'none' }),
      }),
    )
    return JSON.parse(text).client_id
  },
  // The provider reads the document at the first request.
  'is described by a metadata document': async () => documentId,
}

const variants = engines.flatMap((engine) => Object.keys(sources).map((source) => [source, engine] as const))

describe.each(variants)('a client application that %s on %s', (source, engine) => {
  let storage: Storage
  let harness: IdpHarness
  let clientId: string
  let document: () => Response = () => Response.json({ client_id: documentId, ...metadata })
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createIdpHarness(storage, {
      settings: {
        identityProvider: { ...identityProvider, dynamicRegistration: true, clientIdMetadataDocuments: true },
      },
      outbound: (fakes) => async (url, init) => (String(url) === documentId ? document() : fakes(url, init)),
    })
    clientId = (await sources[source]?.(harness)) ?? ''
  })
  afterAll(() => storage.close())

  it.each(Object.entries(wrong))('gets no redirect for an error: %s (O-15)', async (_, change) => {
    for (const method of ['GET', 'POST'] as const) {
      noteVariants(1)
      const { url, answer } = await harness.authorizePage({ client_id: clientId, ...good, ...change }, method)
      expect([url, answer.status >= 400, answer.text.includes(callback)]).toEqual([null, true, false])
    }
  })

  it('gets a redirect only after a decision of the user (O-15)', async () => {
    const { token } = await harness.signIn('ada@example.com')
    const silent = { client_id: clientId, ...good, prompt: 'none' }
    const unanswered = { consent_granted: 'false' }
    harness.clock.advance(2_000)
    // The user is not signed in or has not consented, and the page sends no answer.
    const arrivals = [
      await harness.consent(silent, null, unanswered, 'user_unauthenticated'),
      await harness.consent(silent, null, { ...unanswered, consent_denied: 'true' }, 'user_unauthenticated'),
      await harness.consent(silent, token, unanswered),
      await harness.consent({ client_id: clientId, ...good }, token, unanswered),
      await harness.consent({ client_id: clientId, ...good, max_age: '0' }, token, unanswered, 'step_up_required'),
    ]
    expect(arrivals.map(({ url, answer }) => [url, answer.status >= 400])).toEqual(arrivals.map(() => [null, true]))
    const denied = await harness.consent({ client_id: clientId, ...good }, token, { consent_denied: 'true' })
    const granted = await harness.consent({ client_id: clientId, ...good }, token)
    expect([denied.query.error, `${granted.url?.origin}${granted.url?.pathname}`, 'code' in granted.query]).toEqual([
      ...['access_denied', callback, true],
    ])
    // The consent of one user does not allow error redirects for others.
    const { url } = await harness.authorizePage({ client_id: clientId, ...good, request: 'x' })
    expect(url).toBeNull()
  })

  it('needs a confirmation at the logout endpoint, with and without a session (O-15)', async () => {
    const { token } = await harness.signIn('ada@example.com')
    const own = await harness.newClient()
    const asks = async (client_id: string, session: string | null) => {
      const body = { client_id, post_logout_redirect_uri: loggedOut }
      return Object((await harness.call('POST', '/oauth/logout/start', body, { session })).data).consent_required
    }
    expect([await asks(clientId, null), await asks(clientId, token)]).toEqual([true, true])
    expect([await asks(own.id, null), await asks(own.id, token)]).toEqual([false, true])
  })

  it('is treated differently from one that an operator has registered (O-15)', async () => {
    const client = await harness.newClient()
    const { query } = await harness.authorizePage({ client_id: client.id, ...good, request: 'x' })
    expect(query.error).toBe('request_not_supported')
  })

  if (source === 'is described by a metadata document')
    it('gets no redirect if its document is missing, invalid or lists another redirect URI (O-15)', async () => {
      const documents: (() => Response)[] = [
        () => new Response('', { status: 404 }),
        () => new Response('<html>'),
        () => Response.json({ client_id: 'https://rp.example.net/other.json', ...metadata }),
        () => Response.json({ client_id: documentId, ...metadata, redirect_uris: ['https://other.example.net/cb'] }),
        () => Response.json({ client_id: documentId, ...metadata, client_secret: 'x' }),
      ]
      const known = document
      for (const changed of documents) {
        noteVariants(1)
        // After this time the provider reads the document again.
        harness.clock.advance(10 * 60_000)
        document = changed
        const { url, answer } = await harness.authorizePage({ client_id: clientId, ...good, request: 'x' })
        expect([url, answer.status >= 400, answer.text.includes(callback)]).toEqual([null, true, false])
      }
      document = known
      harness.clock.advance(10 * 60_000)
      const { token } = await harness.signIn('grace@example.com')
      const granted = await harness.consent({ client_id: clientId, ...good }, token)
      expect('code' in granted.query).toBe(true)
    })
})
