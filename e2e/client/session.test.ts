import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../browser.ts'
import { newestMessage } from '../provider.ts'
import { prepareClient } from './client-setup.ts'
import {
  cookiesOf,
  intermediateCookie,
  jwtCookie,
  newEmail,
  publicToken,
  recordOn,
  serveFrom,
  sessionCookie,
  signedInAs,
  signIn,
  tokenOn,
  watchCalls,
} from './host-site.ts'

const setup = prepareClient()
beforeEach(() => setup.open())

/** Fulfills the next sign-in like a business project that requires a second factor. */
async function answerIntermediate(on: Page): Promise<void> {
  await on.route('**/otps/authenticate', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': setup.site.url, 'access-control-allow-credentials': 'true' },
      json: { data: { intermediate_session_token: 'ist-1', session_token: '', session_jwt: '' } },
    }),
  )
}

/** Records all writes to `document.cookie`, from the next page on. */
async function spyOnCookies(of: BrowserContext): Promise<void> {
  await of.addInitScript(() => {
    const writes: string[] = []
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
    Object.defineProperty(Document.prototype, 'cookie', {
      get: () => cookie?.get?.call(document),
      set(text: string) {
        writes.push(text)
        cookie?.set?.call(document, text)
      },
    })
    Object.assign(globalThis, { writes })
  })
}

function cookieWrites(on: Page): Promise<string[]> {
  return on.evaluate(() => (globalThis as unknown as { writes: string[] }).writes)
}

const authenticate = (on: Page) =>
  on.evaluate(() => host.client.otps.authenticate('123456', 'm', { session_duration_minutes: 5 }).then(() => undefined))

describe('a session in a real browser', () => {
  it('stores user and session in local storage, tokens in cookies [C-SES-03] [C-SES-04] [C-SES-27] [C-SES-29]', async () => {
    const email = await signIn(setup.page, setup.provider.url)
    const record = await recordOn(setup.page)
    expect(record).toMatchObject({
      subject: { emails: [{ email, verified: true }] },
      session: { session_id: expect.stringMatching(/^session-test-/) },
    })
    const cookies = await cookiesOf(setup.context)
    expect(Object.keys(cookies).sort()).toEqual([sessionCookie, jwtCookie])
    expect([sessionCookie, jwtCookie, intermediateCookie]).toEqual([
      'latchkey_session',
      'latchkey_session_jwt',
      'latchkey_intermediate_session_token',
    ])
    expect(cookies[sessionCookie]?.value).toBe(await tokenOn(setup.page))
    expect(cookies[jwtCookie]?.value).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const stored = await setup.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    for (const { value } of Object.values(cookies)) expect(stored).not.toContain(value)
    expect(await setup.page.content()).not.toContain(cookies[sessionCookie]?.value)
  })

  it('sets cookies that expire with the session: lax, host-only, and not secure on localhost [C-SES-24] [C-SES-25] [C-SES-26]', async () => {
    await spyOnCookies(setup.context)
    await setup.page.reload()
    await signIn(setup.page, setup.provider.url, newEmail(), 45)
    const expiresAt = await setup.page.evaluate(() => host.client.session.getSync()?.expires_at ?? '')
    const cookies = await cookiesOf(setup.context)
    for (const name of [sessionCookie, jwtCookie]) {
      expect(cookies[name]).toMatchObject({
        domain: 'localhost',
        path: '/',
        sameSite: 'Lax',
        secure: false,
        httpOnly: false,
        expires: Math.floor(Date.parse(expiresAt) / 1_000),
      })
    }
    // Chromium treats a cookie without SameSite as lax; other browsers do not.
    const writes = await cookieWrites(setup.page)
    expect(writes.length).toBeGreaterThanOrEqual(3)
    for (const write of writes) expect(write.split('; ')).toContain('SameSite=Lax')
  })

  it('sets secure session cookies on other hosts [C-SES-25] [C-SES-26]', async () => {
    const url = await serveFrom(setup.context, 'https://app.test', setup.site, setup.provider.url)
    const other = await openPage(setup.context, url)
    await signIn(other.page, setup.provider.url)
    const cookies = await setup.context.cookies('https://app.test/')
    expect(cookies.map(({ name, domain, secure, sameSite }) => ({ name, domain, secure, sameSite }))).toEqual(
      [`__Host-${sessionCookie}_binding`, sessionCookie, jwtCookie].map((name) => ({
        ...{ name, domain: 'app.test', secure: true, sameSite: 'Lax' },
      })),
    )
    await other.page.close()
    expect(other.complaints).toEqual([])
  })

  it('sets secure cookies on plain http too, and keeps the session in memory if they are rejected [C-SES-26]', async () => {
    const url = await serveFrom(setup.context, 'http://app.test', setup.site, setup.provider.url)
    await spyOnCookies(setup.context)
    // The provider would reject this token.
    await setup.context.route('**/sessions/authenticate', (route) => route.abort())
    const warnings: string[] = []
    const other = await openPage(setup.context, url)
    other.page.on('console', (message) => warnings.push(message.text()))
    await other.page.evaluate(() => host.client.session.updateSession({ session_token: 'from-a-backend' }))
    expect(await cookieWrites(other.page)).toContainEqual(
      expect.stringMatching(/^latchkey_session=from-a-backend; .*; Secure(;|$)/),
    )
    expect(await setup.context.cookies('http://app.test/')).toEqual([])
    expect(await tokenOn(other.page)).toBe('from-a-backend')
    await expect.poll(() => warnings.filter((text) => text.includes('Cookies cannot be used'))).toHaveLength(1)
    // Before its routes are removed: later calls would go to a host that does not exist.
    await other.page.close()
  })

  it('takes the names of the session cookies from the options [C-SES-28]', async () => {
    const names = { opaqueTokenCookieName: 'sid', jwtCookieName: 'sid_jwt', istCookieName: 'sid_ist' }
    await setup.page.goto(setup.site.page({ cookies: names }))
    await signIn(setup.page, setup.provider.url)
    expect(Object.keys(await cookiesOf(setup.context)).sort()).toEqual(['sid', 'sid_jwt'])
    await answerIntermediate(setup.page)
    await authenticate(setup.page)
    expect(Object.keys(await cookiesOf(setup.context))).toEqual(['sid_ist'])
    await setup.page.reload()
    expect(Object.keys(await cookiesOf(setup.context))).toEqual(['sid_ist'])
  })

  it('keeps the session over a reload and verifies it with the provider [C-SES-03] [C-SES-04]', async () => {
    const email = await signIn(setup.page, setup.provider.url)
    await setup.page.reload()
    expect(await signedInAs(setup.page)).toBe(email)
    await expect.poll(() => setup.page.evaluate(() => host.client.session.getInfo().fromCache)).toBe(false)
    expect(await setup.page.evaluate(() => host.states)).toEqual([email])
  })

  it('signs in and out in all tabs at once [C-SES-06]', async () => {
    const other = await openPage(setup.context, setup.site.page())
    const email = await signIn(setup.page, setup.provider.url)
    await expect.poll(() => other.page.evaluate(() => host.states)).toEqual([email])
    await other.page.evaluate(() => host.client.session.revoke().then(() => undefined))
    await expect.poll(() => setup.page.evaluate(() => host.states)).toEqual([email, null])
    expect([await signedInAs(setup.page), await signedInAs(other.page)]).toEqual([null, null])
    expect(other.complaints).toEqual([])
  })

  it('removes the stored session at the start if its token is missing [C-SES-17]', async () => {
    await signIn(setup.page, setup.provider.url)
    await setup.context.clearCookies()
    const calls = watchCalls(setup.page, '/sessions/authenticate')
    await setup.page.reload()
    expect(await signedInAs(setup.page)).toBeNull()
    expect(await recordOn(setup.page)).not.toHaveProperty('session')
    expect(await recordOn(setup.page)).not.toHaveProperty('user')
    expect(calls).toEqual([])
  })

  it('keeps the stored session without a token if a custom API domain holds it [C-SES-18]', async () => {
    // Such a host keeps the token in its own cookie and never sends it to the page.
    let hidden = ''
    await setup.context.route('**/sdk/v1/**', async (route) => {
      const request = route.request()
      if (request.method() === 'OPTIONS') return route.continue()
      const headers = await request.allHeaders()
      if (hidden) headers.authorization = `Basic ${btoa(`${publicToken}:${hidden}`)}`
      const answer = await route.fetch({ headers })
      const json = await answer.json()
      if (json.data?.session_token) {
        hidden = json.data.session_token
        Object.assign(json.data, { session_token: '', session_jwt: '' })
      }
      return route.fulfill({ response: answer, json })
    })
    const { host } = new URL(setup.provider.url)
    await setup.page.goto(setup.site.page({ customApiDomain: host }))
    const email = await signIn(setup.page, setup.provider.url)
    expect(await cookiesOf(setup.context)).toEqual({})
    await setup.page.reload()
    expect(await signedInAs(setup.page)).toBe(email)
    await expect.poll(() => setup.page.evaluate(() => globalThis.host.client.session.getInfo().fromCache)).toBe(false)
    expect(await setup.page.evaluate(() => globalThis.host.client.session.getTokens())).toEqual({
      session_token: '',
      session_jwt: '',
    })
    expect(await signedInAs(setup.page)).toBe(email)
  })

  it('removes all cookies when the session is destroyed [C-SES-19]', async () => {
    await signIn(setup.page, setup.provider.url)
    await setup.page.evaluate(() => host.client.session.revoke().then(() => undefined))
    expect(await cookiesOf(setup.context)).toEqual({})
    await signIn(setup.page, setup.provider.url)
    await setup.page.route('**/sessions/revoke', (route) => route.abort())
    await setup.page.evaluate(() => host.client.session.revoke({ forceClear: true }).catch(() => undefined))
    expect([await cookiesOf(setup.context), await signedInAs(setup.page)]).toEqual([{}, null])
  })

  it('replaces the session by an intermediate token, which expires after ten minutes [C-SES-22] [C-CONST-10]', async () => {
    await signIn(setup.page, setup.provider.url)
    await answerIntermediate(setup.page)
    const before = Math.floor(Date.now() / 1_000)
    await authenticate(setup.page)
    const after = Math.floor(Date.now() / 1_000)
    const cookies = await cookiesOf(setup.context)
    expect(Object.keys(cookies)).toEqual([intermediateCookie])
    const { value, expires = 0, sameSite } = cookies[intermediateCookie] ?? {}
    expect([value, sameSite]).toEqual(['ist-1', 'Lax'])
    expect(expires - before).toBeGreaterThanOrEqual(600)
    expect(expires - after).toBeLessThanOrEqual(600)
    expect(await signedInAs(setup.page)).toBeNull()
  })

  it('keeps a separate session for each public token on the same page [C-SES-29]', async () => {
    const other = await setup.page.evaluate((api) => {
      const cookies = { opaqueTokenCookieName: 'other', jwtCookieName: 'other_jwt', istCookieName: 'other_ist' }
      const second = host.createClient('public-token-test-other', { domains: { testApi: api }, cookies })
      Object.assign(globalThis, { second })
      second.session.updateSession({ session_token: 'token-of-the-other' })
      return second.session.getTokens()?.session_token
    }, setup.provider.url)
    await signIn(setup.page, setup.provider.url)
    expect(other).toBe('token-of-the-other')
    expect(await tokenOn(setup.page)).toMatch(/^latchkey_st_/)
    const keys = await setup.page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':session')))
    expect(keys.sort()).toEqual([`latchkey:${publicToken}:session`, 'latchkey:public-token-test-other:session'])
    // The unknown token of the second client is rejected, which does not affect the first.
    setup.complaints.length = 0
  })

  it('signs in by a magic link, and removes the token from the URL before any request (X-7)', async () => {
    const email = newEmail()
    await setup.page.evaluate((to) => host.client.magicLinks.email.loginOrCreate(to).then(() => undefined), email)
    const { links } = await newestMessage(setup.provider.url, email)
    const landing = await fetch(links[0] ?? '', { redirect: 'manual' })
    const token = new URL(landing.headers.get('location') ?? '').searchParams.get('token') ?? ''
    const addresses: string[] = []
    await setup.page.goto(`${setup.site.page()}&latchkey_token_type=magic_links&token=${token}&kept=1`)
    setup.page.on('request', (request) => {
      if (request.url().endsWith('/magic_links/authenticate'))
        addresses.push(setup.page.url(), request.headers().referer ?? '')
    })
    await setup.page.evaluate(() =>
      host.client.authenticateByUrl({ session_duration_minutes: 5 }).then(() => undefined),
    )
    expect(await signedInAs(setup.page)).toBe(email)
    expect(addresses).toHaveLength(2)
    for (const address of [...addresses, setup.page.url()]) expect(address).not.toContain(token)
    expect(setup.page.url()).toMatch(/kept=1$/)
  })
})
