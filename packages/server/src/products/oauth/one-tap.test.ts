import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { fakeAccounts } from '../../dev/social-login/fake-accounts.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import {
  type Answer,
  engines,
  type Harness,
  landing,
  openTestStorage,
  origin,
  pkcePair,
} from '../../testing/harness.ts'
import { createOAuthHarness, redeem } from './oauth.suite.ts'

const ada = fakeAccounts.ada ?? { firstName: '', lastName: '', email: null, emailVerified: false }
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

interface Started {
  googleClientId: string
  oauthCallbackId: string
  csrfToken: string
}

describe.each(engines)('Google One Tap on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: Harness
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createOAuthHarness(storage)
  })
  afterAll(() => storage.close())

  const post = (path: string, body: object, headers: Record<string, string> = {}, one = harness): Promise<Answer> =>
    one.fetch(
      new Request(`https://auth.example.com/v1/frame/one_tap/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://auth.example.com', ...headers },
        body: JSON.stringify({ publicToken: one.project.publicToken, parentOrigin: origin, ...body }),
      }),
    )
  const begin = async (one = harness): Promise<Started> =>
    JSON.parse((await post('start', {}, {}, one)).text) as Started
  const { code_challenge: codeChallenge, code_verifier } = pkcePair()
  const submit = (started: Started, idToken: string, more: object = {}, one = harness): Promise<Answer> =>
    post('submit', { idToken, oauthCallbackID: started.oauthCallbackId, codeChallenge, ...more }, {}, one)
  const tokenIn = (answer: Answer): string =>
    new URL((JSON.parse(answer.text) as { redirect_url: string }).redirect_url).searchParams.get('token') ?? ''

  it.inTurn('returns the URL of the prompt and the client ID', async () => {
    const answer = await post('start', {})
    expect(JSON.parse(answer.text)).toEqual({
      requestId: answer.headers.get('x-request-id'),
      googleClientId: 'latchkey-fake-google',
      oauthCallbackId: expect.stringMatching(/^challenge-test-/),
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      scriptUrl: 'https://auth.example.com/dev/identity-providers/google/client.js',
      fedcmConfigUrl: 'https://auth.example.com/dev/identity-providers/google/fedcm.json',
    })
  })

  it.inTurn('rejects redirect URLs at the start that the submit would reject', async () => {
    const redirects = { loginRedirectURL: 'https://evil.example/in' }
    const none = await createOAuthHarness(storage, {
      settings: { redirectUrls: { login: [], signup: [], reset_password: [], logout: [] } },
    })
    const outcomes = [
      await post('start', { redirects: {} }),
      await post('start', { redirects: { loginRedirectURL: landing, signupRedirectURL: landing } }),
      await post('start', { redirects }),
      await post('start', { redirects: {} }, {}, none),
      // Without redirects at the start, they are checked at the submit.
      await post('start', {}, {}, none),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['200', '200', 'invalid_redirect_url', 'no_redirect_url', '200'])
  })

  it.inTurn('signs in with the requested ID token and redirects with a token', async () => {
    const started = await begin()
    const answer = await submit(started, await harness.fakes.oneTapToken(ada, { nonce: started.csrfToken }))
    const url = new URL((JSON.parse(answer.text) as { redirect_url: string }).redirect_url)
    expect([`${url.origin}${url.pathname}`, url.searchParams.get('latchkey_token_type')]).toEqual([landing, 'oauth'])
    const { outcome, data } = await redeem(harness, tokenIn(answer), { code_verifier })
    expect([outcome, data.provider_type, data.user.emails[0]?.email]).toEqual(['200', 'google', 'ada@example.com'])
  })

  it.inTurn('signs in the same user as the OAuth flow', async () => {
    const one = await begin()
    const first = await redeem(
      harness,
      tokenIn(await submit(one, await harness.fakes.oneTapToken(ada, { nonce: one.csrfToken }))),
      { code_verifier },
    )
    expect(first.data.user.providers).toHaveLength(1)
  })

  it.inTurn(
    'rejects an ID token without a nonce and a submit without a code challenge, whatever the project requires (A-14)',
    async () => {
      for (const isOn of [true, false]) {
        const pkceRequired = { emailMagicLinks: isOn, passwordResets: isOn, oauth: isOn, sso: isOn }
        const one = await createOAuthHarness(storage, { settings: { pkceRequired } })
        const started = await begin(one)
        const loose = await one.fakes.oneTapToken(ada, { nonce: null })
        const bound = await one.fakes.oneTapToken(ada, { nonce: started.csrfToken })
        expect((await submit(started, loose, {}, one)).outcome).toBe('oauth_flow_callback_error')
        expect((await submit(started, bound, { codeChallenge: undefined }, one)).outcome).toBe('pkce_required')
        const answer = await submit(started, bound, {}, one)
        const tries = [{}, { code_verifier: pkcePair().code_verifier }, { code_verifier }]
        const outcomes = []
        for (const verifier of tries) outcomes.push((await redeem(one, tokenIn(answer), verifier)).outcome)
        expect(outcomes).toEqual(['pkce_mismatch', 'pkce_mismatch', '200'])
      }
    },
  )

  it.inTurn('accepts an ID token once, and only for its own prompt', async () => {
    const [own, other] = [await begin(), await begin()]
    const idToken = await harness.fakes.oneTapToken(ada, { nonce: own.csrfToken })
    expect((await submit(other, idToken)).outcome).toBe('oauth_flow_callback_error')
    expect((await submit(own, idToken)).outcome).toBe('200')
    expect((await submit(own, idToken)).outcome).toBe('oauth_flow_callback_error')
    const late = await begin()
    const timely = await harness.fakes.oneTapToken(ada, { nonce: late.csrfToken })
    harness.clock.advance(10 * 60_000)
    expect((await submit(late, timely)).outcome).toBe('oauth_flow_callback_error')
  })

  it.inTurn('accepts a token only on the page that requested it', async () => {
    const second = 'https://second.example.com'
    const both = await createOAuthHarness(storage, { settings: { authorizedOrigins: [origin, second] } })
    const started = await begin(both)
    const idToken = await both.fakes.oneTapToken(ada, { nonce: started.csrfToken })
    expect((await submit(started, idToken, { parentOrigin: second }, both)).outcome).toBe('oauth_flow_callback_error')
    expect((await submit(started, idToken, {}, both)).outcome).toBe('200')
  })

  it.inTurn('rejects an ID token of another issuer, audience, time or algorithm (A-3)', async () => {
    const started = await begin()
    const nonce = started.csrfToken
    const made = (change: object, ownNonce: string | null = nonce): Promise<string> =>
      harness.fakes.oneTapToken(ada, { nonce: ownNonce, change })
    const good = await made({})
    const [, claims = ''] = good.split('.')
    const jwks = await (
      await harness.fakes.fetch(new Request('https://auth.example.com/dev/identity-providers/google/jwks'))
    ).json()
    const confused = `${encode({ alg: 'HS256', kid: (jwks as { keys: [{ kid: string }] }).keys[0].kid })}.${claims}`
    const now = Math.floor(harness.clock.now() / 1_000)
    const bad = [
      await made({ iss: 'https://evil.example' }),
      await made({ iss: 'https://accounts.google.com.evil.example' }),
      await made({ aud: 'another-client' }),
      await made({ aud: ['latchkey-fake-google', 'another-client'] }),
      await made({ azp: 'another-client' }),
      await made({ exp: now - 61 }),
      await made({ exp: undefined }),
      await made({ iat: now + 3_600 }),
      await made({ sub: undefined }),
      await made({}, 'another nonce'),
      await made({}, null),
      `${encode({ alg: 'none' })}.${claims}.`,
      `${confused}.${createHmac('sha256', JSON.stringify(jwks)).update(confused).digest('base64url')}`,
      `${good.slice(0, -8)}AAAAAAAA`,
      'no token',
      '',
    ]
    for (const [index, idToken] of bad.entries())
      expect([index, (await submit(started, idToken)).outcome]).toEqual([index, 'oauth_flow_callback_error'])
    // The rejected tokens did not consume the prompt.
    expect((await submit(started, await made({ iss: 'accounts.google.com' }))).outcome).toBe('200')
  })

  it.inTurn("answers only the provider's own frame in a page of an authorized origin (X-3)", async () => {
    const tries: [object, Record<string, string>][] = [
      [{ parentOrigin: 'https://evil.example' }, {}],
      [{ parentOrigin: 'null' }, {}],
      [{ parentOrigin: '' }, {}],
      [{}, { origin }],
      [{}, { origin: 'https://evil.example' }],
    ]
    for (const [body, headers] of tries)
      for (const path of ['start', 'submit']) {
        const more = path === 'submit' ? { idToken: 'x', oauthCallbackID: 'x' } : {}
        const answer = await post(path, { ...more, ...body }, headers)
        expect(answer.outcome).toBe('unauthorized_origin')
      }
    expect((await post('start', { publicToken: 'unknown' })).outcome).toBe('invalid_public_token')
    expect((await post('start', {}, { 'content-type': 'text/plain' })).outcome).toBe('unsupported_media_type')
  })

  it.inTurn('answers the frame at the project’s own API host, and not at that of another project', async () => {
    const settings = { cnameDomain: 'sign-in.example.com' }
    const own = await createOAuthHarness(storage, { settings })
    const from = { origin: 'https://sign-in.example.com' }
    const outcomes = [await post('start', {}, from, own), await post('start', {}, from)].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['200', 'unauthorized_origin'])
  })

  it.inTurn('rejects a redirect URL that is not on the redirect list, and a project without credentials', async () => {
    const started = await begin()
    const idToken = await harness.fakes.oneTapToken(ada, { nonce: started.csrfToken })
    for (const name of ['loginRedirectURL', 'signupRedirectURL'])
      expect((await submit(started, idToken, { [name]: 'https://evil.example/' })).outcome).toBe('invalid_redirect_url')
    const bare = await harness.newProject()
    expect((await post('start', { publicToken: bare.publicToken })).outcome).toBe('oauth_config_not_found')
  })
})
