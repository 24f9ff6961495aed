import { settle } from '@latchkey/client/testing'
import { oauthProviders } from '@latchkey/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OAuthOptions } from '../../config/login.config.ts'
import type { LoginHarness } from '../../login/login-harness.suite.ts'
import { openLogin } from '../../login/login-harness.suite.ts'

const page = 'https://app.example.com/'
const harnesses: LoginHarness[] = []
afterEach(async () => {
  for (const { testkit } of harnesses.splice(0)) await testkit.close()
})

const urls = { loginRedirectURL: `${page}in`, signupRedirectURL: `${page}new` }
const google = {
  type: 'google',
  custom_scopes: ['calendar', 'drive'],
  provider_params: { login_hint: 'ada@example.com' },
} as const

async function open(oauthOptions: OAuthOptions): Promise<LoginHarness> {
  const harness = await openLogin({ products: ['oauth'], oauthOptions })
  harnesses.push(harness)
  harness.start()
  await harness.testkit.network.idle()
  return harness
}

async function press(harness: LoginHarness, provider: (typeof oauthProviders)[number]): Promise<void> {
  harness.send({ type: 'provider_clicked', provider })
  await vi.waitFor(() => expect(harness.state()).not.toMatchObject({ status: 'sending' }), 20_000)
}

describe('a provider’s button', () => {
  it('leaves the page with the URLs, scopes and parameters of its configuration', async () => {
    const harness = await open({ ...urls, providers: [{ type: 'github' }, google] })
    await press(harness, 'google')
    const { origin, pathname, searchParams } = new URL(harness.testkit.tab.href())
    expect(`${origin}${pathname}`).toBe('https://auth.example.com/v1/public/oauth/google/start')
    expect(Object.fromEntries(searchParams)).toEqual({
      public_token: harness.testkit.project.publicToken,
      ...(searchParams.has('code_challenge') && { code_challenge: expect.any(String) }),
      custom_scopes: 'calendar drive',
      provider_login_hint: 'ada@example.com',
      login_redirect_url: `${page}in`,
      signup_redirect_url: `${page}new`,
    })
    expect(harness.state()).toMatchObject({ screen: 'main', status: 'leaving', pressed: 'google', failure: null })
    expect(harness.errors).toEqual([])
  })

  it.each(oauthProviders)('of %s leaves for its own start', async (provider) => {
    const harness = await open({ providers: [{ type: provider }] })
    await press(harness, provider)
    expect(new URL(harness.testkit.tab.href()).pathname).toBe(`/v1/public/oauth/${provider}/start`)
  })

  it('works again for a user who returns to the page, and if the browser never left', async () => {
    const harness = await open({ providers: [google] })
    await press(harness, 'google')
    harness.testkit.tab.emit('pageshow')
    expect(harness.state()).toMatchObject({ status: 'editing', failure: null })
    await press(harness, 'google')
    await harness.testkit.clock.advance(9_999)
    expect(harness.state()).toMatchObject({ status: 'leaving' })
    await harness.testkit.clock.advance(1)
    expect(harness.state()).toMatchObject({ status: 'editing', failure: null })
  })

  it('leaves no timer and no listener when the widget is removed', async () => {
    const harness = await openLogin({ products: ['oauth'], oauthOptions: { providers: [google] } })
    harnesses.push(harness)
    const stop = harness.start()
    await harness.testkit.network.idle()
    await press(harness, 'google')
    const before = harness.testkit.tab.leftovers()
    stop()
    expect(harness.testkit.tab.leftovers()).toBeLessThan(before)
    harness.testkit.tab.emit('pageshow')
    expect(harness.state()).toMatchObject({ status: 'leaving' })
  })

  it('stays on the page if the browser is offline, and shows an error', async () => {
    const harness = await open({ providers: [google] })
    harness.testkit.tab.install({ navigator: { userAgent: '', onLine: false } })
    await press(harness, 'google')
    expect(harness.testkit.tab.href()).toBe(page)
    expect(harness.state()).toMatchObject({
      ...{ status: 'editing', pressed: 'google' },
      failure: { name: 'UnreachableError', error_type: undefined },
    })
    await settle()
    expect(harness.errors.map(({ name }) => name)).toEqual(['UnreachableError'])
  })

  it('stays on the page if the configuration is wrong, and shows an error', async () => {
    const harness = await open({ providers: [{ type: 'google', custom_scopes: 'calendar' as never }] })
    await press(harness, 'google')
    expect(harness.testkit.tab.href()).toBe(page)
    expect(harness.state()).toMatchObject({ status: 'editing', failure: { error_type: 'unknown_error' } })
    await settle()
    expect(harness.errors.map(({ message }) => message)).toEqual([
      'Invalid call to oauth.google.start\ncustom_scopes must be an array of strings',
    ])
  })
})
