import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OAuthProvider, oauthProviders } from '@latchkey/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../browser.ts'
import { newestMessage } from '../provider.ts'
import { prepareClient } from './client-setup.ts'

import { publicToken } from './host-site.ts'

const setup = prepareClient({ hasOwnProvider: true })
beforeEach(() => setup.open())

/** Presses the button of the host page, which leads to the identity provider. */
async function start(name: OAuthProvider, options: object = {}): Promise<URL> {
  const here = setup.page.url()
  await setup.page.evaluate(
    ([one, further]) =>
      host.client.oauth[one as 'google'].start({
        ...{ login_redirect_url: location.href, signup_redirect_url: location.href },
        ...JSON.parse(further ?? '{}'),
      }),
    [name, JSON.stringify(options)],
  )
  await setup.page.waitForURL((url) => url.href !== here && url.pathname.endsWith(`/${name}/authorization`))
  return new URL(setup.page.url())
}

/** Returns to the host page with a token. */
async function redeem(): Promise<string> {
  await setup.page.waitForURL(
    (url) => url.origin === setup.site.url && url.searchParams.get('latchkey_token_type') === 'oauth',
  )
  return setup.page.evaluate(async () => {
    const query = new URLSearchParams(location.search)
    const error = query.get('latchkey_error')
    if (error !== null) return error
    return host.client.oauth.authenticate(query.get('token') ?? '', { session_duration_minutes: 30 }).then(
      ({ provider_type, user }) => `${provider_type} ${user.name.first_name}`,
      (error: { error_type: string }) => error.error_type,
    )
  })
}

const isFull = process.env.TEST_MATRIX === 'full'
/** All 19 in the full run; otherwise one that redirects and one with form post. */
const signedInWith: readonly OAuthProvider[] = isFull ? oauthProviders : ['google', 'apple']

describe('OAuth in a real browser, with no network', () => {
  it.each(signedInWith)('signs in with %s', async (name) => {
    await start(name)
    await setup.page
      .getByRole('button', { name: /Ada Lovelace/ })
      .first()
      .click()
    expect(await redeem()).toBe(`${name} Ada`)
  })

  it('redirects to the identity provider with all options [C-OAU-01] [C-OAU-03] [C-OAU-04] [C-OAU-05] [C-OAU-06] [C-OAU-07] [C-OAU-08]', async () => {
    const started = setup.page.waitForRequest((request) => request.url().includes('/oauth/google/start'))
    await start('google', { custom_scopes: ['a', 'b'], provider_params: { login_hint: 'ada@example.com' } })
    const url = new URL((await started).url())
    expect(`${url.origin}${url.pathname}`).toBe(`${setup.provider.url}/v1/public/oauth/google/start`)
    const landing = setup.site.page()
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ public_token: publicToken, code_challenge: expect.stringMatching(/^[\w-]{43}$/), custom_scopes: 'a b' },
      ...{ provider_login_hint: 'ada@example.com', login_redirect_url: landing, signup_redirect_url: landing },
    })
  })

  it('leaves the page only for the start of OAuth [C-OAU-02]', async () => {
    const here = setup.page.url()
    const wallet = {
      crypto_wallet_address: '0x0b0E0C0b0A0d0E0F0102030405060708090A0b0C',
      crypto_wallet_type: 'ethereum',
    }
    const outcomes = await setup.page.evaluate(
      async ([email, wallet]) => {
        const { client } = host
        const starts = [
          client.magicLinks.email.loginOrCreate(email),
          client.otps.email.loginOrCreate(email),
          client.passwords.resetByEmailStart({ email }),
          client.cryptoWallets.authenticateStart(wallet as never),
          client.webauthn.authenticate({ session_duration_minutes: 30 }),
        ]
        return (await Promise.allSettled(starts)).length
      },
      ['starts@example.com', wallet] as const,
    )
    expect([outcomes, setup.page.url()]).toEqual([5, here])
    await start('google')
    expect(new URL(setup.page.url()).pathname).toMatch(/\/google\/authorization$/)
  })

  it('adds an identity with another email address to the signed-in user', async () => {
    const email = 'attach@example.com'
    const sendCode = () =>
      setup.page.evaluate((to) => host.client.otps.email.loginOrCreate(to).then(({ method_id }) => method_id), email)
    const methodId = await sendCode()
    const { codes } = await newestMessage(setup.provider.url, email)
    const userId = await setup.page.evaluate(
      ([code, id]) =>
        host.client.otps
          .authenticate(code ?? '', id ?? '', { session_duration_minutes: 30 })
          .then(({ user_id }) => user_id),
      [codes[0], methodId],
    )
    const attach = () =>
      setup.page.evaluate(() =>
        host.client.oauth.attach('github').then(
          ({ oauth_attach_token }) => oauth_attach_token,
          (error: { error_type: string }) => error.error_type,
        ),
      )
    const oauth_attach_token = await attach()
    await start('github', { oauth_attach_token })
    await setup.page.getByRole('button', { name: /Grace Hopper/ }).click()
    expect(await redeem()).toMatch(/^github /)
    const user = await setup.page.evaluate(() => host.client.user.getSync())
    expect([user?.user_id, user?.emails[0]?.email, user?.providers.map((one) => one.provider_type)]).toEqual([
      userId,
      email,
      ['github'],
    ])
    await setup.page.evaluate(() => host.client.session.revoke())
    expect(await attach()).toBe('user_unauthenticated')
    setup.complaints.length = 0
  })

  it('returns from a canceled sign-in with the error in the URL', async () => {
    await start('apple')
    await setup.page.getByRole('button', { name: 'Cancel' }).click()
    expect(await redeem()).toBe('oauth_access_denied')
  })

  it('signs in as any user of the fake provider, with a verified or unverified address', async () => {
    await start('google')
    await setup.page.getByText('Another user').click()
    await setup.page.getByLabel('Email', { exact: false }).first().fill('zed@example.com')
    await setup.page.getByLabel('Name').fill('Zed Shaw')
    await setup.page.getByLabel('The email is verified').uncheck()
    await setup.page.getByRole('button', { name: 'Continue' }).click()
    expect(await redeem()).toBe('google Zed')
    expect(await setup.page.evaluate(() => host.client.user.getSync()?.emails)).toEqual([])
  })

  it('has an accessible consent page at 390, 768 and 1280 px', async () => {
    await start('google')
    await setup.page.getByText('Another user').click()
    const { SCREENSHOTS } = process.env
    for (const width of [390, 768, 1280]) {
      await setup.page.setViewportSize({ width, height: 900 })
      if (width === 390 || isFull) expect([width, await axeViolations(setup.page)]).toEqual([width, []])
      expect(await setup.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (SCREENSHOTS) await setup.page.screenshot({ path: `${SCREENSHOTS}/consent-${width}.png` })
    }
  })
})

describe('Google One Tap in a real browser, with no network', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    // The CSP of a page with One Tap: its script, its frames and one Trusted Types policy.
    const policy =
      `default-src 'none'; script-src 'self' ${setup.provider.url}; frame-src ${setup.provider.url}; ` +
      `connect-src ${setup.provider.url}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types latchkey`
    server = createServer((request, response) => {
      const script = setup.site.scripts.get(request.url ?? '')
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
      response.setHeader('content-security-policy', policy)
      response.end(
        script ??
          '<!doctype html><meta charset="utf-8"><title>Host</title><body><div id="here"></div><script type="module" src="/host-page.js"></script>',
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://localhost:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const open = () => setup.page.goto(`${url}/${new URL(setup.site.page()).search}`)
  const prompt = () => setup.page.frameLocator('iframe[title="Sign in with Google"]')

  it('signs in by One Tap: client id and redirect from the frame, credential from Google [C-OAU-13] [C-OAU-15] [C-OAU-16]', async () => {
    await open()
    let returned: unknown
    await setup.page.route('**/v1/frame/one_tap/submit', async (route) => {
      const response = await route.fetch()
      returned = (await response.json()).redirect_url
      await route.fulfill({ response })
    })
    const asked: string[] = []
    setup.page.on('request', (request) => {
      if (request.url().includes('/v1/frame/')) asked.push(new URL(request.url()).pathname)
    })
    await setup.page.evaluate(() => {
      const here = { login_redirect_url: location.href, signup_redirect_url: location.href }
      void host.client.oauth.googleOneTap.start(here)
    })
    await prompt()
      .getByRole('button', { name: /Grace Hopper/ })
      .click()
    await setup.page.waitForURL((at) => at.searchParams.get('latchkey_token_type') === 'oauth')
    expect(setup.page.url()).toBe(returned)
    expect(asked).toEqual(['/v1/frame/frame.js', '/v1/frame/one_tap/start', '/v1/frame/one_tap/submit'])
    const email = await setup.page.evaluate(async () => {
      const token = new URLSearchParams(location.search).get('token') ?? ''
      return (await host.client.oauth.authenticate(token, { session_duration_minutes: 30 })).user.emails[0]?.email
    })
    expect(email).toBe('grace@example.com')
  })

  const positions = [
    ['older', 'embedded', 'here'],
    ['newer', 'embedded', 'body'],
    ['newer', 'embeddedOnly', 'nowhere'],
    ['older', 'floating', 'body'],
    ['older', 'floatingOrEmbedded', 'body'],
    ['newer', 'forceLegacyEmbedded', 'here'],
  ] as const
  it.each(positions.slice(0, isFull ? positions.length : 3))(
    'creates, shows and removes the One Tap prompt of an %s browser at the position %s: %s [C-OAU-11] [C-OAU-12]',
    async (age, position, place) => {
      // Newer browsers show the prompt themselves (FedCM) and ignore the element.
      await setup.page.addInitScript((is) => {
        Object.defineProperty(globalThis, 'IdentityCredential', { value: is === 'newer' ? Object : undefined })
      }, age)
      await open()
      const result = setup.page.evaluate(async (at) => {
        const made = await host.client.oauth.googleOneTap.create({ position: at, prompt_parent_id: 'here' })
        if (!made.success) return made.reason
        Object.assign(globalThis, { cancelPrompt: made.prompt.cancel })
        const end = await made.prompt.render()
        return end.success ? 'in' : end.reason
      }, position)
      if (place === 'nowhere') {
        expect(await result).toBe('unknown_reason')
      } else {
        await prompt().getByRole('heading', { name: 'Sign in with Google' }).waitFor()
        const shown = setup.page.locator('iframe[title="Sign in with Google"]')
        const where = await shown.evaluate((frame) => [
          frame.parentElement?.id || frame.parentElement?.localName,
          getComputedStyle(frame).position,
        ])
        expect(where).toEqual([place, place === 'here' ? 'static' : 'fixed'])
        await setup.page.evaluate(() => (globalThis as unknown as { cancelPrompt(): void }).cancelPrompt())
        expect(await result).toBe('user_cancel')
      }
      expect([await setup.page.locator('iframe').count(), new URL(setup.page.url()).origin]).toEqual([0, url])
    },
  )

  it('reports that the user closed the One Tap prompt', async () => {
    await open()
    const result = setup.page.evaluate(() =>
      host.client.oauth.googleOneTap.start().then((r) => (r.success ? 'in' : r.reason)),
    )
    await prompt().getByRole('button', { name: 'Close' }).click()
    expect(await result).toBe('user_cancel')
  })

  it('has an accessible One Tap prompt', async () => {
    await open()
    void setup.page.evaluate(() => host.client.oauth.googleOneTap.start().then(() => undefined)).catch(() => undefined)
    await prompt().getByRole('heading', { name: 'Sign in with Google' }).waitFor()
    const alone = await setup.context.newPage()
    await alone.goto(`${setup.provider.url}/dev/identity-providers/google/prompt?id=x&origin=x`)
    expect(await axeViolations(alone)).toEqual([])
  })

  /** Calls the frame like a foreign client. */
  const callFrame = (on: Page, call: { method: string; args: [object] }): Promise<unknown> =>
    on.evaluate(
      async ([api, message]) => {
        const frame = document.createElement('iframe')
        frame.src = `${api}/v1/frame`
        await new Promise((resolve) => {
          frame.onload = resolve
          document.body.append(frame)
        })
        return new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => resolve(data)
          frame.contentWindow?.postMessage(message, '*', [port2])
        })
      },
      [setup.provider.url, call] as const,
    )

  it('parses phone numbers in the frame, by a script that loads when it is needed', async () => {
    await open()
    const scripts: string[] = []
    setup.page.on('request', (request) => {
      if (request.url().includes('/v1/frame/')) scripts.push(new URL(request.url()).pathname)
    })
    const german = { phoneNumber: '0151 23456789', regionCode: 'DE' }
    expect(await callFrame(setup.page, { method: 'parsedPhoneNumber', args: [german] })).toEqual({
      success: true,
      payload: { isValid: true, number: '+4915123456789', national: '01512 3456789' },
    })
    expect(scripts).toEqual(['/v1/frame/frame.js', '/v1/frame/phone.js'])
    expect(await callFrame(setup.page, { method: 'getExamplePhoneNumber', args: [{ regionCode: 'DE' }] })).toEqual({
      success: true,
      payload: { phoneNumber: '01512 3456789' },
    })
  })

  it('rejects a page whose origin is not authorized, whatever it claims (X-3)', async () => {
    const request = { publicToken, parentOrigin: 'http://localhost:3000' }
    const ask = (on: Page) => callFrame(on, { method: 'oneTapStart', args: [request] })
    await open()
    expect(await ask(setup.page)).toMatchObject({ success: true })
    // The same server with a host name that no project authorizes; browsers resolve it to this machine.
    const evil = await setup.context.newPage()
    await evil.goto(`${url.replace('localhost', 'evil.localhost')}/${new URL(setup.site.page()).search}`)
    const refused = evil.waitForResponse((response) => response.url().includes('/v1/frame/one_tap/start'))
    const error = { name: 'unauthorized_origin', error_type: 'unauthorized_origin', status_code: 403 }
    const answer = await ask(evil)
    expect([answer, (await refused).status()]).toMatchObject([{ success: false, error }, 403])
    expect(JSON.stringify(answer)).not.toMatch(/googleClientId|csrfToken|token/)
  })
})
