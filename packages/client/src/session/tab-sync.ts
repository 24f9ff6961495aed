import type { EngineBase } from '../engine.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Other tabs are told by the write itself: the browser fires `storage` there. A tab that was frozen or hidden
 * may have missed it, so coming back counts as a change too.
 */
export function followOtherTabs({ endings, platform }: EngineBase, session: SessionStore): void {
  endings.add(platform.listen(['storage', 'pageshow', 'visibilitychange'], session.sync))
}
