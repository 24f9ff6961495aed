import { clientInternals } from '@latchkey/client/internal'
import { oauthProviders } from '@latchkey/contract'
import { expect } from 'vitest'
import type { Testkit } from '../index.ts'
import { halfHour, onBothEngines, outcomes, rejection, sentTo } from './contract.suite.ts'

const landing = 'https://app.example.com/'

/** Starts a sign-in and follows the redirects back to the page. */
async function arrive(
  kit: Testkit,
  provider: (typeof oauthProviders)[number],
  who: Parameters<Testkit['identityProviders']['follow']>[1],
): Promise<URL> {
  await kit.client.oauth[provider].start({ login_redirect_url: landing, signup_redirect_url: landing })
  const arrived = new URL(await kit.identityProviders.follow(kit.tab.platform.location.href, who))
  expect(`${arrived.origin}${arrived.pathname}`).toBe(landing)
  return arrived
}

async function land(...flow: Parameters<typeof arrive>): Promise<string> {
  return (await arrive(...flow)).searchParams.get('token') ?? ''
}

onBothEngines('OAuth', (open, _engine, it) => {
  it.inTurn('signs in with each of the 19 providers [C-CALL-40] [C-SES-01] [C-PKCE-06] [C-PKCE-10]', async () => {
    const kit = await open()
    for (const provider of oauthProviders) {
      const token = await land(kit, provider, { email: `${provider}@example.com`, name: 'Ada Lovelace' })
      const done = await kit.client.oauth.authenticate(token, halfHour)
      expect([done.provider_type, done.user.name.first_name]).toEqual([provider, 'Ada'])
      expect(kit.client.session.getSync()?.session_id).toBe(done.session.session_id)
      await kit.client.session.revoke()
    }
    const bodies = sentTo(kit, '/oauth/authenticate').map(({ body }) => Object.keys(Object(body)).sort())
    expect(bodies).toEqual(oauthProviders.map(() => ['code_verifier', 'session_duration_minutes', 'token']))
    // Each sign-in has cleared its pair.
    expect([...kit.browser.storage.keys()].filter((key) => key.includes('pkce'))).toEqual([])
  })

  it.each([true, false])(
    'sends a challenge whether the project requires it or not: %s (A-14) [C-PKCE-06]',
    async (isOn) => {
      const pkceRequired = { emailMagicLinks: !isOn, passwordResets: !isOn, oauth: isOn, sso: !isOn }
      const kit = await open({ settings: { pkceRequired } })
      await kit.client.oauth.google.start()
      const started = kit.tab.href()
      expect(new URL(started).searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
      kit.tab.navigate(await kit.identityProviders.follow(started, { account: 'ada' }))
      expect((await kit.client.authenticateByUrl(halfHour))?.tokenType).toBe('oauth')
    },
  )

  it('rejects an OAuth token if no verifier is stored, although the project requires none (A-14) [C-PKCE-16]', async () => {
    const pkceRequired = { emailMagicLinks: true, passwordResets: true, oauth: false, sso: true }
    const kit = await open({ settings: { pkceRequired } })
    const token = await land(kit, 'google', { account: 'ada' })
    const { client, tab } = kit.openBrowser()
    tab.press()
    expect(await rejection(client.oauth.authenticate(token, halfHour))).toMatchObject({ kind: 'missing_pkce' })
    expect(tab.log).toEqual([{ level: 'warn', text: '[Latchkey] No code verifier found for OAuth.' }])
    expect([client.session.getSync(), sentTo(kit, '/oauth/authenticate')]).toEqual([null, []])
  })

  it.inTurn('rejects a canceled sign-in, and a token that was used', async () => {
    const kit = await open()
    const { href } = await arrive(kit, 'google', 'cancel')
    expect(await outcomes(() => kit.client.authenticateByUrl(halfHour, href))).toEqual(['oauth_access_denied'])
    const token = await land(kit, 'google', { account: 'ada' })
    await kit.client.oauth.authenticate(token, halfHour)
    const error = await rejection(kit.client.oauth.authenticate(token, halfHour))
    expect(error).toMatchObject({ name: 'SdkError', kind: 'missing_pkce' })
    const again = await kit.call('POST', '/oauth/authenticate', { token, ...halfHour })
    expect(again.body.error_type).toBe('oauth_token_not_found')
  })

  it('rejects an OAuth token in another browser, in the client and at the provider (A-14)', async () => {
    const kit = await open()
    const token = await land(kit, 'google', { account: 'ada' })
    const { client } = kit.openBrowser()
    const rejected = () => rejection(client.oauth.authenticate(token, halfHour))
    expect(await rejected()).toMatchObject({ name: 'SdkError', kind: 'missing_pkce' })
    const { code_verifier } = await clientInternals(client).pkce.create('oauth', 30)
    for (const extra of [{}, { code_verifier }]) {
      const { body, status } = await kit.call('POST', '/oauth/authenticate', { token, ...halfHour, ...extra })
      expect([status, body.error_type]).toEqual([400, 'pkce_mismatch'])
    }
    // With another pair the client sends the request and reports the mismatch as a missing pair.
    expect(await rejected()).toMatchObject({ kind: 'missing_pkce' })
    expect(sentTo(kit, '/oauth/authenticate')).toMatchObject([{ body: { token, code_verifier } }])
    expect(client.session.getSync()).toBeNull()
    await kit.client.oauth.authenticate(token, halfHour)
  })
})
