import { usageError } from '../core/errors.ts'
import type { Platform, PlatformEvent } from './platform.ts'

/** The page's own window; undefined outside a browser. */
export function currentWindow(): Platform | undefined {
  return (globalThis as { window?: Platform }).window
}

/** The same, required. Written out, because `createContext` needs this one alone. */
export function browserPlatform(): Platform {
  const { window } = globalThis as { window?: Platform }
  if (!window?.document) throw usageError('createClient', 'The client cannot be used in a server environment.')
  return window
}

/**
 * A property of a document that is the browser's own, read or set: `<img name=cookie>` takes its place by name alone,
 * but only on the document itself, and not on what all documents have it from.
 */
export function ownOf<Of extends object, Name extends keyof Of>(of: Of, name: Name, value?: Of[Name]): Of[Name] {
  const kind = Object.getPrototypeOf(of)
  const home = name in kind ? kind : of
  if (value) Reflect.set(home, name, value, of)
  return Reflect.get(home, name, of)
}

/** Listens until the returned function is called. Of `visibilitychange` only when the page becomes visible. */
export function listen(platform: Platform, events: readonly PlatformEvent[], run: () => void): () => void {
  const listening = new AbortController()
  for (const event of events) {
    platform.addEventListener(
      event,
      () => (event === 'visibilitychange' && ownOf(platform.document, 'hidden')) || run(),
      listening,
    )
  }
  return () => listening.abort()
}
