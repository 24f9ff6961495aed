import type { Platform } from '../platform/platform.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Other tabs are told by the write itself: the browser fires `storage` there. A tab that was frozen or hidden
 * may have missed it, so coming back counts as a change too. Returns what ends it.
 */
export function followOtherTabs(platform: Pick<Platform, 'listen'>, session: SessionStore): () => void {
  return platform.listen(['storage', 'pageshow', 'visibilitychange'], session.sync)
}
