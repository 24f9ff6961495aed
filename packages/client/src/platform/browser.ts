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
 * Reads or sets a property of a document or form by its prototype: `<img name=cookie>` hides `document.cookie`, but not
 * the property of the prototype. When it sets, it returns whether that worked.
 */
export function ownOf<Of extends object, Name extends keyof Of>(of: Of, name: Name, value?: Of[Name]): Of[Name] {
  const kind = Reflect.getPrototypeOf(of) as object
  const home = name in kind ? kind : of
  return value ? (Reflect.set(home, name, value, of) as never) : Reflect.get(home, name, of)
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
