import { usageError } from '../core/errors.ts'
import type { Platform, PlatformEvent } from './platform.ts'

/** The page's own window. */
export function browserPlatform(): Platform {
  const { window } = globalThis as { window?: Platform }
  if (!window?.document) throw usageError('createClient', 'The client cannot be used in a server environment.')
  return window
}

/** Listens until the returned function is called. Of `visibilitychange` only when the page becomes visible. */
export function listen(platform: Platform, events: readonly PlatformEvent[], run: () => void): () => void {
  const listening = new AbortController()
  for (const event of events) {
    platform.addEventListener(
      event,
      () => (event === 'visibilitychange' && platform.document.hidden) || run(),
      listening,
    )
  }
  return () => listening.abort()
}
