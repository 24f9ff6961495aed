import { rm } from 'node:fs/promises'
import type { ClientOptions } from '@latchkey/client'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../browser.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { newestMessage, type RunningProcess, runCliCommand, startDevelopment } from '../provider.ts'
import { cookiesOf, type HostSite, signedInAs, signIn, startHostSite } from './host-site.ts'
import { apiHost, app, attacker, type OwnSite, sibling, startOwnSite } from './own-site.ts'

const token = '__Secure-latchkey_session'
const jwt = '__Secure-latchkey_session_jwt'
const binding = '__Host-latchkey_session_binding'
const cookieSettings = ['http_only_cookies.enabled=true', 'http_only_cookies.domain=tea.localhost']

let dataDir: string
let provider: RunningProcess
let hostSite: HostSite
let site: OwnSite
let browser: Browser
let context: BrowserContext
let complaints: string[]
/** A project with HttpOnly cookies, one that enables them later, one on plain localhost, and one without. */
let publicToken: string
let laterToken: string
let localToken: string
let plainToken: string

const command = <Answer>(...words: string[]): Promise<Answer> => runCliCommand<Answer>(dataDir, ...words)

async function newProject(name: string, origin: string): Promise<string> {
  const { public_token } = await command<{ public_token: string }>(
    ...['projects', 'create', '--name', name, '--environment', 'test', '--origin', origin],
    ...['--redirect', `${origin.replace(/:\*$/, '')}/`],
  )
  return public_token
}

const change = (project: string, ...settings: string[]): Promise<unknown> =>
  command('settings', 'set', ...settings, '--project', project)

/** A running provider applies changed settings within five seconds of its clock. */
async function letNotice(): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const moved = await fetch(`${provider.url}/dev/clock`, { method: 'POST', headers, body: '{"advance_ms":6000}' })
  expect(moved.status).toBe(200)
}

beforeAll(async () => {
  dataDir = createMemoryFolder('cookies')
  provider = await startDevelopment({ dataDir })
  hostSite = await startHostSite(provider.url)
  site = await startOwnSite(provider.url, hostSite)
  ;[browser, publicToken, laterToken, localToken, plainToken] = await Promise.all([
    launchBrowser({ names: site.rules }),
    newProject('Tea', app),
    newProject('Later', app),
    newProject('Local', 'http://localhost:*'),
    newProject('Plain', app),
  ])
  await Promise.all([
    change('Tea', `cname_domain=${apiHost}`, ...cookieSettings),
    change('Local', 'cname_domain=localhost', 'http_only_cookies.enabled=true'),
  ])
  await letNotice()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await hostSite?.close()
  await provider?.end()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  complaints = []
  site.calls.length = 0
  site.loads.length = 0
  context = await browser.newContext({ ignoreHTTPSErrors: true })
})
afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
})

const open = async (url = site.page(publicToken)): Promise<Page> => (await openPage(context, url, complaints)).page

/** What scripts of the page can read: cookies, storage, the document, the client. */
const withinReach = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      { ...localStorage, ...sessionStorage },
      document.documentElement.outerHTML,
      host.client.session.getTokens(),
      host.client.session.getSync(),
    ]),
  )

const refresh = (page: Page): Promise<string> =>
  page.evaluate(() =>
    host.client.session.authenticate().then(
      ({ session_token, session_jwt }) => `ok${session_token}${session_jwt}`,
      (error) => error.error_type,
    ),
  )

describe('a session in HttpOnly cookies, in a real browser', () => {
  it('keeps a session in HttpOnly cookies from scripts, over a reload and in all tabs [C-SES-06] [C-SES-18] [C-SES-24]', async () => {
    const page = await open()
    const email = await signIn(page, provider.url)
    const end = await page.evaluate(() => host.client.session.getSync()?.expires_at ?? '')
    const jar = await cookiesOf(context)
    expect(Object.keys(jar).sort()).toEqual([binding, token, jwt])
    expect(jar[binding]).toMatchObject({ domain: apiHost, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
    for (const name of [token, jwt]) {
      expect(jar[name]).toMatchObject({
        ...{ domain: '.tea.localhost', path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
      })
      // The clock of the provider was moved by seconds: compare the remaining time.
      expect(Math.abs((jar[name]?.expires ?? 0) - Date.parse(end) / 1_000)).toBeLessThan(60)
    }
    const secrets = [jar[token]?.value ?? '', jar[jwt]?.value ?? '']
    expect(secrets[0]).toMatch(/^latchkey_st_/)
    const found = [await withinReach(page), ...site.calls.map(({ body }) => body)].join()
    expect(found).toContain('"session_token":""')
    expect(secrets.filter((secret) => found.includes(secret))).toEqual([])
    expect(await page.evaluate(() => [document.cookie, host.client.session.getTokens()])).toEqual([
      '',
      { session_token: '', session_jwt: '' },
    ])

    const other = await open()
    await page.reload()
    expect([await signedInAs(page), await signedInAs(other)]).toEqual([email, email])
    await expect.poll(() => page.evaluate(() => host.client.session.getInfo().fromCache)).toBe(false)
    // The backend of the application is on the same site and can verify the session.
    expect(site.loads.at(-1)?.cookie).toContain(`${token}=${secrets[0]}`)
    // Adding a factor with the cookie alone: the same session with a new token.
    const further = `further-${email}`
    const added = await page.evaluate((to) => host.client.otps.email.send(to).then((sent) => sent.method_id), further)
    const code = (await newestMessage(provider.url, further)).codes[0] ?? ''
    await page.evaluate(
      ([one = '', method = '']) =>
        host.client.otps.authenticate(one, method, { session_duration_minutes: 30 }).then(() => undefined),
      [code, added],
    )
    expect((await cookiesOf(context))[token]?.value).not.toBe(secrets[0])
    expect([await refresh(page), await refresh(other)]).toEqual(['ok', 'ok'])

    await other.evaluate(() => host.client.session.revoke().then(() => undefined))
    await expect.poll(() => signedInAs(page)).toBeNull()
    expect([await cookiesOf(context), await signedInAs(other)]).toEqual([{}, null])
    await page.reload()
    expect([await signedInAs(page), await refresh(page)]).toEqual([null, 'user_unauthenticated'])
  })

  it('rejects calls with HttpOnly cookies from other sites and from sibling hosts that are not authorized', async () => {
    const page = await open()
    const email = await signIn(page, provider.url)
    /** All requests of a hostile page: with credentials, without preflight, and by a form. */
    const attack = async (from: string): Promise<{ read: string[]; calls: typeof site.calls }> => {
      const hostile = await context.newPage()
      await hostile.goto(from)
      site.calls.length = 0
      const read = await hostile.evaluate(
        async ([api = '', known = '']) => {
          const headers = { Authorization: `Basic ${btoa(`${known}:${known}`)}`, 'Content-Type': 'application/json' }
          const tries: RequestInit[] = [
            { method: 'POST', headers },
            { method: 'POST', body: '{}', headers: { 'Content-Type': 'text/plain' } },
            { method: 'POST', body: '{}', mode: 'no-cors' },
            { method: 'GET' },
          ]
          const seen: string[] = []
          for (const one of tries) {
            const answer = fetch(`${api}/sdk/v1/sessions/revoke`, { credentials: 'include', ...one })
            seen.push(await answer.then((response) => response.text()).catch(() => 'blocked'))
          }
          return seen
        },
        [`https://${apiHost}`, publicToken],
      )
      for (const path of ['/sdk/v1/sessions/revoke', '/sdk/v1/oauth/authorize']) {
        await hostile.evaluate((action) => {
          const form = document.createElement('form')
          Object.assign(form, { method: 'POST', action })
          document.body.append(form)
          form.submit()
        }, `https://${apiHost}${path}`)
        await hostile.waitForURL(`https://${apiHost}/**`)
        expect(await hostile.content()).not.toContain(email)
        await hostile.goto(from)
      }
      await hostile.close()
      // In a test project a foreign page can read one error, which names the origin to register. It contains no data.
      const outcomes = read.map((text) => (text.startsWith('{') ? String(JSON.parse(text).error_type) : text))
      return { read: outcomes, calls: site.calls.splice(0).filter(({ method }) => method !== 'OPTIONS') }
    }

    const abroad = await attack(attacker)
    expect(abroad.read).toEqual(['unauthorized_origin', 'blocked', '', 'blocked'])
    expect(abroad.calls.length).toBeGreaterThanOrEqual(4)
    // SameSite=Lax: requests of other sites carry no session cookie.
    expect(abroad.calls.filter(({ cookie }) => cookie !== undefined)).toEqual([])

    const next = await attack(sibling)
    expect(next.read).toEqual(['unauthorized_origin', 'blocked', '', 'blocked'])
    // Same site: the browser sends the cookies, and the origin is rejected.
    expect(next.calls.filter(({ cookie }) => cookie?.includes(token)).length).toBeGreaterThanOrEqual(4)
    expect([await refresh(page), await signedInAs(page)]).toEqual(['ok', email])

    // A sibling can plant a cookie of the name. Only the token that fits the binding counts.
    const planting = await context.newPage()
    await planting.goto(sibling)
    await planting.evaluate((name) => {
      // biome-ignore lint/suspicious/noDocumentCookie: this is what the attack does
      document.cookie = `${name}=latchkey_st_planted; Secure; Path=/sdk; Domain=${location.hostname.replace('blog.', '')}`
    }, token)
    expect([await refresh(page), await signedInAs(page)]).toEqual(['ok', email])
    await page.reload()
    expect([await refresh(page), await signedInAs(page)]).toEqual(['ok', email])
  })

  it('moves sessions into HttpOnly cookies when they are enabled, in all tabs', async () => {
    const url = site.page(laterToken)
    const [page, other] = [await open(url), await open(url)]
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    const email = await signIn(page, provider.url)
    await expect.poll(() => signedInAs(other)).toBe(email)
    const before = await cookiesOf(context)
    expect(Object.keys(before).sort()).toEqual([binding, 'latchkey_session', 'latchkey_session_jwt'])
    expect(warnings.filter((text) => text.includes('Cookies are not HttpOnly'))).toHaveLength(1)

    await change('Later', `cname_domain=${apiHost}`, ...cookieSettings, 'http_only_cookies.name=later')
    await letNotice()
    expect(await refresh(page)).toBe('ok')
    const after = await cookiesOf(context)
    expect(Object.keys(after).sort()).toEqual(['__Host-later_binding', '__Secure-later', '__Secure-later_jwt'])
    expect(after['__Secure-later']?.value).toBe(before.latchkey_session?.value)
    expect([await refresh(other), await signedInAs(page), await signedInAs(other)]).toEqual(['ok', email, email])
    expect(await page.evaluate(() => host.states)).toEqual([email])
    await other.reload()
    expect([await signedInAs(other), await refresh(other)]).toEqual([email, 'ok'])

    // Revoked by an operator: the next response ends the session here and removes the cookie.
    await command('sessions', 'revoke', '--user', email, '--project', 'Later')
    expect(await refresh(page)).toBe('session_not_found')
    await expect.poll(() => signedInAs(other)).toBeNull()
    const again = await signIn(other, provider.url)
    await expect.poll(() => signedInAs(page)).toBe(again)
    // The cookie has expired or was deleted.
    await context.clearCookies()
    expect([await refresh(page), await signedInAs(page)]).toEqual(['user_unauthenticated', null])
    await expect.poll(() => signedInAs(other)).toBeNull()
  })

  it('sets HttpOnly cookies without TLS on localhost, but not with another name of the machine', async () => {
    const { host } = new URL(provider.url)
    const page = await open(hostSite.page({ customApiDomain: host }, localToken))
    const email = await signIn(page, provider.url)
    expect(
      Object.values(await cookiesOf(context)).map(({ name, domain, httpOnly }) => [name, domain, httpOnly]),
    ).toEqual([
      ['__Host-latchkey_session', 'localhost', true],
      ['__Host-latchkey_session_jwt', 'localhost', true],
    ])
    await page.reload()
    expect([await signedInAs(page), await refresh(page)]).toEqual([email, 'ok'])
    await expect(change('Local', `authorized_origins=["${app}"]`)).rejects.toThrow(
      // The value in the JSON output of the command.
      `http_only_cookies.enabled \\"${app}\\" is not on the same site as localhost`,
    )
  })
})

describe('a sibling host that sets session cookies, in a real browser (S-14)', () => {
  type Planted = { name: string; value: string; path?: string }

  /** Cookies for the whole domain, as a response of the sibling host would set them. */
  const plant = (...cookies: Planted[]): Promise<void> =>
    context.addCookies(
      cookies.map((one) => ({ path: '/', ...one, domain: '.tea.localhost', secure: true, sameSite: 'Lax' as const })),
    )

  /** Cookie jar overflow: a script of the sibling host sets so many cookies that the browser drops others. */
  async function pushOut(): Promise<void> {
    const page = await context.newPage()
    await page.goto(sibling)
    await page.evaluate(() => {
      for (let n = 0; n < 400; n++) {
        // biome-ignore lint/suspicious/noDocumentCookie: this is what the attack does
        document.cookie = `filler${n}=x; Secure; Path=/; Domain=tea.localhost`
      }
    })
    await page.close()
  }

  /** The session cookies of the attacker. */
  async function cookiesOfMallory(url: string): Promise<Record<string, string>> {
    const own = await browser.newContext({ ignoreHTTPSErrors: true })
    const { page } = await openPage(own, url, complaints)
    await signIn(page, provider.url, `mallory-${Date.now()}@example.com`)
    const jar = await cookiesOf(own)
    await own.close()
    return Object.fromEntries(Object.entries(jar).map(([name, { value }]) => [name, value]))
  }

  /** All users that the page has shown after a refresh, a reload and in another tab. */
  async function shownOn(page: Page, url: string): Promise<unknown[]> {
    await refresh(page)
    const states = await page.evaluate(() => host.states)
    const here = await signedInAs(page)
    await page.reload()
    await refresh(page)
    const other = await open(url)
    await refresh(other)
    const tokens = await page.evaluate(() => host.client.session.getTokens())
    return [
      ...states,
      here,
      await signedInAs(page),
      await signedInAs(other),
      tokens?.session_token,
      tokens?.session_jwt,
    ]
  }

  const attacks: Record<string, (names: string[], mallory: Record<string, string>) => Promise<void>> = {
    'a second cookie, or one that replaces the cookie of the user': (names, mallory) =>
      plant(...names.map((name) => ({ name, value: mallory[name] ?? '' }))),
    'cookies of longer paths': (names, mallory) =>
      plant(
        ...['/sdk', '/sdk/v1'].flatMap((path) => names.map((name) => ({ name, path, value: mallory[name] ?? '' }))),
      ),
    'cookies after all others were pushed out': async (names, mallory) => {
      await pushOut()
      await plant(...names.map((name) => ({ name, value: mallory[name] ?? '' })))
    },
    'a token alone after all others were pushed out': async ([name = ''], mallory) => {
      await pushOut()
      await plant({ name, value: mallory[name] ?? '' })
    },
  }

  /** The full run tries each attack on both kinds of cookies. */
  const isTried = (mode: string, index: number): boolean =>
    process.env.TEST_MATRIX === 'full' || mode === 'HttpOnly cookies' || index % 2 === 0
  it.each(
    Object.keys(attacks).flatMap((attack, index) =>
      ['HttpOnly cookies', 'JavaScript cookies'].filter((mode) => isTried(mode, index)).map((mode) => [mode, attack]),
    ),
  )('does not switch to the user of planted cookies: %s, %s', async (mode = '', attack = '') => {
    const isHidden = mode === 'HttpOnly cookies'
    const options = { customApiDomain: undefined, domains: { testApi: `https://${apiHost}` } } as ClientOptions
    const url = isHidden ? site.page(publicToken) : site.page(plainToken, options)
    const names = isHidden ? [token, jwt] : ['latchkey_session', 'latchkey_session_jwt']
    const mallory = await cookiesOfMallory(url)
    const page = await open(url)
    const email = await signIn(page, provider.url)
    await attacks[attack]?.(names, mallory)
    const shown = await shownOn(page, url)
    const own = [email, null, undefined, '']
    const tokens = shown.slice(-2)
    expect(shown.slice(0, -2).filter((user) => !own.includes(user as string))).toEqual([])
    expect(tokens.filter((secret) => Object.values(mallory).includes(secret as string))).toEqual([])
    // The provider knows which of several tokens is hers.
    if (isHidden && attack === 'cookies of longer paths') expect(shown.slice(-5, -2)).toEqual([email, email, email])
    // She can sign in again. Cookies that a page writes itself she may have to delete before.
    if (!isHidden && (await signedInAs(page)) === null) await context.clearCookies()
    if ((await signedInAs(page)) === null) await signIn(page, provider.url, email)
    expect(await signedInAs(page)).toBe(email)
  })
})
