import type { Platform, PlatformEvent } from './platform.ts'

/** The window of the page; undefined outside a browser. */
export function currentWindow(): Platform | undefined {
  return (globalThis as { window?: Platform }).window
}

/**
 * Reads or sets a property through the prototype, because an element such as `<img name=cookie>` hides
 * `document.cookie` (DOM clobbering). Returns whether setting succeeded.
 */
export function accessDomProperty<Of extends object, Name extends keyof Of>(
  of: Of,
  name: Name,
  value?: Of[Name],
): Of[Name] {
  const kind = Reflect.getPrototypeOf(of) as object
  const home = name in kind ? kind : of
  return value ? (Reflect.set(home, name, value, of) as never) : Reflect.get(home, name, of)
}

/** Listens until the returned function is called. `visibilitychange` counts only when the page becomes visible. */
export function listen(platform: Platform, events: readonly PlatformEvent[], run: () => void): () => void {
  const listening = new AbortController()
  for (const event of events) {
    platform.addEventListener(
      event,
      () => (event === 'visibilitychange' && accessDomProperty(platform.document, 'hidden')) || run(),
      listening,
    )
  }
  return () => listening.abort()
}
