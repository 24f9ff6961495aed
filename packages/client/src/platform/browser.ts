import { brand } from '@latchkey/contract'
import { UsageError } from '../core/errors.ts'
import type { Platform, PlatformEvent } from './platform.ts'

/** The browser. The only file that touches `window`, `document`, `navigator` and storage. */
export function browserPlatform(): Platform {
  if (typeof window === 'undefined' || typeof document === 'undefined') {
    throw new UsageError('createClient', 'The client cannot be used in a server environment; create it in the browser.')
  }
  // On the window, so that two bundles on one page see each other's clients.
  const registry = window as unknown as Record<string, Map<string, number> | undefined>
  const registryKey = `__${brand.prefix}_clients`
  const clients = registry[registryKey] ?? new Map<string, number>()
  registry[registryKey] = clients
  return {
    // Looked up at each call: a host page may have put its own instrumentation there.
    fetch: (url, init) => window.fetch(url, init),
    clock: {
      now: () => Date.now(),
      setTimeout(run, ms) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    random: (count) => crypto.getRandomValues(new Uint32Array(count)),
    sha256: async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    cookies: {
      read: () => document.cookie,
      write(cookie) {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere.
        document.cookie = cookie
      },
    },
    storage: {
      get: (key) => localStorage.getItem(key),
      set: (key, value) => localStorage.setItem(key, value),
      remove: (key) => localStorage.removeItem(key),
    },
    page: {
      href: () => location.href,
      replaceUrl: (url) => history.replaceState(history.state, '', url),
      timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      isPartitioned: async () => window !== window.top && (await document.hasStorageAccess?.()) === false,
    },
    listen: (event, run) => {
      const stops = sources[event].map(([find, type, when]) => {
        const target = find()
        const handler = (): void => {
          if (!when || when()) run()
        }
        target?.addEventListener(type, handler)
        return () => target?.removeEventListener(type, handler)
      })
      return () => {
        for (const stop of stops) stop()
      }
    },
    tryLock: async (name, task) => {
      if (!navigator.locks) {
        await task()
        return true
      }
      return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await task()
        return lock !== null
      })
    },
    log: console,
    clients,
  }
}

type Source = readonly [target: () => EventTarget | undefined, type: string, when?: () => boolean]

const isVisible = (): boolean => document.visibilityState === 'visible'
const visible: Source = [() => document, 'visibilitychange', isVisible]

const sources: Record<PlatformEvent, readonly Source[]> = {
  changed: [
    [() => window, 'storage'],
    [() => window, 'pageshow'],
    // Where it exists, a cookie cleared by hand is noticed at once.
    [() => (window as { cookieStore?: EventTarget }).cookieStore, 'change'],
    visible,
  ],
  awake: [[() => window, 'online'], visible],
  leaving: [[() => window, 'pagehide']],
}
