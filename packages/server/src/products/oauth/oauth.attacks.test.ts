import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { OutboundFetch, OutboundInit } from '../../outbound/outbound-fetch.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type Answer, engines, type Harness, landing, openTestStorage } from '../../testing/harness.ts'
import {
  addFakes,
  begin,
  type CallbackRequest,
  comeBack,
  consent,
  createOAuthHarness,
  land,
  redeem,
  signInWith,
} from './oauth.suite.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', emailVerified: true }

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>
}

/** Lets a test change the response of the token endpoint. */
function rewriteTokenResponse(change: {
  body?: (json: Record<string, unknown>, address: string) => unknown
  response?: () => Response
}) {
  return (fakes: OutboundFetch): OutboundFetch =>
    async (address, init?: OutboundInit) => {
      const isToken = String(address).endsWith('/token')
      if (isToken && change.response) return change.response()
      const answer = await fakes(address, init)
      if (!isToken || !change.body) return answer
      return Response.json(await change.body((await answer.json()) as Record<string, unknown>, String(address)))
    }
}

describe.each(engines)('attacks on OAuth on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: Harness
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createOAuthHarness(storage)
  })
  afterAll(() => storage.close())

  const callbackError = 'oauth_flow_callback_error'
  /** The result in the query of the host page: `token`, or the error. */
  const result = ({ status, headers }: Answer): string | null => {
    const url = new URL(headers.get('location') ?? `none:${status}`)
    if (`${url.origin}${url.pathname}` !== landing || status !== 303) return url.href
    return url.searchParams.has('token') ? 'token' : url.searchParams.get('latchkey_error')
  }
  const withParameter = ({ url, form }: CallbackRequest, name: string, value: string | null): CallbackRequest => {
    const next = new URL(url)
    if (value === null) next.searchParams.delete(name)
    else next.searchParams.set(name, value)
    return { url: next.href, form }
  }

  it.inTurn('rejects a sign-in that another browser began, and one without a cookie (O-2)', async () => {
    const own = await begin(harness, 'google')
    const other = await begin(harness, 'google')
    const back = await consent(harness, own.location)
    expect(result(await comeBack(harness, back, other.browser))).toBe(callbackError)
    expect(result(await comeBack(harness, back, { cookie: '' }))).toBe(callbackError)
    expect(result(await comeBack(harness, back, { cookie: `${own.browser.cookie}x` }))).toBe(callbackError)
    // The rejected calls did not consume the state.
    expect(result(await comeBack(harness, back, own.browser))).toBe('token')
  })

  it.inTurn('rejects a state of another flow, an unknown state and a used one', async () => {
    const first = await begin(harness, 'google')
    const back = await consent(harness, first.location)
    for (const state of ['made-up', '', null])
      expect((await comeBack(harness, withParameter(back, 'state', state), first.browser)).status).toBe(400)
    expect((await comeBack(harness, back, first.browser)).status).toBe(303)
    expect(result(await comeBack(harness, back, first.browser))).toBe(callbackError)
  })

  it.inTurn(
    'responds to a program with the error type, and to a user with a page that repeats no part of the request',
    async () => {
      const { location, browser } = await begin(harness, 'google')
      const { url } = await consent(harness, location)
      const program = await harness.fetch(new Request(url, { headers: { accept: 'application/json' } }))
      expect([program.outcome, program.status]).toEqual(['oauth_flow_callback_error', 400])
      const page = await comeBack(harness, withParameter({ url, form: null }, 'state', '<script>'), browser)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.text).not.toContain('<script>')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  it.inTurn(
    'rejects a state at the callback of another identity provider, and a response of another issuer (O-7)',
    async () => {
      const google = await begin(harness, 'google')
      const { url } = await consent(harness, google.location)
      const github = new URL((await begin(harness, 'github')).location).searchParams.get('redirect_uri') ?? ''
      // Without `iss`, only the state shows which identity provider it belongs to.
      const crossed = withParameter({ url: `${github}${new URL(url).search}`, form: null }, 'iss', null)
      expect(result(await comeBack(harness, crossed, google.browser))).toBe(callbackError)
      // The mix-up consumed the state.
      expect(result(await comeBack(harness, { url, form: null }, google.browser))).toBe(callbackError)

      const otherProject = await harness.newProject()
      await addFakes(harness, otherProject)
      const third = await begin(harness, 'google')
      const other = await begin(harness, 'google', {}, { project: otherProject })
      const otherCallback = new URL(other.location).searchParams.get('redirect_uri') ?? ''
      const moved = `${otherCallback}${new URL((await consent(harness, third.location)).url).search}`
      expect((await comeBack(harness, { url: moved, form: null }, third.browser)).status).toBe(400)
    },
  )

  it.each([
    ['google', 'https://accounts.google.com', 303],
    ['google', 'https://evil.example', 400],
    ['google', 'https://accounts.google.com/', 400],
    ['google', 'accounts.google.com', 400],
    ['google', '', 400],
    ['google', null, 400],
    ['github', 'https://github.com/login/oauth', 303],
    ['github', 'https://github.com', 400],
    ['github', 'https://accounts.google.com', 400],
    // GitHub does not document that it always sends `iss`.
    ['github', null, 303],
    ['microsoft', 'https://evil.example/v2.0', 400],
    ['gitlab', 'https://accounts.google.com', 400],
  ] as const)('answers a response of %s with issuer %j by status %i (O-7)', async (...row) => {
    const [provider, issuer, status] = row
    // A new flow for each case, so that only the issuer can be wrong.
    const { location, browser } = await begin(harness, provider)
    const back = withParameter(await consent(harness, location), 'iss', issuer)
    const answer = await comeBack(harness, back, browser)
    expect(result(answer)).toBe(status === 400 ? callbackError : 'token')
    if (status === 400) return
    const token = new URL(answer.headers.get('location') ?? '').searchParams.get('token') ?? ''
    expect((await redeem(harness, token)).outcome).toBe('200')
  })

  it.inTurn('accepts a form post only from Apple, and a query only from other identity providers', async () => {
    const apple = await begin(harness, 'apple')
    const posted = await consent(harness, apple.location)
    const asQuery = { url: `${posted.url}?${posted.form}`, form: null }
    expect((await comeBack(harness, asQuery, apple.browser)).status).toBe(405)
    const landed = await comeBack(harness, posted, apple.browser)
    expect(landed.status).toBe(303)

    const google = await begin(harness, 'google')
    const back = await consent(harness, google.location)
    const asForm = { url: back.url.split('?')[0] ?? '', form: new URL(back.url).searchParams }
    expect((await comeBack(harness, asForm, google.browser)).status).toBe(405)
    const json = new Request(posted.url, {
      ...{ method: 'POST', body: '{}' },
      headers: { 'content-type': 'application/json', cookie: apple.browser.cookie },
    })
    expect((await harness.fetch(json)).outcome).toBe('unsupported_media_type')
  })

  it.inTurn('sets cookies that scripts cannot read, sent across sites for Apple only', async () => {
    const [google, apple] = [await begin(harness, 'google'), await begin(harness, 'apple')]
    expect([google, apple].map(({ answer }) => answer.headers.get('set-cookie')?.replace(/=[\w-]{43}/, '=…'))).toEqual([
      '__Host-latchkey_oauth=…; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
      '__Host-latchkey_oauth_post=…; Path=/; Max-Age=600; HttpOnly; SameSite=None; Secure',
    ])
    const again = await begin(harness, 'google', {}, google)
    expect(again.browser).toEqual(google.browser)
    expect(again.location).not.toBe(google.location)
  })

  it.inTurn('rejects a replayed code and returns the error to the host page', async () => {
    const first = await begin(harness, 'google')
    const second = await begin(harness, 'google')
    const code = new URL((await consent(harness, first.location)).url).searchParams.get('code')
    const back = await consent(harness, second.location)
    // PKCE toward the identity provider: a code of another flow has another challenge.
    const injected = await comeBack(harness, withParameter(back, 'code', code), second.browser)
    expect(result(injected)).toBe(callbackError)
  })

  it.inTurn('redirects a canceled sign-in to the host page with the error', async () => {
    for (const provider of ['google', 'apple', 'github'] as const) {
      const { landing: page } = await land(harness, provider, { cancel: 'true' })
      expect(page.href).toBe(`${landing}?latchkey_token_type=oauth&latchkey_error=oauth_access_denied`)
    }
  })

  it.inTurn(
    'redirects a sign-in that failed at the identity provider to the host page with another error',
    async () => {
      const { location, browser } = await begin(harness, 'google')
      const back = new URL((await consent(harness, location)).url)
      back.searchParams.delete('code')
      back.searchParams.set('error', 'server_error')
      const failed = await comeBack(harness, { url: back.href, form: null }, browser)
      expect(failed.headers.get('location')).toBe(
        `${landing}?latchkey_token_type=oauth&latchkey_error=${callbackError}`,
      )
    },
  )

  it.inTurn('does not link an account by an unverified address (A-2)', async () => {
    const own = await createOAuthHarness(storage)
    const owner = await own.signIn('alan@example.com')
    const claims = [
      ['google', { account: 'alan' }],
      ['github', { account: 'alan' }],
      ['microsoft', { account: 'alan' }],
      ['discord', { account: 'alan' }],
      ['apple', { account: 'alan' }],
      // These never send that an address is verified.
      ['facebook', { email: 'alan@example.com' }],
      ['amazon', { email: 'alan@example.com' }],
      ['coinbase', { email: 'alan@example.com' }],
      ['figma', { email: 'alan@example.com' }],
    ] as const
    const users = new Set<string>()
    for (const [provider, choice] of claims) {
      const { data, outcome } = await signInWith(own, provider, choice)
      expect([provider, outcome, data.user.emails]).toEqual([provider, '200', []])
      users.add(data.user_id)
    }
    expect(users.size).toBe(claims.length)
    expect(users.has(owner.accountId)).toBe(false)
  })

  it.inTurn('links an account by a verified address in any letter case', async () => {
    const own = await createOAuthHarness(storage)
    const owner = await own.signIn('grace@example.com')
    const linked = await signInWith(own, 'gitlab', { email: 'Grace@EXAMPLE.com', email_verified: 'true' })
    expect([linked.data.user_id, linked.data.user.emails.length]).toEqual([owner.accountId, 1])
  })

  it.inTurn('keeps an identity at its account when its address changes (A-4)', async () => {
    let isRenamed = false
    const own: Harness = await createOAuthHarness(storage, {
      outbound: rewriteTokenResponse({
        async body(json) {
          if (!isRenamed) return json
          // Ada's account at Google now has Bob's address.
          const nonce = String(readClaims(String(json.id_token)).nonce)
          const change = { email: 'bob@example.com', email_verified: true }
          return { ...json, id_token: await own.fakes.oneTapToken(ada, { nonce, change }) }
        },
      }),
    })
    const { data } = await signInWith(own, 'google')
    const bob = await own.signIn('bob@example.com')
    isRenamed = true
    const again = await signInWith(own, 'google')
    expect([again.data.user_id, again.data.user.emails.map(({ email }) => email)]).toEqual([
      ...[data.user_id, ['ada@example.com']],
    ])
    expect(again.data.user_id).not.toBe(bob.accountId)
  })

  it.inTurn('disables a password that was set before the address was first verified (A-1)', async () => {
    const own = await createOAuthHarness(storage)
    const planted = {
      email: 'victim@example.com',
      password: 'correct horse battery staple 42',
      session_duration_minutes: 30,
    }
    const attacker = await own.call('POST', '/passwords', planted)
    expect(attacker.outcome).toBe('200')
    const victim = await signInWith(own, 'google', { email: 'victim@example.com', email_verified: 'true' })
    expect([victim.data.user_id, victim.data.user.emails[0]?.verified]).toEqual([attacker.data.user_id, true])
    const me = await own.call('GET', '/users/me', undefined, { session: attacker.data.session_token })
    expect(me.outcome).toBe('user_unauthenticated')
    const authenticated = await own.call('POST', '/passwords/authenticate', planted)
    expect(authenticated.outcome).toBe('reset_password')
    expect((await own.lastMessage('victim@example.com')).codes).toEqual([])
  })

  it.inTurn('rejects a redirect URL that is not on the redirect list (O-1)', async () => {
    for (const name of ['login_redirect_url', 'signup_redirect_url'])
      for (const address of [
        ...['https://evil.example/', '//evil.example', '/relative', 'javascript:alert(1)', `${landing}.evil.example`],
        ...[`${landing}#x`, `${landing}/../x`, 'http://app.example.com/authenticate', `${landing}?token=x`],
      ]) {
        const { answer, location } = await begin(harness, 'google', { [name]: address })
        expect([address, answer.outcome, location]).toEqual([address, 'invalid_redirect_url', ''])
      }
    const twice = new URL(
      `https://auth.example.com/v1/public/oauth/google/start?public_token=${harness.project.publicToken}`,
    )
    twice.search += `&login_redirect_url=${encodeURIComponent(landing)}&login_redirect_url=https://evil.example/`
    expect((await harness.fetch(new Request(twice))).outcome).toBe('schema_error')
  })

  it.inTurn('rejects a redirect URL that was removed from the redirect list since the start', async () => {
    const own = await createOAuthHarness(storage)
    const { location, browser } = await begin(own, 'google')
    const { settings, revision, id } = own.project
    const redirectUrls = { ...settings.redirectUrls, login: [`${landing}/new`], signup: [`${landing}/new`] }
    await storage.projects.updateSettings(id, revision, { ...settings, redirectUrls })
    const back = await comeBack(own, await consent(own, location), browser)
    expect([back.status, back.headers.get('location')]).toEqual([400, null])
  })

  it.inTurn('rejects a response after more than ten minutes', async () => {
    const own = await createOAuthHarness(storage)
    const { location, browser } = await begin(own, 'github')
    const back = await consent(own, location)
    own.clock.advance(10 * 60_000)
    expect(result(await comeBack(own, back, browser))).toBe(callbackError)
  })

  describe('with an invalid response of the identity provider', () => {
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged = (header: object, claims: object): string => {
      const content = `${encode(header)}.${encode(claims)}`
      return `${content}.${sign('sha256', Buffer.from(content), key.privateKey).toString('base64url')}`
    }
    const change =
      (next: (claims: Record<string, unknown>, token: string, own: Harness) => string | Promise<string>) =>
      async (): Promise<string> => {
        const own: Harness = await createOAuthHarness(storage, {
          outbound: rewriteTokenResponse({
            body: async (json) => ({
              ...json,
              id_token: await next(readClaims(String(json.id_token)), String(json.id_token), own),
            }),
          }),
        })
        const { token, error } = await land(own, 'google')
        return error ?? (await redeem(own, token)).outcome
      }
    const restated = (own: Harness, claims: Record<string, unknown>, changed: object): Promise<string> =>
      own.fakes.oneTapToken(ada, { nonce: String(claims.nonce), change: changed })

    const refused = 'oauth_flow_callback_error'
    const answers: [name: string, outcome: () => Promise<string>, expected: string][] = [
      ['no change at all', change((_, token) => token), '200'],
      ['another audience', change((claims, _, own) => restated(own, claims, { aud: 'another' })), refused],
      ['another issuer', change((claims, _, own) => restated(own, claims, { iss: 'https://evil.example' })), refused],
      ['another nonce', change((_claims, _, own) => restated(own, { nonce: 'another' }, {})), refused],
      ['no nonce', change((_claims, _, own) => own.fakes.oneTapToken(ada, { nonce: null })), refused],
      [
        'an expired token',
        change((claims, _, own) => restated(own, claims, { exp: own.clock.now() / 1_000 - 86_400 })),
        refused,
      ],
      ['no subject', change((claims, _, own) => restated(own, claims, { sub: undefined })), refused],
      ['alg none', change((claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`), refused],
      ['another key', change((claims) => forged({ alg: 'RS256', kid: 'unknown' }, claims)), refused],
      [
        'HS256 with the public key',
        change(async (claims, _, own) => {
          const jwks = await (
            await own.fakes.fetch(new Request('https://auth.example.com/dev/identity-providers/google/jwks'))
          ).text()
          const content = `${encode({ alg: 'HS256' })}.${encode(claims)}`
          return `${content}.${createHmac('sha256', jwks).update(content).digest('base64url')}`
        }),
        refused,
      ],
      ['a token of another signature', change((_, token) => `${token.slice(0, -8)}AAAAAAAA`), refused],
    ]
    it.each(answers)('answers an ID token with %s by the expected result', async (_, outcome, expected) => {
      expect(await outcome()).toBe(expected)
    })

    it.each([
      ['redirects', () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } })],
      ['fails', () => new Response('<h1>Oops</h1>', { status: 500, headers: { 'content-type': 'text/html' } })],
      ['sends HTML', () => new Response('<h1>Oops</h1>', { headers: { 'content-type': 'text/html' } })],
      ['sends nothing', () => new Response('{}', { headers: { 'content-type': 'application/json' } })],
      ['sends another kind of thing', () => Response.json([1, 2, 3])],
      ['is unreachable', () => Promise.reject(new Error('canary')) as unknown as Response],
    ])('its token endpoint %s (F17)', async (_, response) => {
      const own = await createOAuthHarness(storage, { outbound: rewriteTokenResponse({ response }) })
      for (const provider of ['google', 'github', 'twitter'] as const) {
        const { token, error } = await land(own, provider)
        expect([token, error]).toEqual(['', 'oauth_flow_callback_error'])
      }
      expect(own.logs.join('')).not.toContain('canary')
      expect(own.logs.join('')).toContain('sign-in at an identity provider failed')
    })
  })

  it.inTurn('stores no private key in plain text', async () => {
    const stored = await storage.oauthCredentials.get(harness.project.id, 'apple')
    expect(stored?.secretSealed).not.toContain('PRIVATE KEY')
    expect(() => createPrivateKey(stored?.secretSealed ?? '')).toThrow()
  })
})
