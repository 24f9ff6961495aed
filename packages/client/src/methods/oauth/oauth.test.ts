import { oauthProviders } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { clientInternals } from '../../context/client-internals.ts'
import type { ClientOptions } from '../../core/options.ts'
import { api, createTestSetup, fail, makeAuth, makeBootstrap, publicToken, rejection } from '../../test-setup.suite.ts'

const finish = '/oauth/authenticate'
const minutes = { session_duration_minutes: 30 }
const page = 'https://app.example.com/'

function createHarness(isPkceRequired = false, options: ClientOptions = {}) {
  const setup = createTestSetup()
  const values = { access_token: 'a', id_token: 'i', refresh_token: '', scopes: ['email'], expires_at: null }
  const answer = { ...makeAuth('s1'), provider_subject: '7', provider_type: 'Google', provider_values: values }
  setup.script.on(`/projects/bootstrap/${publicToken}`, {
    data: makeBootstrap({ pkce_required_for_oauth: isPkceRequired, cname_domain: 'auth.tea.example' }),
  })
  setup.script.on(finish, { data: answer })
  const { client, tab } = setup.open({ href: page, ...options })
  const { pkce } = clientInternals(client)
  const bodies = (): unknown[] => setup.script.to(finish).map(({ body }) => body)
  return { setup, client, tab, pkce, bodies, answer }
}

describe('oauth start', () => {
  it.each(oauthProviders)('navigates to %s through the API host [C-OAU-01] [C-OAU-03]', async (provider) => {
    const { client, tab, pkce } = createHarness()
    await client.oauth[provider].start()
    expect(tab.href()).toBe(
      `${api}/v1/public/oauth/${provider}/start?public_token=${publicToken}&code_challenge=${pkce.find('oauth')?.code_challenge}`,
    )
  })

  it('sends all options in this order [C-OAU-04] [C-OAU-05] [C-OAU-06] [C-OAU-07] [C-OAU-08] [C-PKCE-06]', async () => {
    const { client, tab, pkce } = createHarness(true)
    await client.oauth.google.start({
      oauth_attach_token: 'attach-1',
      signup_redirect_url: 'https://app.example.com/up?a=1',
      login_redirect_url: 'https://app.example.com/in?b=2',
      provider_params: { login_hint: 'ada@example.com', prompt: 'consent' },
      custom_scopes: ['calendar', 'drive.readonly'],
    })
    expect([...new URL(tab.href()).searchParams]).toEqual([
      ['public_token', publicToken],
      ['code_challenge', pkce.find('oauth')?.code_challenge],
      ['custom_scopes', 'calendar drive.readonly'],
      ['provider_login_hint', 'ada@example.com'],
      ['provider_prompt', 'consent'],
      ['login_redirect_url', 'https://app.example.com/in?b=2'],
      ['signup_redirect_url', 'https://app.example.com/up?a=1'],
      ['oauth_attach_token', 'attach-1'],
    ])
    expect(pkce.find('oauth')).toBeDefined()
  })

  it('sends a challenge even if the project requires none (A-14)', async () => {
    const { client, tab, pkce } = createHarness(false)
    await client.oauth.github.start({ custom_scopes: ['repo'] })
    expect([...new URL(tab.href()).searchParams.keys()]).toEqual(['public_token', 'code_challenge', 'custom_scopes'])
    expect(pkce.find('oauth')).toBeDefined()
  })

  it('requests a token that adds an identity to the signed-in user', async () => {
    const { client, setup, tab } = createHarness()
    setup.script.on('/oauth/attach', { data: { oauth_attach_token: 'attach-1' } })
    const { oauth_attach_token } = await client.oauth.attach('google')
    expect([oauth_attach_token, tab.href()]).toEqual(['attach-1', page])
    expect(setup.script.to('/oauth/attach').map(({ method, body }) => [method, body])).toEqual([
      ['POST', { provider: 'google' }],
    ])
    expect((await rejection(client.oauth.attach(7 as never))).message).toBe(
      'Invalid call to oauth.attach\nprovider must be a string',
    )
    expect(setup.script.to('/oauth/attach')).toHaveLength(1)
  })

  it('navigates with oauth start only [C-OAU-02]', async () => {
    const { client, setup, tab } = createHarness(true)
    for (const path of ['/magic_links/email/login_or_create', '/passwords/email/reset/start']) {
      setup.script.on(path, { data: {} })
    }
    setup.script.on('/otps/email/login_or_create', { data: { method_id: 'm' } })
    setup.script.on('/crypto_wallets/authenticate/start/primary', { data: { challenge: 'c' } })
    await client.magicLinks.email.loginOrCreate('a@example.com')
    await client.otps.email.loginOrCreate('a@example.com')
    await client.passwords.resetByEmailStart({ email: 'a@example.com' })
    await client.cryptoWallets.authenticateStart({ crypto_wallet_address: 'a', crypto_wallet_type: 'solana' })
    expect(tab.href()).toBe(page)
    await client.oauth.google.start()
    expect(tab.href()).not.toBe(page)
  })

  it('uses the domain of the project if no other is set', async () => {
    const { client, tab } = createHarness(false, { domains: undefined } as never)
    await client.oauth.google.start()
    const { origin, pathname } = new URL(tab.href())
    expect(origin + pathname).toBe('https://auth.tea.example/v1/public/oauth/google/start')
  })

  it('checks its arguments before it navigates [C-VAL-19] [C-VAL-20]', async () => {
    const { client, tab, pkce } = createHarness(true)
    const { start } = client.oauth.apple
    const messages = await Promise.all(
      [
        start({ custom_scopes: 'email' as never }),
        start({ custom_scopes: [7 as never] }),
        start({ provider_params: 'x' as never }),
        start({ login_redirect_url: 7 as never }),
        start({ signup_redirect_url: 7 as never }),
      ].map(async (call) => (await rejection(call)).message.replace('Invalid call to oauth.apple.start\n', '')),
    )
    expect(messages).toEqual([
      'custom_scopes must be an array of strings',
      'custom_scopes must be an array of strings',
      'provider_params must be an object',
      'login_redirect_url must be a string',
      'signup_redirect_url must be a string',
    ])
    expect([tab.href(), pkce.find('oauth')]).toEqual([page, undefined])
  })
})

describe('oauth.authenticate', () => {
  it('sends token, verifier and duration, and clears the pair [C-CALL-40] [C-PKCE-10]', async () => {
    const { client, bodies, pkce, answer, tab } = createHarness(true)
    await client.oauth.google.start()
    const code_verifier = pkce.find('oauth')?.code_verifier
    const data = await client.oauth.authenticate('token-1', minutes)
    expect(bodies()).toEqual([{ token: 'token-1', ...minutes, code_verifier }])
    expect(data).toMatchObject(answer)
    expect(pkce.find('oauth')).toBeUndefined()
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
    expect(tab.log).toEqual([])
  })

  it('rejects a sign-in that started in another browser, whatever the project requires, and logs why (A-14) [C-PKCE-16]', async () => {
    const { client, bodies, tab } = createHarness(false)
    tab.press()
    const error = await rejection(client.oauth.authenticate('token-1', minutes))
    expect(error).toMatchObject({ name: 'SdkError', kind: 'missing_pkce' })
    expect(bodies()).toEqual([])
    expect(tab.log).toEqual([{ level: 'warn', text: '[Latchkey] No code verifier found for OAuth.' }])
  })

  it('does not retry without a verifier after a mismatch (A-14)', async () => {
    const { client, setup, bodies, tab, pkce } = createHarness(false)
    await client.oauth.google.start()
    tab.press()
    setup.script.on(finish, fail('pkce_mismatch'))
    expect(await rejection(client.oauth.authenticate('token-1', minutes))).toMatchObject({ kind: 'missing_pkce' })
    expect(bodies()).toEqual([{ token: 'token-1', ...minutes, code_verifier: pkce.find('oauth')?.code_verifier }])
  })

  it('keeps the pair when it fails [C-PKCE-12]', async () => {
    const { client, setup, pkce } = createHarness(true)
    await client.oauth.google.start()
    setup.script.on(finish, fail('oauth_token_not_found', 404))
    expect(await rejection(client.oauth.authenticate('token-1', minutes))).toMatchObject({
      error_type: 'oauth_token_not_found',
    })
    expect(pkce.find('oauth')).toBeDefined()
  })

  it('checks its arguments first [C-VAL-07] [C-VAL-17] [C-VAL-18]', async () => {
    const { client, bodies } = createHarness()
    expect((await rejection(client.oauth.authenticate(7 as never, minutes))).message).toBe(
      'Invalid call to oauth.authenticate\ntoken must be a string',
    )
    for (const options of [undefined, {}, { session_duration_minutes: '30' }]) {
      expect((await rejection(client.oauth.authenticate('t', options as never))).message).toBe(
        'Invalid call to oauth.authenticate\nsession_duration_minutes must be a number',
      )
    }
    expect(bodies()).toEqual([])
  })
})
