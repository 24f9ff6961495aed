import type { Unsubscribe } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import type { EngineBase } from '../engine.ts'
import { createPersistence } from './persistence.ts'
import type { Change, PublicState, SessionState } from './session-state.ts'
import { advance, initialState, isTidy, readShared, sessionKey, userKey } from './session-state.ts'

export type Follower = (next: SessionState, previous: SessionState) => void

export interface SessionStore {
  /** What this tab believes. */
  get(): SessionState
  /** Re-reads cookies and storage first: other tabs write there, and cookies expire. */
  sync(): SessionState
  /** The only way the session changes. Persisted, then followed, then told to subscribers. */
  dispatch(change: Change, endedId?: string): void
  /** Runs after persistence and before subscribers. */
  follow(follower: Follower): void
  subscribe(keyOf: (state: SessionState) => string, listener: (state: SessionState) => void): Unsubscribe
  /** Does the state come from storage, not yet confirmed by the server? */
  isFromCache(): boolean
  dispose(): void
}

/** The one writer of the session. */
export function createSessionStore(base: EngineBase): SessionStore {
  const persistence = createPersistence(base)
  let follower: Follower | undefined
  let seen: string | undefined
  let isFromCache = true
  const store = createStore(initialState, (error) => base.logger.error('A listener threw.', error))

  function move(next: SessionState, isWritten: boolean): void {
    const previous = store.get()
    store.set(next)
    if (isWritten) persistence.write(next)
    seen = persistence.read().seen
    follower?.(next, previous)
    store.notify()
  }

  function dispatch(change: Change, endedId?: string): void {
    isFromCache = false
    move(advance(store.get(), change, endedId), true)
  }

  return {
    ...store,
    sync() {
      const memory = store.get()
      const now = base.platform.clock.now()
      const shared = persistence.read()
      const isOver = memory.id && memory.end <= now
      if (persistence.isMemoryOnly()) {
        if (isOver) dispatch({}, memory.id)
      } else if (isOver || shared.seen !== seen) {
        const next = readShared(shared, memory, base.options.customApiDomain !== undefined, now)
        isFromCache = seen === undefined
        if (isTidy(next, shared)) move(next, false)
        else move({ ...next, rev: next.rev + 1 }, true)
      }
      return store.get()
    },
    dispatch,
    follow: (next) => {
      follower = next
    },
    isFromCache: () => isFromCache,
    dispose: store.clear,
  }
}

/** Calls back whenever user or session change. */
export function observe(session: SessionStore, callback: (state: PublicState) => void): Unsubscribe {
  return session.subscribe(
    (state) => sessionKey(state) + userKey(state),
    ({ session = null, user = null }) => callback({ session, user } as PublicState),
  )
}
