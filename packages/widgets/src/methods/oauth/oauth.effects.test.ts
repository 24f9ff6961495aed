import { settle } from '@latchkey/client/testing'
import { oauthProviders } from '@latchkey/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OAuthOptions } from '../../config/login.config.ts'
import type { LoginBench } from '../../login/login-bench.suite.ts'
import { openLogin } from '../../login/login-bench.suite.ts'

const page = 'https://app.example.com/'
const benches: LoginBench[] = []
afterEach(async () => {
  for (const { testkit } of benches.splice(0)) await testkit.close()
})

const urls = { loginRedirectURL: `${page}in`, signupRedirectURL: `${page}new` }
const google = {
  type: 'google',
  custom_scopes: ['calendar', 'drive'],
  provider_params: { login_hint: 'ada@example.com' },
} as const

async function open(oauthOptions: OAuthOptions): Promise<LoginBench> {
  const bench = await openLogin({ products: ['oauth'], oauthOptions })
  benches.push(bench)
  bench.start()
  await bench.testkit.network.idle()
  return bench
}

async function press(bench: LoginBench, provider: (typeof oauthProviders)[number]): Promise<void> {
  bench.send({ type: 'provider_clicked', provider })
  await vi.waitFor(() => expect(bench.state()).not.toMatchObject({ status: 'sending' }), 20_000)
}

describe('a provider’s button', () => {
  it('leaves the page with the URLs, scopes and parameters of its configuration', async () => {
    const bench = await open({ ...urls, providers: [{ type: 'github' }, google] })
    await press(bench, 'google')
    const { origin, pathname, searchParams } = new URL(bench.testkit.tab.href())
    expect(`${origin}${pathname}`).toBe('https://auth.example.com/v1/public/oauth/google/start')
    expect(Object.fromEntries(searchParams)).toEqual({
      public_token: bench.testkit.project.publicToken,
      ...(searchParams.has('code_challenge') && { code_challenge: expect.any(String) }),
      custom_scopes: 'calendar drive',
      provider_login_hint: 'ada@example.com',
      login_redirect_url: `${page}in`,
      signup_redirect_url: `${page}new`,
    })
    expect(bench.state()).toMatchObject({ screen: 'main', status: 'leaving', pressed: 'google', failure: null })
    expect(bench.errors).toEqual([])
  })

  it.each(oauthProviders)('of %s leaves for its own start', async (provider) => {
    const bench = await open({ providers: [{ type: provider }] })
    await press(bench, provider)
    expect(new URL(bench.testkit.tab.href()).pathname).toBe(`/v1/public/oauth/${provider}/start`)
  })

  it('works again for a user who returns to the page, and if the browser never left', async () => {
    const bench = await open({ providers: [google] })
    await press(bench, 'google')
    bench.testkit.tab.emit('pageshow')
    expect(bench.state()).toMatchObject({ status: 'editing', failure: null })
    await press(bench, 'google')
    await bench.testkit.clock.advance(9_999)
    expect(bench.state()).toMatchObject({ status: 'leaving' })
    await bench.testkit.clock.advance(1)
    expect(bench.state()).toMatchObject({ status: 'editing', failure: null })
  })

  it('leaves no timer and no listener when the widget is removed', async () => {
    const bench = await openLogin({ products: ['oauth'], oauthOptions: { providers: [google] } })
    benches.push(bench)
    const stop = bench.start()
    await bench.testkit.network.idle()
    await press(bench, 'google')
    const before = bench.testkit.tab.leftovers()
    stop()
    expect(bench.testkit.tab.leftovers()).toBeLessThan(before)
    bench.testkit.tab.emit('pageshow')
    expect(bench.state()).toMatchObject({ status: 'leaving' })
  })

  it('stays on the page if the browser is offline, and shows an error', async () => {
    const bench = await open({ providers: [google] })
    bench.testkit.tab.install({ navigator: { userAgent: '', onLine: false } })
    await press(bench, 'google')
    expect(bench.testkit.tab.href()).toBe(page)
    expect(bench.state()).toMatchObject({
      ...{ status: 'editing', pressed: 'google' },
      failure: { name: 'UnreachableError', error_type: undefined },
    })
    await settle()
    expect(bench.errors.map(({ name }) => name)).toEqual(['UnreachableError'])
  })

  it('stays on the page if the configuration is wrong, and shows an error', async () => {
    const bench = await open({ providers: [{ type: 'google', custom_scopes: 'calendar' as never }] })
    await press(bench, 'google')
    expect(bench.testkit.tab.href()).toBe(page)
    expect(bench.state()).toMatchObject({ status: 'editing', failure: { error_type: 'unknown_error' } })
    await settle()
    expect(bench.errors.map(({ message }) => message)).toEqual([
      'Invalid call to oauth.google.start\ncustom_scopes must be an array of strings',
    ])
  })
})
