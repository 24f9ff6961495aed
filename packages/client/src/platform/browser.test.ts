import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientOptions } from '../core/options.ts'
import type { Client } from '../create-client.ts'
import { createClient } from '../create-client.ts'
import { cookiesOf, readCookies, writeCookie } from '../session/cookies.ts'
import { api, makeAuth, publicToken } from '../test-setup.suite.ts'
import { currentWindow, listen } from './browser.ts'
import { settle } from './memory-clock.ts'
import type { Platform } from './platform.ts'
import { registryKey } from './platform.ts'

/** The part of a window that the client uses. */
class FakeWindow extends EventTarget {
  top: unknown = this
  fetch = vi.fn(async (..._args: unknown[]) => Response.json({ data: makeAuth('s1') }))
  document: { cookie: string; hidden: boolean; hasStorageAccess?: () => Promise<boolean> } = {
    cookie: 'a=1; b=2',
    hidden: false,
  }
  navigator: { locks?: { request(name: string, options: unknown, task: (lock: unknown) => unknown): unknown } } = {}
  location = { href: 'https://app.example.com/in?x=1', origin: 'https://app.example.com', hostname: 'app.example.com' }
  history = { state: { page: 7 }, replaceState: vi.fn() }
  console = { warn: vi.fn(), error: vi.fn() }
  crypto = crypto
  Date = Date
  Math = Math
  Intl = Intl
  setTimeout = (run: () => void, ms: number): unknown => setTimeout(run, ms)
  clearTimeout = (timer: Parameters<typeof clearTimeout>[0]): void => clearTimeout(timer)
  private readonly values = new Map<string, string>()
  localStorage = {
    getItem: (key: string) => this.values.get(key) ?? null,
    setItem: (key: string, value: string) => this.values.set(key, value),
    removeItem: (key: string) => this.values.delete(key),
  }
}

let win: FakeWindow
const testWindow = (): Platform => currentWindow() as Platform
const clients: Client[] = []

function open(options: ClientOptions = {}): Client {
  const client = createClient(publicToken, { ...options, domains: { testApi: api }, disableTelemetry: true })
  clients.push(client)
  return client
}

beforeEach(() => {
  win = new FakeWindow()
  vi.stubGlobal('window', win)
})

afterEach(() => {
  for (const client of clients.splice(0)) client.dispose()
  vi.unstubAllGlobals()
})

describe('the browser', () => {
  it('reads the browser correctly whatever the elements of the page are named (X-8)', () => {
    class Page {
      stored = ''
      get cookie(): string {
        return this.stored
      }
      set cookie(text: string) {
        this.stored = text
      }
      get hidden(): boolean {
        return false
      }
    }
    const page = new Page()
    // As `<img name=cookie>` and `<img name=hidden>` would.
    for (const name of ['cookie', 'hidden']) Object.defineProperty(page, name, { value: { alt: 'an element' } })
    win.document = page
    writeCookie(testWindow(), 'name', 'value', Date.UTC(2030, 0), 'path=/')
    expect(readCookies(testWindow())).toMatch(/^name=value; expires=/)
    const run = vi.fn()
    const stop = listen(testWindow(), ['visibilitychange'], run)
    win.dispatchEvent(new Event('visibilitychange'))
    expect(run).toHaveBeenCalledOnce()
    stop()
  })

  it('rejects the creation of a client outside a browser [C-CFG-04]', () => {
    expect(testWindow()).toBe(win)
    for (const none of [undefined, {}]) {
      vi.stubGlobal('window', none)
      expect(open).toThrow('Invalid call to createClient\nThe client cannot be used in a server environment.')
    }
  })

  it('fetches with the current fetch of the page', async () => {
    const client = open()
    await settle()
    const patched = vi.fn(async () => Response.json({ data: { userType: 'new' } }))
    Object.assign(win, { fetch: patched })
    await client.user.getConnectedApps()
    expect(patched).toHaveBeenCalledTimes(1)
  })

  it('reads and writes cookies, and does not throw in a frame without cookies', () => {
    const all = readCookies(testWindow())
    expect([all, cookiesOf(all, 'b')]).toEqual(['a=1; b=2', ['2']])
    writeCookie(testWindow(), 'c', '3', undefined, 'path=/')
    expect(win.document.cookie).toBe('c=3; expires=Invalid Date; SameSite=Lax; path=/')
    const refuse = (): never => {
      throw new Error('sandboxed')
    }
    Object.defineProperty(win.document, 'cookie', { get: refuse, set: refuse })
    expect(readCookies(testWindow())).toBe('')
    expect(() => writeCookie(testWindow(), 'c', '3', undefined, 'path=/')).not.toThrow()
  })

  it('changes the URL without losing the history state', async () => {
    win.location.href = 'https://app.example.com/in?token=t&latchkey_token_type=magic_links&x=1'
    const landing = open().authenticateByUrl({ session_duration_minutes: 30 })
    await expect(landing).rejects.toThrow('confirmation_required')
    expect(win.history.replaceState.mock.calls).toEqual([[{ page: 7 }, '', 'https://app.example.com/in?x=1']])
  })

  it('delivers events until stopped, and visibilitychange only when the page is visible', () => {
    const run = vi.fn()
    const stop = listen(testWindow(), ['storage', 'online', 'visibilitychange'], run)
    win.dispatchEvent(new Event('storage'))
    win.dispatchEvent(new Event('online'))
    win.dispatchEvent(new Event('pagehide'))
    win.dispatchEvent(new Event('visibilitychange'))
    expect(run).toHaveBeenCalledTimes(3)
    win.document.hidden = true
    win.dispatchEvent(new Event('visibilitychange'))
    expect(run).toHaveBeenCalledTimes(3)
    stop()
    win.dispatchEvent(new Event('storage'))
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('creates PKCE pairs with its random values and digests', async () => {
    await open().magicLinks.email.loginOrCreate('ada@example.com')
    const pair = JSON.parse(win.localStorage.getItem(`latchkey:${publicToken}:pkce:magic_links`) ?? '')
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pair.code_verifier))
    expect(pair.code_challenge).toBe(Buffer.from(digest).toString('base64url'))
    expect(new Set(pair.code_verifier.match(/.{8}/g)).size).toBeGreaterThan(14)
  })

  it('counts clients across bundles', async () => {
    open()
    expect([...(Reflect.get(win, registryKey) as Map<string, unknown>).keys()]).toEqual([publicToken])
    open({ keepSessionAlive: true })
    await vi.waitFor(() =>
      expect(win.console.warn).toHaveBeenCalledWith('[Latchkey]', 'Several clients for one publicToken'),
    )
  })

  it('warns in a partitioned frame', async () => {
    const warnings = async (): Promise<number> => {
      win.console.warn.mockClear()
      const client = open()
      await settle()
      client.dispose()
      return win.console.warn.mock.calls.filter(([, text]) => text === 'Storage is partitioned.').length
    }
    win.document.hasStorageAccess = async () => false
    expect(await warnings()).toBe(0)
    win.top = {}
    expect(await warnings()).toBe(1)
    win.document.hasStorageAccess = async () => true
    expect(await warnings()).toBe(0)
    delete win.document.hasStorageAccess
    expect(await warnings()).toBe(0)
  })
})

describe('the refresh lock', () => {
  /** The number of background refreshes of a signed-in page if the browser returns `lock` for its lock request. */
  async function refreshes(lock: unknown): Promise<number> {
    const request = vi.fn(async (_name: string, _options: unknown, task: (lock: unknown) => unknown) => task(lock))
    if (lock !== undefined) win.navigator.locks = { request }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2030, 0, 1) })
    try {
      const client = open()
      await client.otps.authenticate('123456', 'm', { session_duration_minutes: 30 })
      await vi.advanceTimersByTimeAsync(200_000)
      if (lock !== undefined) {
        expect(request.mock.calls[0]?.slice(0, 2)).toEqual(['session-test-s1:refresh', { ifAvailable: true }])
      }
      return win.fetch.mock.calls.filter(([url]) => String(url).endsWith('/sessions/authenticate')).length
    } finally {
      vi.useRealTimers()
    }
  }

  it('lets one tab refresh', async () => expect(await refreshes({})).toBe(1))
  it('does not wait for a lock that another tab holds', async () => expect(await refreshes(null)).toBe(0))
  it('refreshes in every tab if locks are unsupported', async () => expect(await refreshes(undefined)).toBe(1))
})
