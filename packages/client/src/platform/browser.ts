import { brandPrefix } from '@latchkey/contract'
import { usageError } from '../core/errors.ts'
import type { Platform } from './platform.ts'

/** The browser. The only file that touches `window`, `document`, `navigator` and storage. */
export function browserPlatform(): Platform {
  if (typeof window === 'undefined' || typeof document === 'undefined') {
    throw usageError('createClient', 'The client cannot be used in a server environment.')
  }
  // On the window, so that two bundles on one page see each other's clients.
  const registry = window as unknown as Record<string, string[] | undefined>
  const registryKey = `__${brandPrefix}`
  registry[registryKey] ??= []

  return {
    // Looked up at each call: a host page may have put its own instrumentation there.
    fetch: (url, init) => window.fetch(url, init),
    now: Date.now,
    setTimeout(run, ms) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: (count) => crypto.getRandomValues(new Uint32Array(count)),
    sha256: async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    // A sandboxed frame throws where others with blocked cookies find nothing.
    get cookie() {
      try {
        return document.cookie
      } catch {
        return ''
      }
    },
    set cookie(cookie) {
      try {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere.
        document.cookie = cookie
      } catch {}
    },
    get storage() {
      return localStorage
    },
    location,
    replaceUrl: (url) => history.replaceState(history.state, '', url),
    timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    listen(events, run) {
      const listening = new AbortController()
      for (const event of events) {
        const handler = (): void => {
          if (event !== 'visibilitychange' || !document.hidden) run()
        }
        window.addEventListener(event, handler, listening)
      }
      return () => listening.abort()
    },
    async tryLock(name, task) {
      // Without locks every tab asks for itself.
      await (navigator.locks ? navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && task()) : task())
    },
    log: console,
    clients: registry[registryKey],
    isPartitioned: async () => window !== window.top && (await document.hasStorageAccess?.()) === false,
  }
}
