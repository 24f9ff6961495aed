import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserPlatform } from './browser.ts'
import type { Platform } from './platform.ts'

/** As much of a window as the adapter touches. */
class FakeWindow extends EventTarget {
  top: unknown = this
  fetch = vi.fn(async (..._args: unknown[]) => new Response('ok'))
}

let win: FakeWindow
let doc: { cookie: string; hidden: boolean; hasStorageAccess?: () => Promise<boolean> }
let platform: Platform

beforeEach(() => {
  win = new FakeWindow()
  doc = { cookie: 'a=1; b=2', hidden: false }
  const values = new Map<string, string>()
  vi.stubGlobal('window', win)
  vi.stubGlobal('document', doc)
  vi.stubGlobal('location', { href: 'https://app.example.com/in?x=1' })
  vi.stubGlobal('history', { state: { page: 7 }, replaceState: vi.fn() })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
  platform = browserPlatform()
})

afterEach(() => vi.unstubAllGlobals())

describe('the browser', () => {
  it('is asked for only where there is one [C-CFG-04]', () => {
    for (const name of ['window', 'document']) {
      vi.stubGlobal(name, undefined)
      expect(() => browserPlatform()).toThrow(
        'Invalid call to createClient\nThe client cannot be used in a server environment.',
      )
    }
  })

  it('fetches with whatever fetch the page has at that moment', async () => {
    const patched = vi.fn(async () => new Response('patched'))
    Object.assign(win, { fetch: patched })
    expect(await (await platform.fetch('https://x.example', {})).text()).toBe('patched')
  })

  it('reads and writes cookies and storage', () => {
    expect(platform.cookie).toBe('a=1; b=2')
    platform.cookie = 'c=3'
    expect(doc.cookie).toBe('c=3')
    platform.storage.setItem('k', 'v')
    expect(platform.storage.getItem('k')).toBe('v')
    platform.storage.removeItem('k')
    expect(platform.storage.getItem('k')).toBeNull()
  })

  it('changes the address without losing the page’s state', () => {
    expect(platform.location.href).toBe('https://app.example.com/in?x=1')
    platform.replaceUrl('https://app.example.com/in')
    expect(history.replaceState).toHaveBeenCalledWith({ page: 7 }, '', 'https://app.example.com/in')
    expect(platform.timezone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  it('hears events until it is told to stop, and of visibility only when the page is visible', () => {
    const run = vi.fn()
    const stop = platform.listen(['storage', 'online', 'visibilitychange'], run)
    win.dispatchEvent(new Event('storage'))
    win.dispatchEvent(new Event('online'))
    win.dispatchEvent(new Event('pagehide'))
    win.dispatchEvent(new Event('visibilitychange'))
    expect(run).toHaveBeenCalledTimes(3)
    doc.hidden = true
    win.dispatchEvent(new Event('visibilitychange'))
    expect(run).toHaveBeenCalledTimes(3)
    stop()
    win.dispatchEvent(new Event('storage'))
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('never waits for a lock', async () => {
    const task = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', {})
    await platform.tryLock('l', task)
    expect(task).toHaveBeenCalledTimes(1)
    const request = vi.fn(async (_name: string, _options: unknown, run: (lock: unknown) => unknown) => run(null))
    vi.stubGlobal('navigator', { locks: { request } })
    await platform.tryLock('l', task)
    expect(task).toHaveBeenCalledTimes(1)
    expect(request.mock.calls[0]?.slice(0, 2)).toEqual(['l', { ifAvailable: true }])
    request.mockImplementation(async (_name, _options, run) => run({}))
    await platform.tryLock('l', task)
    expect(task).toHaveBeenCalledTimes(2)
  })

  it('gives time, chance and digests', async () => {
    const run = vi.fn()
    const cancel = platform.setTimeout(run, 0)
    cancel()
    await new Promise<void>((resolve) => platform.setTimeout(resolve, 1))
    expect(run).not.toHaveBeenCalled()
    expect(Math.abs(platform.now() - Date.now())).toBeLessThan(1000)
    expect(new Set(platform.random(16)).size).toBeGreaterThan(14)
    expect(Buffer.from(await platform.sha256('abc')).toString('hex')).toMatch(/^ba7816bf.*15ad$/)
  })

  it('counts clients across bundles, and knows a partitioned frame', async () => {
    platform.clients.push('public-token-test-1')
    expect(browserPlatform().clients).toEqual(['public-token-test-1'])
    expect(await platform.isPartitioned()).toBe(false)
    win.top = {}
    expect(await platform.isPartitioned()).toBe(false)
    doc.hasStorageAccess = async () => false
    expect(await platform.isPartitioned()).toBe(true)
    doc.hasStorageAccess = async () => true
    expect(await platform.isPartitioned()).toBe(false)
  })
})
