import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../browser.ts'
import { newestMessage, type RunningProcess, startDevelopment } from '../provider.ts'
import {
  cookiesOf,
  type HostSite,
  intermediateCookie,
  jwtCookie,
  newPerson,
  publicToken,
  recordOn,
  serveFrom,
  sessionCookie,
  signedInAs,
  signIn,
  startHostSite,
  tokenOn,
  watchCalls,
} from './host-site.ts'

let provider: RunningProcess
let browser: Browser
let site: HostSite
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), launchBrowser()])
  site = await startHostSite(provider.url)
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await provider?.end()
})
beforeEach(async () => {
  context = await browser.newContext()
  ;({ page, complaints } = await openPage(context, site.page()))
})
afterEach(async () => {
  // Calls under way end with the context; what answers them must not mind.
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  expect(complaints).toEqual([])
})

/** Answers the next sign-in as a business provider would, with a second factor due. */
async function answerIntermediate(on: Page): Promise<void> {
  await on.route('**/otps/authenticate', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': site.url, 'access-control-allow-credentials': 'true' },
      json: { data: { intermediate_session_token: 'ist-1', session_token: '', session_jwt: '' } },
    }),
  )
}

/** From the next page on, everything that is written to `document.cookie` is noted. */
async function spyOnCookies(of: BrowserContext): Promise<void> {
  await of.addInitScript(() => {
    const writes: string[] = []
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
    Object.defineProperty(document, 'cookie', {
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
  it('keeps user and session in local storage, tokens in cookies [C-SES-03] [C-SES-04] [C-SES-27] [C-SES-29]', async () => {
    const email = await signIn(page, provider.url)
    const record = await recordOn(page)
    expect(record).toMatchObject({
      user: { emails: [{ email, verified: true }] },
      session: { session_id: expect.stringMatching(/^session-test-/) },
    })
    const cookies = await cookiesOf(context)
    expect(Object.keys(cookies).sort()).toEqual([sessionCookie, jwtCookie])
    expect([sessionCookie, jwtCookie, intermediateCookie]).toEqual([
      'latchkey_session',
      'latchkey_session_jwt',
      'latchkey_intermediate_session_token',
    ])
    expect(cookies[sessionCookie]?.value).toBe(await tokenOn(page))
    expect(cookies[jwtCookie]?.value).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    for (const { value } of Object.values(cookies)) expect(stored).not.toContain(value)
    expect(await page.content()).not.toContain(cookies[sessionCookie]?.value)
  })

  it('has cookies that end with it, lax, host-only, and plain on localhost [C-SES-24] [C-SES-25] [C-SES-26]', async () => {
    await spyOnCookies(context)
    await page.reload()
    await signIn(page, provider.url, newPerson(), 45)
    const expiresAt = await page.evaluate(() => host.client.session.getSync()?.expires_at ?? '')
    const cookies = await cookiesOf(context)
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
    // Chromium takes a cookie that says nothing for a lax one; others do not.
    const writes = await cookieWrites(page)
    expect(writes.length).toBeGreaterThanOrEqual(3)
    for (const write of writes) expect(write.split('; ')).toContain('SameSite=Lax')
  })

  it('has secure cookies everywhere else [C-SES-25] [C-SES-26]', async () => {
    const url = await serveFrom(context, 'https://app.test', site, provider.url)
    const other = await openPage(context, url)
    await signIn(other.page, provider.url)
    const cookies = await context.cookies('https://app.test/')
    expect(cookies.map(({ name, domain, secure, sameSite }) => ({ name, domain, secure, sameSite }))).toEqual(
      [sessionCookie, jwtCookie].map((name) => ({ name, domain: 'app.test', secure: true, sameSite: 'Lax' })),
    )
    expect(other.complaints).toEqual([])
  })

  it('asks for secure cookies on plain http too, and lives in memory when they are refused [C-SES-26]', async () => {
    const url = await serveFrom(context, 'http://app.test', site, provider.url)
    await spyOnCookies(context)
    // The provider would say that it does not know this token.
    await context.route('**/sessions/authenticate', (route) => route.abort())
    const warnings: string[] = []
    const other = await openPage(context, url)
    other.page.on('console', (message) => warnings.push(message.text()))
    await other.page.evaluate(() => host.client.session.updateSession({ session_token: 'from-a-backend' }))
    expect(await cookieWrites(other.page)).toContainEqual(
      expect.stringMatching(/^latchkey_session=from-a-backend; .*Secure$/),
    )
    expect(await context.cookies('http://app.test/')).toEqual([])
    expect(await tokenOn(other.page)).toBe('from-a-backend')
    expect(warnings.filter((text) => text.includes('Cookies cannot be used'))).toHaveLength(1)
  })

  it('takes the names of its cookies from the options [C-SES-28]', async () => {
    const names = { opaqueTokenCookieName: 'sid', jwtCookieName: 'sid_jwt', istCookieName: 'sid_ist' }
    await page.goto(site.page({ cookies: names }))
    await signIn(page, provider.url)
    expect(Object.keys(await cookiesOf(context)).sort()).toEqual(['sid', 'sid_jwt'])
    await answerIntermediate(page)
    await authenticate(page)
    expect(Object.keys(await cookiesOf(context))).toEqual(['sid_ist'])
    await page.reload()
    expect(Object.keys(await cookiesOf(context))).toEqual(['sid_ist'])
  })

  it('survives a reload, and is confirmed by the provider [C-SES-03] [C-SES-04]', async () => {
    const email = await signIn(page, provider.url)
    await page.reload()
    expect(await signedInAs(page)).toBe(email)
    await expect.poll(() => page.evaluate(() => host.client.session.getInfo().fromCache)).toBe(false)
    expect(await page.evaluate(() => host.states)).toEqual([email])
  })

  it('begins and ends in every tab at once [C-SES-06]', async () => {
    const other = await openPage(context, site.page())
    const email = await signIn(page, provider.url)
    await expect.poll(() => other.page.evaluate(() => host.states)).toEqual([email])
    await other.page.evaluate(() => host.client.session.revoke().then(() => undefined))
    await expect.poll(() => page.evaluate(() => host.states)).toEqual([email, null])
    expect([await signedInAs(page), await signedInAs(other.page)]).toEqual([null, null])
    expect(other.complaints).toEqual([])
  })

  it('is gone at the start when its token is [C-SES-17]', async () => {
    await signIn(page, provider.url)
    await context.clearCookies()
    const calls = watchCalls(page, '/sessions/authenticate')
    await page.reload()
    expect(await signedInAs(page)).toBeNull()
    expect(await recordOn(page)).not.toHaveProperty('session')
    expect(await recordOn(page)).not.toHaveProperty('user')
    expect(calls).toEqual([])
  })

  it('stays at the start without a token where a custom API domain keeps it [C-SES-18]', async () => {
    // What such a host does: the token stays in its own cookie and never reaches the page.
    let hidden = ''
    await context.route('**/sdk/v1/**', async (route) => {
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
    const { host } = new URL(provider.url)
    await page.goto(site.page({ customApiDomain: host }))
    const email = await signIn(page, provider.url)
    expect(await cookiesOf(context)).toEqual({})
    await page.reload()
    expect(await signedInAs(page)).toBe(email)
    await expect.poll(() => page.evaluate(() => globalThis.host.client.session.getInfo().fromCache)).toBe(false)
    expect(await page.evaluate(() => globalThis.host.client.session.getTokens())).toEqual({
      session_token: '',
      session_jwt: '',
    })
    expect(await signedInAs(page)).toBe(email)
  })

  it('leaves no cookie behind when it is destroyed [C-SES-19]', async () => {
    await signIn(page, provider.url)
    await page.evaluate(() => host.client.session.revoke().then(() => undefined))
    expect(await cookiesOf(context)).toEqual({})
    await signIn(page, provider.url)
    await page.route('**/sessions/revoke', (route) => route.abort())
    await page.evaluate(() => host.client.session.revoke({ forceClear: true }).catch(() => undefined))
    expect([await cookiesOf(context), await signedInAs(page)]).toEqual([{}, null])
  })

  it('gives way to an intermediate token, which lives ten minutes [C-SES-22] [C-CONST-10]', async () => {
    await signIn(page, provider.url)
    await answerIntermediate(page)
    const before = Math.floor(Date.now() / 1_000)
    await authenticate(page)
    const after = Math.floor(Date.now() / 1_000)
    const cookies = await cookiesOf(context)
    expect(Object.keys(cookies)).toEqual([intermediateCookie])
    const { value, expires = 0, sameSite } = cookies[intermediateCookie] ?? {}
    expect([value, sameSite]).toEqual(['ist-1', 'Lax'])
    expect(expires - before).toBeGreaterThanOrEqual(600)
    expect(expires - after).toBeLessThanOrEqual(600)
    expect(await signedInAs(page)).toBeNull()
  })

  it('of one public token is not that of another on the same page [C-SES-29]', async () => {
    const other = await page.evaluate((api) => {
      const cookies = { opaqueTokenCookieName: 'other', jwtCookieName: 'other_jwt', istCookieName: 'other_ist' }
      const second = host.createClient('public-token-test-other', { domains: { testApi: api }, cookies })
      Object.assign(globalThis, { second })
      second.session.updateSession({ session_token: 'token-of-the-other' })
      return second.session.getTokens()?.session_token
    }, provider.url)
    await signIn(page, provider.url)
    expect(other).toBe('token-of-the-other')
    expect(await tokenOn(page)).toMatch(/^latchkey_st_/)
    const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':session')))
    expect(keys.sort()).toEqual([`latchkey:${publicToken}:session`, 'latchkey:public-token-test-other:session'])
    // The unknown token of the second is refused, which the first does not hear of.
    complaints.length = 0
  })

  it('lands from a mailed link, with the token off the address before anything is sent', async () => {
    const email = newPerson()
    await page.evaluate((to) => host.client.magicLinks.email.loginOrCreate(to).then(() => undefined), email)
    const { links } = await newestMessage(provider.url, email)
    const landing = await fetch(links[0] ?? '', { redirect: 'manual' })
    const token = new URL(landing.headers.get('location') ?? '').searchParams.get('token') ?? ''
    const addresses: string[] = []
    await page.goto(`${site.page()}&latchkey_token_type=magic_links&token=${token}&kept=1`)
    page.on('request', (request) => {
      if (request.url().endsWith('/magic_links/authenticate'))
        addresses.push(page.url(), request.headers().referer ?? '')
    })
    await page.evaluate(() => host.client.authenticateByUrl({ session_duration_minutes: 5 }).then(() => undefined))
    expect(await signedInAs(page)).toBe(email)
    expect(addresses).toHaveLength(2)
    for (const address of [...addresses, page.url()]) expect(address).not.toContain(token)
    expect(page.url()).toMatch(/kept=1$/)
  })
})
