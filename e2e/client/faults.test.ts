import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newestMessage } from '../provider.ts'
import { prepareClient } from './client-setup.ts'
import {
  cookiesOf,
  hold,
  newEmail,
  raceRounds,
  sessionCookie,
  signedInAs,
  signIn,
  tokenOn,
  watchCalls,
} from './host-site.ts'

const setup = prepareClient()

const refresh = '/sessions/authenticate'
const authenticate = (on: Page) => on.evaluate(() => host.client.session.authenticate().then(() => 'ok', String))
const tokenAfterRefresh = (on: Page) =>
  on.evaluate(() =>
    host.client.session.authenticate().then(() => host.client.session.getTokens()?.session_token, String),
  )
const revoke = (on: Page) => on.evaluate(() => host.client.session.revoke().then(() => undefined))

/** The warnings of the client in the console. */
function warningsOf(page: Page): string[] {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' && message.text().includes('[Latchkey]')) warnings.push(message.text())
  })
  return warnings
}

describe('a browser without storage (F34)', () => {
  const faults: [string, (page: Page) => Promise<unknown>, number][] = [
    [
      'local storage that throws',
      (page) =>
        page.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError')
            },
          })
        }),
      1,
    ],
    [
      'local storage that is full',
      (page) =>
        page.addInitScript(() => {
          for (let size = 5_000_000; size >= 1; size = Math.floor(size / 2)) {
            for (let part = 0; part < 4; part++) {
              try {
                localStorage.setItem(`ballast-${size}-${part}`, 'x'.repeat(size))
              } catch {}
            }
          }
        }),
      1,
    ],
    [
      'cookies that are blocked',
      async (page) => {
        const debug = await page.context().newCDPSession(page)
        await debug.send('Emulation.setDocumentCookieDisabled', { disabled: true })
      },
      1,
    ],
    [
      'neither cookies nor local storage',
      async (page) => {
        const debug = await page.context().newCDPSession(page)
        await debug.send('Emulation.setDocumentCookieDisabled', { disabled: true })
        await page.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError')
            },
          })
        })
      },
      2,
    ],
  ]

  it.each(faults)('signs in until the page is closed with %s, and warns once for each', async (_, fault, expected) => {
    const page = await setup.context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const warnings = warningsOf(page)
    await fault(page)
    await page.goto(setup.site.page())
    const email = await signIn(page, setup.provider.url)
    expect([await signedInAs(page), await authenticate(page)]).toEqual([email, 'ok'])
    await page.evaluate(() => host.client.user.update({ untrusted_metadata: { a: 1 } }).then(() => undefined))
    expect(await page.evaluate(() => host.client.user.getSync()?.untrusted_metadata)).toEqual({ a: 1 })
    await revoke(page)
    expect([await signedInAs(page), await page.evaluate(() => host.states)]).toEqual([null, [email, email, null]])
    // The PKCE verifier of a magic link needs storage too.
    const second = newEmail()
    await page.evaluate((to) => host.client.magicLinks.email.loginOrCreate(to).then(() => undefined), second)
    const { links } = await newestMessage(setup.provider.url, second)
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
    await page.evaluate(
      (spent) => host.client.magicLinks.authenticate(spent, { session_duration_minutes: 5 }).then(() => undefined),
      token,
    )
    expect(await signedInAs(page)).toBe(second)
    expect([errors, warnings.length]).toEqual([[], expected])
  })
})

describe('a sandboxed frame (F40)', () => {
  it('uses memory in a sandboxed frame, and reports that the provider rejects its origin', async () => {
    const page = await setup.context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const warnings = warningsOf(page)
    const address = setup.site.page().replaceAll('&', '&amp;')
    const frame = `<iframe sandbox="allow-scripts" src="${address}"></iframe>`
    await page.route('**/outside', (route) => route.fulfill({ contentType: 'text/html', body: frame }))
    await page.goto(`${setup.site.url}/outside`)
    const inside = page.frames()[1]
    if (!inside) throw new Error('There is no frame.')
    await inside.waitForFunction(() => 'host' in globalThis)
    const outcome = await inside.evaluate(() =>
      host.client.otps.email.loginOrCreate('ada@example.com').then(() => 'ok', String),
    )
    expect(outcome).toBe('UnreachableError: Unable to contact our servers.')
    await inside.evaluate(() => host.client.session.updateSession({ session_token: 'from-a-backend' }))
    expect(await inside.evaluate(() => host.client.session.getTokens()?.session_token)).toBe('from-a-backend')
    // One warning each for frame, cookies and storage, and the reason of the failed call.
    await expect
      .poll(() => warnings.filter((text) => text.includes('is running, but the browser blocked')))
      .toHaveLength(1)
    expect([errors, new Set(warnings).size, warnings.length]).toEqual([[], 4, 4])
  })
})

describe('storage that is cleared during a session (F35)', () => {
  it('signs out all tabs if storage and cookies are cleared', async () => {
    const page = await setup.open()
    const other = await setup.open()
    await signIn(page, setup.provider.url)
    await expect.poll(() => signedInAs(other)).not.toBeNull()
    await setup.context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await expect.poll(() => other.evaluate(() => host.states.at(-1))).toBeNull()
    expect([await signedInAs(page), await signedInAs(other)]).toEqual([null, null])
  })

  it('keeps the session if storage is cleared and the cookies exist', async () => {
    const page = await setup.open()
    const other = await setup.open()
    const email = await signIn(page, setup.provider.url)
    await expect.poll(() => signedInAs(other)).toBe(email)
    await page.evaluate(() => localStorage.clear())
    const both = async () => [await signedInAs(page), await signedInAs(other)]
    await expect.poll(both).toEqual([email, email])
    await page.reload()
    await expect.poll(both).toEqual([email, email])
    await revoke(other)
    await expect.poll(both).toEqual([null, null])
  })
})

// The duration depends on the number of rounds.
describe('tabs that race', { timeout: 1_800_000 }, () => {
  it(`keeps one token and the session if ten tabs refresh at the same moment, ${raceRounds} times (F36)`, async () => {
    const tabs = await Promise.all(Array.from({ length: 10 }, () => setup.open()))
    const [first] = tabs as [Page]
    const email = await signIn(first, setup.provider.url, newEmail(), 60)
    await Promise.all(tabs.map((tab) => expect.poll(() => signedInAs(tab)).toBe(email)))
    const token = await tokenOn(first)
    for (let round = 0; round < raceRounds; round++) {
      const held = await hold(setup.context, refresh, 'calls')
      const answers = Promise.all(tabs.map(tokenAfterRefresh))
      await held.arrived(tabs.length)
      await held.release()
      expect(new Set(await answers)).toEqual(new Set([token]))
    }
    expect(await first.evaluate(() => host.states)).toEqual([email])
  })

  it(`stays signed out if one tab signs out during the refresh of another, ${raceRounds} times (F37)`, async () => {
    const a = await setup.open()
    const b = await setup.open()
    for (let round = 0; round < raceRounds; round++) {
      const email = await signIn(a, setup.provider.url)
      await expect.poll(() => signedInAs(b), { interval: 10 }).toBe(email)
      // In odd rounds the provider responds before the sign-out, and the response arrives late.
      const isLate = round % 2 === 1
      const held = await hold(setup.context, refresh, isLate ? 'answers' : 'calls')
      const answer = authenticate(b)
      await held.arrived(1)
      await revoke(a)
      await held.release()
      expect(await answer).toMatch(isLate ? /^ok$/ : /session_not_found/)
      expect([await signedInAs(a), await signedInAs(b), await cookiesOf(setup.context)]).toEqual([null, null, {}])
    }
  })

  it(`does not show the first user again if one tab signs in as another during a call of the other tab, ${raceRounds} times (F38)`, async () => {
    const a = await setup.open()
    const b = await setup.open()
    for (let round = 0; round < raceRounds; round++) {
      const one = await signIn(a, setup.provider.url)
      await expect.poll(() => signedInAs(b), { interval: 10 }).toBe(one)
      const held = await hold(setup.context, '/users/me', 'answers')
      const answer = b.evaluate(() => host.client.user.get().then(({ emails }) => emails[0]?.email, String))
      await held.arrived(1)
      await revoke(a)
      const two = await signIn(a, setup.provider.url)
      await held.release()
      expect(await answer).toBe(one)
      expect([await signedInAs(a), await signedInAs(b)]).toEqual([two, two])
      expect((await cookiesOf(setup.context))[sessionCookie]?.value).toBe(await tokenOn(b))
      await revoke(a)
    }
  })
})

describe('a page that was away', () => {
  it('keeps the session while offline, and refreshes when the network is back (F30)', async () => {
    const page = await setup.context.newPage()
    await page.clock.install()
    await page.goto(setup.site.page())
    const email = await signIn(page, setup.provider.url, newEmail(), 60)
    const calls = watchCalls(page, refresh)
    await page.clock.runFor(180_000)
    await expect.poll(() => calls.length).toBe(1)
    await setup.context.setOffline(true)
    for (let minutes = 0; minutes < 10; minutes++) {
      await page.clock.runFor(60_000)
      expect(await signedInAs(page)).toBe(email)
    }
    expect(await authenticate(page)).toContain('Unable to contact our servers.')
    expect(await signedInAs(page)).toBe(email)
    await expect.poll(() => calls.length).toBeGreaterThan(2)
    const before = calls.length
    await setup.context.setOffline(false)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
    await page.clock.runFor(2_200)
    await expect.poll(() => calls.length).toBe(before + 1)
    expect(
      await calls
        .at(-1)
        ?.response()
        .then((answer) => answer?.status()),
    ).toBe(200)
    expect(await signedInAs(page)).toBe(email)
  })

  it('refreshes every 180 s during a session, and not after it [C-REF-04] [C-REF-05]', async () => {
    const page = await setup.context.newPage()
    await page.clock.install()
    await page.goto(setup.site.page())
    const calls = watchCalls(page, refresh)
    await page.clock.runFor(600_000)
    expect(calls).toEqual([])
    await signIn(page, setup.provider.url, newEmail(), 60)
    for (let count = 1; count <= 3; count++) {
      await page.clock.runFor(179_000)
      expect(calls.length).toBe(count - 1)
      await page.clock.runFor(1_000)
      await expect.poll(() => calls.length).toBe(count)
      await calls[count - 1]?.response()
      await page.evaluate(() => undefined)
    }
    await revoke(page)
    await page.clock.runFor(600_000)
    expect(calls.length).toBe(3)
  })

  it('reads the current session after a freeze, before it shows a user (F39)', async () => {
    const page = await setup.open()
    const other = await setup.open()
    const email = await signIn(page, setup.provider.url)
    await expect.poll(() => signedInAs(other)).toBe(email)
    const debug = await setup.context.newCDPSession(other)
    await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
    await revoke(page)
    const second = await signIn(page, setup.provider.url)
    await debug.send('Page.setWebLifecycleState', { state: 'active' })
    // Cookies are read again; storage may arrive in this process later. Until then no user is shown, and never the one who
    // signed out.
    expect([second, null]).toContain(await signedInAs(other))
    expect(await tokenOn(other)).toBe(await tokenOn(page))
    await expect.poll(() => signedInAs(other)).toBe(second)
  })

  it('signs in on a page whose other scripts patch fetch and prototypes (F41)', async () => {
    const page = await setup.context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.addInitScript(() => {
      const calls: string[] = []
      const original = window.fetch
      window.fetch = (...args) => {
        calls.push(String(args[0]))
        return original(...args)
      }
      Object.assign(Array.prototype, { polluted: 'enumerable' })
      Object.assign(Object.prototype, { extra: 'everywhere' })
      Object.assign(globalThis, { patched: calls })
    })
    await page.goto(setup.site.page())
    const email = await signIn(page, setup.provider.url)
    expect([await signedInAs(page), await authenticate(page)]).toEqual([email, 'ok'])
    const { seen, dom } = await page.evaluate(() => ({
      seen: (globalThis as unknown as { patched: string[] }).patched.length,
      dom: document.documentElement.outerHTML,
    }))
    expect(seen).toBeGreaterThanOrEqual(4)
    expect(dom).not.toContain((await tokenOn(page)) ?? '-')
    expect(errors).toEqual([])
  })
})
