import { type OAuthProvider, oauthProviders } from '@latchkey/contract'
import { endpointSchemas } from '@latchkey/contract/schemas'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { newAttachToken } from '../../social-login/attach.ts'
import { setOAuthCredentials } from '../../social-login/credentials.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, type Harness, landing, openTestStorage, pkcePair } from '../../testing/harness.ts'
import { addFakes, begin, createOAuthHarness, land, redeem, signInWith } from './oauth.suite.ts'

const random = { bytes: (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length)) }

/** The claims that a fake identity provider does not send about Ada. */
const missingClaims: Partial<Record<OAuthProvider, { email?: null; locale?: null; idToken?: '' }>> = {
  ...{ microsoft: { locale: null }, apple: { locale: null }, twitch: { locale: null } },
  ...{ github: { locale: null, idToken: '' }, bitbucket: { locale: null, idToken: '' }, discord: { idToken: '' } },
  ...{ facebook: { email: null, locale: null, idToken: '' }, amazon: { email: null, locale: null, idToken: '' } },
  ...{ coinbase: { email: null, locale: null, idToken: '' }, figma: { email: null, locale: null, idToken: '' } },
  ...{ twitter: { email: null, locale: null, idToken: '' }, tiktok: { email: null, locale: null, idToken: '' } },
  snapchat: { email: null, locale: null, idToken: '' },
}

describe.each(engines)('OAuth on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: Harness
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createOAuthHarness(storage)
  })
  afterAll(() => storage.close())

  it.inTurn('redirects a start at a project’s API host to the provider’s own host', async () => {
    const own = await createOAuthHarness(storage, { settings: { cnameDomain: 'sign-in.example.com' } })
    const rest = `/v1/public/oauth/google/start?public_token=${own.project.publicToken}&custom_scopes=a+b`
    const start = async (host: string) => {
      const { status, headers } = await own.fetch(new Request(`https://${host}${rest}`))
      return [status, headers.get('location')?.split('?')[0], headers.has('set-cookie')]
    }
    const answer = await own.fetch(new Request(`https://sign-in.example.com${rest}`))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `https://auth.example.com${rest}`])
    expect(answer.headers.has('set-cookie')).toBe(false)
    const authorizationUrl = 'https://auth.example.com/dev/identity-providers/google/authorization'
    // Behind a proxy that sends another host, there is no redirect loop.
    expect([await start('auth.example.com'), await start('10.0.0.7')]).toEqual([
      [302, authorizationUrl, true],
      [302, authorizationUrl, true],
    ])
  })

  it.each(oauthProviders)('signs a user up with %s, and in again', async (provider) => {
    const email = `${provider}@example.com`
    const choice = { email, name: 'Ada Lovelace', email_verified: 'true' }
    const first = await land(harness, provider, choice)
    expect(`${first.landing.origin}${first.landing.pathname}`).toBe(landing)
    expect(first.landing.searchParams.get('latchkey_token_type')).toBe('oauth')
    const { data, outcome } = await redeem(harness, first.token)
    expect(outcome).toBe('200')
    expect(endpointSchemas.oauthAuthenticate.response.safeParse(data).success).toBe(true)

    const { email: sentEmail = email, locale = 'en-GB', idToken } = missingClaims[provider] ?? {}
    const [registration] = data.user.providers
    const [emailRegistration] = data.user.emails
    expect(data.user.name).toEqual({ first_name: 'Ada', middle_name: '', last_name: 'Lovelace' })
    expect(data.user.emails.map((one) => [one.email, one.verified])).toEqual(sentEmail === null ? [] : [[email, true]])
    expect(registration).toEqual({
      oauth_user_registration_id: expect.stringMatching(/^oauth-user-test-/),
      provider_subject: data.provider_subject,
      provider_type: provider,
      profile_picture_url: data.profile_picture_url,
      locale,
    })
    expect(data.provider_subject).not.toBe('')
    expect([data.provider_type, data.locale]).toEqual([provider, locale])
    expect(data.profile_picture_url).toEqual(
      provider === 'apple' || provider === 'microsoft' || provider === 'amazon'
        ? null
        : expect.stringMatching('https://'),
    )
    expect(data.provider_values).toEqual({
      access_token: expect.stringMatching(/^[\w-]{32}$/),
      id_token: idToken ?? expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/-refresh$/),
      scopes: expect.arrayContaining([expect.any(String)]),
      expires_at: new Date(harness.clock.now() + 3_600_000).toISOString(),
    })
    expect(data.session.authentication_factors).toEqual([
      {
        type: 'oauth',
        delivery_method: `oauth_${provider}`,
        last_authenticated_at: data.session.started_at,
        created_at: data.session.started_at,
        updated_at: data.session.started_at,
        [`${provider}_oauth_factor`]: {
          id: registration?.oauth_user_registration_id,
          ...(emailRegistration ? { email_id: emailRegistration.email_id } : {}),
          provider_subject: data.provider_subject,
        },
      },
    ])

    const again = await signInWith(harness, provider, choice)
    expect([again.outcome, again.data.user_id, again.data.user.providers]).toEqual([
      ...['200', data.user_id],
      data.user.providers,
    ])
  })

  it.inTurn('redirects a new user to the sign-up URL and an existing user to the login URL', async () => {
    const own = await createOAuthHarness(storage, {
      settings: {
        redirectUrls: {
          ...{ login: [`${landing}/in`], signup: [`${landing}/up`] },
          ...{ reset_password: [], logout: [] },
        },
      },
    })
    const up = await land(own, 'google')
    await redeem(own, up.token)
    const again = await land(own, 'google')
    const byAddress = await land(own, 'github')
    expect([up, again, byAddress].map(({ landing: { pathname } }) => pathname)).toEqual([
      ...['/authenticate/up', '/authenticate/in', '/authenticate/in'],
    ])
  })

  it.inTurn(
    'passes scopes and parameters of the host page to the identity provider, but none that replace its own',
    async () => {
      const { location } = await begin(harness, 'google', {
        custom_scopes: 'https://www.googleapis.com/auth/calendar email',
        provider_login_hint: 'ada@example.com',
        provider_hd: 'example.com',
      })
      const query = new URL(location).searchParams
      expect([query.get('scope'), query.get('login_hint'), query.get('hd')]).toEqual([
        ...['openid email profile https://www.googleapis.com/auth/calendar', 'ada@example.com', 'example.com'],
      ])
      for (const name of ['client_id', 'redirect_uri', 'state', 'scope', 'nonce', 'response_mode', 'made_up']) {
        const { answer } = await begin(harness, 'google', { [`provider_${name}`]: 'x' })
        expect([answer.outcome, answer.json.query?.[0]?.dataPath]).toEqual(['schema_error', `.provider_${name}`])
      }
      for (const custom_scopes of ['a"b', 'a,b', 'a\\b', 'x'.repeat(300)])
        expect((await begin(harness, 'google', { custom_scopes })).answer.outcome).toBe('schema_error')
    },
  )

  it.inTurn('binds the token to the code challenge of the host page [C-CALL-40]', async () => {
    const pair = pkcePair()
    const { token } = await land(harness, 'google', undefined, { code_challenge: pair.code_challenge })
    expect((await redeem(harness, token)).outcome).toBe('pkce_mismatch')
    expect((await redeem(harness, token, { code_verifier: pkcePair().code_verifier })).outcome).toBe('pkce_mismatch')
    expect((await redeem(harness, token, { code_verifier: pair.code_verifier })).outcome).toBe('200')
  })

  it.inTurn('rejects a start without a code challenge if the project requires PKCE', async () => {
    const own = await createOAuthHarness(storage, {
      settings: { pkceRequired: { emailMagicLinks: true, passwordResets: true, oauth: true, sso: true } },
    })
    expect((await begin(own, 'google')).answer.outcome).toBe('pkce_required')
    expect((await begin(own, 'google', { code_challenge: 'plain' })).answer.outcome).toBe('schema_error')
    const { code_challenge } = pkcePair()
    expect((await begin(own, 'google', { code_challenge })).answer.status).toBe(302)
  })

  it.inTurn('accepts a token once, within two minutes, in its own project', async () => {
    const { token } = await land(harness, 'github')
    const other = await createOAuthHarness(storage)
    expect((await redeem(other, token)).outcome).toBe('oauth_token_not_found')
    expect((await redeem(harness, token)).outcome).toBe('200')
    expect((await redeem(harness, token)).outcome).toBe('oauth_token_not_found')
    expect((await redeem(harness, 'made up')).outcome).toBe('oauth_token_not_found')
    const late = await land(harness, 'github')
    harness.clock.advance(2 * 60_000)
    expect((await redeem(harness, late.token)).outcome).toBe('oauth_token_not_found')
  })

  it.inTurn('adds the factor to the session of the same user and starts a new session for another user', async () => {
    const own = await createOAuthHarness(storage)
    const ada = await own.signIn('ada@example.com')
    const joined = await signInWith(own, 'google', { account: 'ada' }, { session: ada.token })
    expect([
      joined.data.session.session_id,
      joined.data.session.authentication_factors.map(({ type }) => type),
    ]).toEqual([ada.sessionId, ['otp', 'oauth']])
    const grace = await signInWith(own, 'google', { account: 'grace' }, { session: joined.data.session_token })
    expect(grace.data.user_id).not.toBe(ada.accountId)
    expect(grace.data.session.session_id).not.toBe(ada.sessionId)
  })

  it.inTurn('removes an identity, but not the last factor', async () => {
    const own = await createOAuthHarness(storage)
    const { data } = await signInWith(own, 'google')
    const id = data.user.providers[0]?.oauth_user_registration_id
    const removed = await own.call('DELETE', `/users/oauth/${id}`, undefined, { session: data.session_token })
    expect([removed.outcome, removed.data.__user.providers]).toEqual(['200', []])
    const only = await signInWith(own, 'twitter')
    const last = await own.call(
      ...(['DELETE', `/users/oauth/${only.data.user.providers[0]?.oauth_user_registration_id}`, undefined] as const),
      { session: only.data.session_token },
    )
    expect(last.outcome).toBe('last_factor')
  })

  it.inTurn('adds an identity to the account that the attach token was issued for (A-5)', async () => {
    const own = await createOAuthHarness(storage)
    const ada = await own.signIn('ada@example.com')
    const attach = (accountId: string, provider: OAuthProvider) =>
      newAttachToken(storage, { clock: own.clock, random }, own.project, { accountId, provider })
    const { token: oauth_attach_token } = await attach(ada.accountId, 'google')
    // It is rejected at another identity provider, and not consumed there.
    expect((await begin(own, 'github', { oauth_attach_token })).answer.outcome).toBe('oauth_token_not_found')
    const { token } = await land(own, 'google', { account: 'grace' }, { oauth_attach_token })
    const { data } = await redeem(own, token, {}, { session: ada.token })
    expect([data.user_id, data.user.emails.map(({ email }) => email), data.user.providers.length]).toEqual([
      ...[ada.accountId, ['ada@example.com'], 1],
    ])
    expect((await begin(own, 'google', { oauth_attach_token })).answer.outcome).toBe('oauth_token_not_found')
    const bob = await own.signIn('bob@example.com')
    const second = await attach(bob.accountId, 'google')
    const taken = await land(own, 'google', { account: 'grace' }, { oauth_attach_token: second.token })
    const options = { session: bob.token }
    expect((await redeem(own, taken.token, {}, options)).outcome).toBe('duplicate_oauth_registration')
  })

  it.inTurn('adds an identity with an attach token that the signed-in user requested', async () => {
    const own = await createOAuthHarness(storage)
    const ada = await own.signIn('ada@example.com')
    const requestToken = (session: string | null, provider = 'github') =>
      own.call('POST', '/oauth/attach', { provider }, { session })
    expect([(await requestToken(null)).outcome, (await requestToken(ada.token, 'myspace')).outcome]).toEqual([
      'user_unauthenticated',
      'schema_error',
    ])
    const { oauth_attach_token } = Object((await requestToken(ada.token)).data)
    const { token, landing: page } = await land(own, 'github', { email: 'other@example.com' }, { oauth_attach_token })
    expect(`${page.origin}${page.pathname}`).toBe(landing)
    const { data } = await redeem(own, token, {}, { session: ada.token })
    expect([data.user_id, data.user.providers.map(({ provider_type }) => provider_type)]).toEqual([
      ada.accountId,
      ['github'],
    ])
    // It works once, and only at the identity provider that it was requested for.
    expect((await begin(own, 'github', { oauth_attach_token })).answer.outcome).toBe('oauth_token_not_found')
    const another = Object((await requestToken(data.session_token)).data)
    expect((await begin(own, 'google', another)).answer.outcome).toBe('oauth_token_not_found')
  })

  it.inTurn(
    'rejects an attach token for an impersonator, without a recent sign-in, or for a provider without credentials',
    async () => {
      const own = await createOAuthHarness(storage, { settings: { stepUpMinutes: 5 } })
      const ada = await own.signIn('ada@example.com')
      own.clock.advance(6 * 60_000)
      const late = await own.call('POST', '/oauth/attach', { provider: 'github' }, { session: ada.token })
      expect(late.outcome).toBe('step_up_required')
      const bare = await own.newProject()
      const options = { project: bare, session: (await own.signIn('ada@example.com', { project: bare })).token }
      expect((await own.call('POST', '/oauth/attach', { provider: 'github' }, options)).outcome).toBe(
        'oauth_config_not_found',
      )
    },
  )

  it.inTurn('finishes an attach only in a session of the account it began for (A-5)', async () => {
    const own = await createOAuthHarness(storage)
    const [ada, eve] = [await own.signIn('ada@example.com'), await own.signIn('eve@example.com')]
    const attachment = { accountId: ada.accountId, provider: 'google' } as const
    const { token: oauth_attach_token } = await newAttachToken(
      storage,
      { clock: own.clock, random },
      own.project,
      attachment,
    )
    const { token } = await land(own, 'google', { account: 'grace' }, { oauth_attach_token })
    expect((await redeem(own, token, {}, { session: eve.token })).outcome).toBe('unauthorized_action')
    expect((await redeem(own, token)).outcome).toBe('user_unauthenticated')
    const unchanged = await Promise.all(
      [ada, eve].map(async ({ token: session }) => {
        const { data } = await own.call('POST', '/sessions/authenticate', {}, { session })
        return [data.session.session_id, data.user.providers, data.session.authentication_factors.length]
      }),
    )
    expect(unchanged).toEqual([
      [ada.sessionId, [], 1],
      [eve.sessionId, [], 1],
    ])
    // The rejected calls did not consume it.
    const { data } = await redeem(own, token, {}, { session: ada.token })
    expect([data.user_id, data.session.session_id, data.user.providers.length]).toEqual([
      ada.accountId,
      ada.sessionId,
      1,
    ])
  })

  it.inTurn('requires a recent sign-in to attach an identity if the project requires step-up', async () => {
    const own = await createOAuthHarness(storage, { settings: { stepUpMinutes: 5 } })
    const ada = await own.signIn('ada@example.com', { minutes: 60 })
    const attachment = { accountId: ada.accountId, provider: 'google' } as const
    own.clock.advance(6 * 60_000)
    const { token: oauth_attach_token } = await newAttachToken(
      storage,
      { clock: own.clock, random },
      own.project,
      attachment,
    )
    const { token } = await land(own, 'google', { account: 'grace' }, { oauth_attach_token })
    expect((await redeem(own, token, {}, { session: ada.token })).outcome).toBe('step_up_required')
    const { token: session } = await own.signIn('ada@example.com', { minutes: 60 })
    expect((await redeem(own, token, {}, { session })).data.user_id).toBe(ada.accountId)
  })

  it.inTurn('rejects OAuth if it is disabled, has no credentials, or the project is a business project', async () => {
    const off = await createOAuthHarness(storage, {
      settings: {
        enabledMethods: { ...harness.project.settings.enabledMethods, oauth: false },
      },
    })
    expect((await begin(off, 'google')).answer.outcome).toBe('method_not_enabled')
    expect((await redeem(off, 'x')).outcome).toBe('method_not_enabled')
    await storage.oauthCredentials.remove(off.project.id, 'google')
    const project = await harness.newProject()
    expect((await begin(harness, 'google', {}, { project })).answer.outcome).toBe('oauth_config_not_found')
    const business = await harness.newProject({ vertical: 'B2B' })
    expect((await begin(harness, 'google', {}, { project: business })).answer.outcome).toBe('wrong_vertical')
    expect((await begin(harness, 'google', { public_token: 'unknown' })).answer.outcome).toBe('invalid_public_token')
    expect((await begin(harness, 'hubspot')).answer.outcome).toBe('endpoint_not_found')
  })

  it.inTurn('keeps existing credentials and redirects to the real identity provider', async () => {
    const own = await createOAuthHarness(storage)
    const clock = own.clock
    await setOAuthCredentials(storage, { vault: own.vault, clock, random }, own.project, {
      ...{ provider: 'google', clientId: 'real', secret: { clientSecret: 's' } },
    })
    await addFakes(own, own.project)
    expect(new URL((await begin(own, 'google')).location).host).toBe('accounts.google.com')
    expect(new URL((await begin(own, 'github')).location).host).toBe('auth.example.com')
  })

  it.inTurn('neither stores nor logs tokens, secrets or addresses of an identity provider in plain text', async () => {
    const { token } = await land(harness, 'google', { email: 'canary@example.com', email_verified: 'true' })
    const rows = JSON.stringify(await storage.oauthCredentials.list(harness.project.id))
    expect(rows).not.toContain('secret"')
    expect(rows).not.toContain('latchkey-fake-google-secret')
    const { data } = await redeem(harness, token)
    const logs = harness.logs.join('')
    for (const secret of [token, data.provider_values.access_token, 'canary@example.com', 'latchkey-fake'])
      expect(logs).not.toContain(secret)
  })
})
