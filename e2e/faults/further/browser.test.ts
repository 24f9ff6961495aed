import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findDesktopChromium } from '../../../tools/test/chromium.ts'
import { launchBrowser } from '../../browser.ts'
import { prepareClient } from '../../client/client-setup.ts'
import {
  cookiesOf,
  hold,
  newEmail,
  sessionCookie,
  signedInAs,
  signIn,
  tokenOn,
  watchCalls,
} from '../../client/host-site.ts'
import { newestMessage } from '../../provider.ts'
import { cyclesOf } from './site.ts'

const setup = prepareClient()

const refresh = '/sessions/authenticate'
const authenticate = (on: Page | Frame) =>
  on.evaluate(() => host.client.session.authenticate().then(() => 'ok', String))
const day = 24 * 60 * 60_000

/** A page with a clock that the test moves. */
async function openWithClock(time: number): Promise<Page> {
  const page = await setup.context.newPage()
  page.on('pageerror', (error) => setup.complaints.push(error.message))
  await page.clock.install({ time })
  await page.goto(setup.site.page())
  return page
}

/**
 * Observes ten minutes: the user stays signed in, and refreshes are three minutes apart. Time advances in small steps and
 * stops during a call, because a full minute at once would exceed the timeout of a call.
 */
async function livesTenMinutes(page: Page, email: string): Promise<void> {
  const calls = watchCalls(page, refresh)
  const noticedAt: number[] = []
  for (let second = 0; second < 600; second += 5) {
    await page.clock.runFor(5_000)
    const now = await page.evaluate(() => Date.now())
    while (noticedAt.length < calls.length) noticedAt.push(now)
    await Promise.all(calls.map(async (call) => (await call.response())?.finished()))
    expect(await signedInAs(page)).toBe(email)
  }
  expect(noticedAt.length).toBeGreaterThanOrEqual(3)
  const gaps = noticedAt.slice(1).map((at, index) => at - (noticedAt[index] ?? 0))
  // A refresh is noticed at the end of a five-second step, the next one possibly at the start of a step.
  expect(gaps.filter((ms) => ms < 170_000)).toEqual([])
}

describe('requests that fail in transit, in Chromium (F32)', () => {
  const json = 'application/json'
  const error = (status: number, error_type: string) =>
    JSON.stringify({ status_code: status, request_id: 'r', error_type, error_message: 'No.', error_url: '' })
  const [unreadable, noAnswer] = ['Invalid response from our servers.', 'Invalid or no response from server']
  const answers: [name: string, status: number, contentType: string, body: string, words: string][] = [
    ['a 500', 500, json, error(500, 'internal_error'), 'ApiError: [500] internal_error\nNo.\nrequest_id: r'],
    ['a 502 page', 502, 'text/html', '<h1>Bad gateway</h1>', `UnreachableError: ${unreadable}`],
    ['a 503', 503, json, error(503, 'service_unavailable'), 'ApiError: [503] service_unavailable\nNo.\nrequest_id: r'],
    ['a 429', 429, json, error(429, 'too_many_requests'), 'ApiError: [429] too_many_requests\nNo.\nrequest_id: r'],
    ['a 401 page', 401, 'text/html', '<h1>Sign in to the proxy</h1>', `UnreachableError: ${unreadable}`],
    ['a 200 page', 200, 'text/html', '<h1>Sign in to the café’s network</h1>', `UnreachableError: ${unreadable}`],
    [
      ...(['half an answer', 200, json, '{"data":{"session_token":"abc'] as const),
      'UnreachableError: Invalid JSON response from our servers.',
    ],
    ['no answer', 200, json, '', `UnreachableError: ${noAnswer}`],
    ['an answer without data', 200, json, '{"status_code":200}', `UnreachableError: ${noAnswer}`],
    ['JSON by another name', 200, 'text/plain', '{"data":{}}', `UnreachableError: ${unreadable}`],
    [
      'ten megabytes',
      200,
      json,
      JSON.stringify({ data: { x: 'x'.repeat(10_000_000) } }),
      `UnreachableError: ${unreadable}`,
    ],
  ]

  it('signs no user out, rejects the call, and ends with the next response', async () => {
    const page = await setup.open()
    const email = await signIn(page, setup.provider.url, newEmail(), 60)
    const token = await tokenOn(page)
    for (const [name, status, contentType, body, words] of answers) {
      const pattern = `**/sdk/v1${refresh}`
      await page.route(pattern, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              ...{ status, contentType, body },
              headers: {
                'access-control-allow-origin': setup.site.url,
                'access-control-allow-credentials': 'true',
                'content-type': contentType,
              },
            }),
      )
      expect(await authenticate(page), name).toBe(words)
      expect([await signedInAs(page), await tokenOn(page)], name).toEqual([email, token])
      await page.unroute(pattern)
      expect(await authenticate(page), name).toBe('ok')
    }
    expect(await page.evaluate(() => host.states)).toEqual([email])
  })

  it.each([503, 429])('retries no earlier than Retry-After of a %i', async (status) => {
    const page = await openWithClock(Date.now())
    const email = await signIn(page, setup.provider.url, newEmail(), 60)
    const calls = watchCalls(page, refresh)
    await page.route(`**/sdk/v1${refresh}`, (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({
            status,
            headers: {
              'access-control-allow-origin': setup.site.url,
              'access-control-allow-credentials': 'true',
              'access-control-expose-headers': 'Retry-After',
              'content-type': json,
              'retry-after': '40',
            },
            body: error(status, 'service_unavailable'),
          }),
    )
    await page.clock.runFor(180_000)
    await expect.poll(() => calls.length).toBe(1)
    await calls[0]?.response()
    await page.evaluate(() => undefined)
    await page.clock.runFor(39_000)
    expect([calls.length, await signedInAs(page)]).toEqual([1, email])
    await page.clock.runFor(30_000)
    await expect.poll(() => calls.length).toBe(2)
  })
})

describe('a tab that crashes, in Chromium (F33)', () => {
  it.each([
    ['a refresh', refresh, () => void host.client.session.authenticate().catch(() => undefined)],
    [
      'asking for a code',
      '/otps/email/login_or_create',
      () => void host.client.otps.email.loginOrCreate('crash@example.com').catch(() => undefined),
    ],
    [
      'a code being checked',
      '/otps/authenticate',
      () => void host.client.otps.authenticate('123456', 'm', { session_duration_minutes: 5 }).catch(() => undefined),
    ],
  ])('during %s leaves other tabs unchanged, and recovers when it is opened again', async (_, path, act) => {
    const crashing = await setup.context.newPage()
    await crashing.goto(setup.site.page())
    const other = await setup.open()
    const email = await signIn(other, setup.provider.url)
    await expect.poll(() => signedInAs(crashing)).toBe(email)
    const held = await hold(setup.context, path, 'calls')
    await crashing.evaluate(act)
    await held.arrived(1)
    const crashed = new Promise((resolve) => crashing.once('crash', resolve))
    const debug = await setup.context.newCDPSession(crashing)
    void debug.send('Page.crash').catch(() => undefined)
    await crashed
    await held.release().catch(() => undefined)
    await setup.context.unrouteAll({ behavior: 'ignoreErrors' })
    expect([await signedInAs(other), await authenticate(other)]).toEqual([email, 'ok'])
    const reopened = await setup.open()
    await expect.poll(() => signedInAs(reopened)).toBe(email)
    expect([await tokenOn(reopened), await authenticate(reopened)]).toEqual([await tokenOn(other), 'ok'])
  })
})

describe('a computer that slept, in Chromium (F39)', () => {
  it('refreshes once when it wakes an hour later, and no user is signed out', async () => {
    const page = await openWithClock(Date.now())
    const email = await signIn(page, setup.provider.url, newEmail(), 120)
    const calls = watchCalls(page, refresh)
    await page.clock.fastForward(60 * 60_000)
    await expect.poll(() => calls.length).toBe(1)
    await calls[0]?.response()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.clock.runFor(5_000)
    expect([calls.length, await signedInAs(page)]).toEqual([1, email])
  })

  it('does not show a signed-out user when the browser restores a page from its back/forward cache', async () => {
    // The headless shell has no back/forward cache: this needs a desktop browser.
    const executablePath = findDesktopChromium()
    if (!executablePath) throw new Error('This needs a desktop Chromium or Chrome.')
    const browser = await launchBrowser({ executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    try {
      const context = await browser.newContext()
      const [page, other] = [await context.newPage(), await context.newPage()]
      for (const one of [page, other]) await one.goto(setup.site.page())
      await signIn(page, setup.provider.url)
      await expect.poll(() => signedInAs(other)).not.toBeNull()
      await page.evaluate(() => {
        // Registered first: reads the state that would be rendered.
        const seen: unknown[] = []
        Object.assign(globalThis, { seen })
        addEventListener('pageshow', ({ persisted }) => {
          // By subscription and by a read.
          requestAnimationFrame(() => seen.push(persisted, host.states.at(-1), host.client.user.getSync()))
        })
      })
      await page.goto(`${setup.site.url}/host-page.js`)
      await other.evaluate(() => host.client.session.revoke().then(() => undefined))
      // The page is not loaded again, so there is no load event.
      await page.goBack({ waitUntil: 'commit' })
      const seen = () => page.evaluate(() => (globalThis as unknown as { seen?: unknown[] }).seen)
      await expect.poll(seen).toEqual([true, null, null])
    } finally {
      await browser.close()
    }
  })
})

describe('a separate storage partition, in Chromium (F40)', () => {
  const signInInside = async (frame: Frame): Promise<string> => {
    const email = newEmail()
    const method = await frame.evaluate(
      (to) => host.client.otps.email.loginOrCreate(to).then((r) => r.method_id),
      email,
    )
    const { codes } = await newestMessage(setup.provider.url, email)
    await frame.evaluate(
      ([code = '', id = '']) =>
        host.client.otps.authenticate(code, id, { session_duration_minutes: 30 }).then(() => undefined),
      [codes[0] ?? '', method],
    )
    return email
  }

  it('a frame on another site has a separate session', async () => {
    const outer = createServer((_request, response) => {
      const address = setup.site.page().replaceAll('&', '&amp;')
      response.setHeader('content-type', 'text/html').end(`<!doctype html><iframe src="${address}"></iframe>`)
    })
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
    try {
      const first = await setup.open()
      const page = await setup.context.newPage()
      page.on('pageerror', (error) => setup.complaints.push(error.message))
      // Another name of this machine is another site.
      await page.goto(`http://127.0.0.1:${(outer.address() as AddressInfo).port}/`)
      const frame = page.frames()[1]
      if (!frame) throw new Error('There is no frame.')
      await frame.waitForFunction(() => 'host' in globalThis)
      const email = await signInInside(frame)
      const inside = () => frame.evaluate(() => host.client.user.getSync()?.emails[0]?.email ?? null)
      expect([await inside(), await authenticate(frame)]).toEqual([email, 'ok'])
      expect([await signedInAs(first), await cookiesOf(setup.context)]).toEqual([null, {}])
      await frame.evaluate(() => host.client.session.revoke().then(() => undefined))
      expect(await inside()).toBeNull()
    } finally {
      outer.closeAllConnections()
      await new Promise((resolve) => outer.close(resolve))
    }
  })

  it('a private window has no earlier session, and loses its session when it is closed', async () => {
    const page = await setup.open()
    const email = await signIn(page, setup.provider.url)
    await setup.browse()
    const fresh = await setup.open()
    expect([email === null, await signedInAs(fresh)]).toEqual([false, null])
    await signIn(fresh, setup.provider.url)
  })

  it('a browser that deletes storage after seven days starts without a session and without an error', async () => {
    const page = await setup.open()
    await signIn(page, setup.provider.url, newEmail(), 30 * 24 * 60)
    await setup.context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    expect(await signedInAs(page)).toBeNull()
    const email = await signIn(page, setup.provider.url)
    expect([await signedInAs(page), await authenticate(page)]).toEqual([email, 'ok'])
  })
})

// The last: the provider's clock does not go back.
describe('a computer whose clock is wrong, in Chromium (F12)', () => {
  const cycles = cyclesOf(20)

  /** A new browser context per round, because the previous one has data of another time. */
  async function eachLives(offset: number): Promise<void> {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await setup.browse()
      const page = await openWithClock(Date.now() + offset)
      const email = await signIn(page, setup.provider.url, newEmail(), 60)
      await livesTenMinutes(page, email)
    }
  }

  it(`a day fast, ${cycles} times: no user is signed out, and the refresh interval is unchanged`, async () => {
    await eachLives(day)
  })

  it(`a day slow, ${cycles} times: the same, and cookies expire with the session by that clock`, async () => {
    await fetch(`${setup.provider.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: setup.provider.url },
      body: JSON.stringify({ advance_ms: day }),
    }).then(({ ok }) => expect(ok).toBe(true))
    await setup.browse()
    const page = await openWithClock(Date.now())
    await signIn(page, setup.provider.url, newEmail(), 60)
    const { expires = 0 } = (await cookiesOf(setup.context))[sessionCookie] ?? {}
    expect(Math.abs(expires * 1_000 - Date.now() - 60 * 60_000)).toBeLessThan(120_000)
    await eachLives(0)
  })
})
