import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../browser.ts'
import { newestMessage } from '../provider.ts'
import { prepareClientWorld } from './client-world.ts'
import {
  cookiesOf,
  intermediateCookie,
  jwtCookie,
  newPerson,
  publicToken,
  recordOn,
  serveFrom,
  sessionCookie,
  signedInAs,
  signIn,
  tokenOn,
  watchCalls,
} from './host-site.ts'

const world = prepareClientWorld()
beforeEach(() => world.open())

/** Answers the next sign-in as a business provider would, with a second factor due. */
async function answerIntermediate(on: Page): Promise<void> {
  await on.route('**/otps/authenticate', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': world.site.url, 'access-control-allow-credentials': 'true' },
      json: { data: { intermediate_session_token: 'ist-1', session_token: '', session_jwt: '' } },
    }),
  )
}

/** From the next page on, everything that is written to `document.cookie` is noted. */
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
  it('keeps user and session in local storage, tokens in cookies [C-SES-03] [C-SES-04] [C-SES-27] [C-SES-29]', async () => {
    const email = await signIn(world.page, world.provider.url)
    const record = await recordOn(world.page)
    expect(record).toMatchObject({
      user: { emails: [{ email, verified: true }] },
      session: { session_id: expect.stringMatching(/^session-test-/) },
    })
    const cookies = await cookiesOf(world.context)
    expect(Object.keys(cookies).sort()).toEqual([sessionCookie, jwtCookie])
    expect([sessionCookie, jwtCookie, intermediateCookie]).toEqual([
      'latchkey_session',
      'latchkey_session_jwt',
      'latchkey_intermediate_session_token',
    ])
    expect(cookies[sessionCookie]?.value).toBe(await tokenOn(world.page))
    expect(cookies[jwtCookie]?.value).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const stored = await world.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    for (const { value } of Object.values(cookies)) expect(stored).not.toContain(value)
    expect(await world.page.content()).not.toContain(cookies[sessionCookie]?.value)
  })

  it('has cookies that end with it, lax, host-only, and plain on localhost [C-SES-24] [C-SES-25] [C-SES-26]', async () => {
    await spyOnCookies(world.context)
    await world.page.reload()
    await signIn(world.page, world.provider.url, newPerson(), 45)
    const expiresAt = await world.page.evaluate(() => host.client.session.getSync()?.expires_at ?? '')
    const cookies = await cookiesOf(world.context)
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
    const writes = await cookieWrites(world.page)
    expect(writes.length).toBeGreaterThanOrEqual(3)
    for (const write of writes) expect(write.split('; ')).toContain('SameSite=Lax')
  })

  it('has secure cookies everywhere else [C-SES-25] [C-SES-26]', async () => {
    const url = await serveFrom(world.context, 'https://app.test', world.site, world.provider.url)
    const other = await openPage(world.context, url)
    await signIn(other.page, world.provider.url)
    const cookies = await world.context.cookies('https://app.test/')
    expect(cookies.map(({ name, domain, secure, sameSite }) => ({ name, domain, secure, sameSite }))).toEqual(
      [`__Host-${sessionCookie}_binding`, sessionCookie, jwtCookie].map((name) => ({
        ...{ name, domain: 'app.test', secure: true, sameSite: 'Lax' },
      })),
    )
    expect(other.complaints).toEqual([])
  })

  it('asks for secure cookies on plain http too, and lives in memory when they are refused [C-SES-26]', async () => {
    const url = await serveFrom(world.context, 'http://app.test', world.site, world.provider.url)
    await spyOnCookies(world.context)
    // The provider would say that it does not know this token.
    await world.context.route('**/sessions/authenticate', (route) => route.abort())
    const warnings: string[] = []
    const other = await openPage(world.context, url)
    other.page.on('console', (message) => warnings.push(message.text()))
    await other.page.evaluate(() => host.client.session.updateSession({ session_token: 'from-a-backend' }))
    expect(await cookieWrites(other.page)).toContainEqual(
      expect.stringMatching(/^latchkey_session=from-a-backend; .*; Secure(;|$)/),
    )
    expect(await world.context.cookies('http://app.test/')).toEqual([])
    expect(await tokenOn(other.page)).toBe('from-a-backend')
    expect(warnings.filter((text) => text.includes('Cookies cannot be used'))).toHaveLength(1)
  })

  it('takes the names of its cookies from the options [C-SES-28]', async () => {
    const names = { opaqueTokenCookieName: 'sid', jwtCookieName: 'sid_jwt', istCookieName: 'sid_ist' }
    await world.page.goto(world.site.page({ cookies: names }))
    await signIn(world.page, world.provider.url)
    expect(Object.keys(await cookiesOf(world.context)).sort()).toEqual(['sid', 'sid_jwt'])
    await answerIntermediate(world.page)
    await authenticate(world.page)
    expect(Object.keys(await cookiesOf(world.context))).toEqual(['sid_ist'])
    await world.page.reload()
    expect(Object.keys(await cookiesOf(world.context))).toEqual(['sid_ist'])
  })

  it('survives a reload, and is confirmed by the provider [C-SES-03] [C-SES-04]', async () => {
    const email = await signIn(world.page, world.provider.url)
    await world.page.reload()
    expect(await signedInAs(world.page)).toBe(email)
    await expect.poll(() => world.page.evaluate(() => host.client.session.getInfo().fromCache)).toBe(false)
    expect(await world.page.evaluate(() => host.states)).toEqual([email])
  })

  it('begins and ends in every tab at once [C-SES-06]', async () => {
    const other = await openPage(world.context, world.site.page())
    const email = await signIn(world.page, world.provider.url)
    await expect.poll(() => other.page.evaluate(() => host.states)).toEqual([email])
    await other.page.evaluate(() => host.client.session.revoke().then(() => undefined))
    await expect.poll(() => world.page.evaluate(() => host.states)).toEqual([email, null])
    expect([await signedInAs(world.page), await signedInAs(other.page)]).toEqual([null, null])
    expect(other.complaints).toEqual([])
  })

  it('is gone at the start when its token is [C-SES-17]', async () => {
    await signIn(world.page, world.provider.url)
    await world.context.clearCookies()
    const calls = watchCalls(world.page, '/sessions/authenticate')
    await world.page.reload()
    expect(await signedInAs(world.page)).toBeNull()
    expect(await recordOn(world.page)).not.toHaveProperty('session')
    expect(await recordOn(world.page)).not.toHaveProperty('user')
    expect(calls).toEqual([])
  })

  it('stays at the start without a token where a custom API domain keeps it [C-SES-18]', async () => {
    // What such a host does: the token stays in its own cookie and never reaches the world.page.
    let hidden = ''
    await world.context.route('**/sdk/v1/**', async (route) => {
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
    const { host } = new URL(world.provider.url)
    await world.page.goto(world.site.page({ customApiDomain: host }))
    const email = await signIn(world.page, world.provider.url)
    expect(await cookiesOf(world.context)).toEqual({})
    await world.page.reload()
    expect(await signedInAs(world.page)).toBe(email)
    await expect.poll(() => world.page.evaluate(() => globalThis.host.client.session.getInfo().fromCache)).toBe(false)
    expect(await world.page.evaluate(() => globalThis.host.client.session.getTokens())).toEqual({
      session_token: '',
      session_jwt: '',
    })
    expect(await signedInAs(world.page)).toBe(email)
  })

  it('leaves no cookie behind when it is destroyed [C-SES-19]', async () => {
    await signIn(world.page, world.provider.url)
    await world.page.evaluate(() => host.client.session.revoke().then(() => undefined))
    expect(await cookiesOf(world.context)).toEqual({})
    await signIn(world.page, world.provider.url)
    await world.page.route('**/sessions/revoke', (route) => route.abort())
    await world.page.evaluate(() => host.client.session.revoke({ forceClear: true }).catch(() => undefined))
    expect([await cookiesOf(world.context), await signedInAs(world.page)]).toEqual([{}, null])
  })

  it('gives way to an intermediate token, which lives ten minutes [C-SES-22] [C-CONST-10]', async () => {
    await signIn(world.page, world.provider.url)
    await answerIntermediate(world.page)
    const before = Math.floor(Date.now() / 1_000)
    await authenticate(world.page)
    const after = Math.floor(Date.now() / 1_000)
    const cookies = await cookiesOf(world.context)
    expect(Object.keys(cookies)).toEqual([intermediateCookie])
    const { value, expires = 0, sameSite } = cookies[intermediateCookie] ?? {}
    expect([value, sameSite]).toEqual(['ist-1', 'Lax'])
    expect(expires - before).toBeGreaterThanOrEqual(600)
    expect(expires - after).toBeLessThanOrEqual(600)
    expect(await signedInAs(world.page)).toBeNull()
  })

  it('of one public token is not that of another on the same page [C-SES-29]', async () => {
    const other = await world.page.evaluate((api) => {
      const cookies = { opaqueTokenCookieName: 'other', jwtCookieName: 'other_jwt', istCookieName: 'other_ist' }
      const second = host.createClient('public-token-test-other', { domains: { testApi: api }, cookies })
      Object.assign(globalThis, { second })
      second.session.updateSession({ session_token: 'token-of-the-other' })
      return second.session.getTokens()?.session_token
    }, world.provider.url)
    await signIn(world.page, world.provider.url)
    expect(other).toBe('token-of-the-other')
    expect(await tokenOn(world.page)).toMatch(/^latchkey_st_/)
    const keys = await world.page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':session')))
    expect(keys.sort()).toEqual([`latchkey:${publicToken}:session`, 'latchkey:public-token-test-other:session'])
    // The unknown token of the second is refused, which the first does not hear of.
    world.complaints.length = 0
  })

  it('lands from a mailed link, with the token off the address before anything is sent (X-7)', async () => {
    const email = newPerson()
    await world.page.evaluate((to) => host.client.magicLinks.email.loginOrCreate(to).then(() => undefined), email)
    const { links } = await newestMessage(world.provider.url, email)
    const landing = await fetch(links[0] ?? '', { redirect: 'manual' })
    const token = new URL(landing.headers.get('location') ?? '').searchParams.get('token') ?? ''
    const addresses: string[] = []
    await world.page.goto(`${world.site.page()}&latchkey_token_type=magic_links&token=${token}&kept=1`)
    world.page.on('request', (request) => {
      if (request.url().endsWith('/magic_links/authenticate'))
        addresses.push(world.page.url(), request.headers().referer ?? '')
    })
    await world.page.evaluate(() =>
      host.client.authenticateByUrl({ session_duration_minutes: 5 }).then(() => undefined),
    )
    expect(await signedInAs(world.page)).toBe(email)
    expect(addresses).toHaveLength(2)
    for (const address of [...addresses, world.page.url()]) expect(address).not.toContain(token)
    expect(world.page.url()).toMatch(/kept=1$/)
  })
})
