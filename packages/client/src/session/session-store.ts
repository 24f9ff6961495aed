import type { Unsubscribe } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import type { EngineBase } from '../engine.ts'
import { createPersistence } from './persistence.ts'
import type { Change, PublicState, SessionState } from './session-state.ts'
import { advance, initialState, isTidy, readShared, sessionKey, userKey } from './session-state.ts'

export interface SessionStore {
  /** What this tab believes. */
  get(): SessionState
  /** Re-reads cookies and storage first: other tabs write there, and cookies expire. */
  sync(): SessionState
  /** The only way the session changes. Persisted, then told to subscribers. */
  dispatch(change: Change, endedId?: string): void
  subscribe(keyOf: (state: SessionState) => unknown, listener: (state: SessionState) => void): Unsubscribe
  /** Does the state come from storage, not yet confirmed by the server? */
  isFromCache(): boolean
}

/** The one writer of the session. */
export function createSessionStore(base: EngineBase): SessionStore {
  const persistence = createPersistence(base)
  let seen: string | undefined
  let isFromCache = true
  const store = createStore(initialState, (error) => base.error('A listener threw.', error))
  base.endings.add(store.clear)

  function move(next: SessionState, isWritten: boolean): void {
    if (isWritten) persistence.write(next)
    seen = persistence.read()?.seen
    store.set(next)
  }

  function dispatch(change: Change, endedId?: string): void {
    isFromCache = false
    move(advance(store.get(), change, endedId), true)
  }

  return {
    ...store,
    sync() {
      const memory = store.get()
      const now = base.platform.now()
      const shared = persistence.read()
      const isOver = memory.id && memory.end <= now
      if (!shared) {
        if (isOver) dispatch({}, memory.id)
      } else if (isOver || shared.seen !== seen) {
        const next = readShared(shared, memory, Boolean(base.options.customApiDomain), now)
        isFromCache = seen === undefined
        if (isTidy(next, shared)) move(next, false)
        else move({ ...next, rev: next.rev + 1 }, true)
      }
      return store.get()
    },
    dispatch,
    isFromCache: () => isFromCache,
  }
}

/** Calls back whenever user or session change. */
export function observe(session: SessionStore, callback: (state: PublicState) => void): Unsubscribe {
  return session.subscribe(
    (state) => sessionKey(state) + userKey(state),
    ({ session = null, user = null }) => callback({ session, user } as PublicState),
  )
}
