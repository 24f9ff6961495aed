import type { Unsubscribe } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import type { Clock, Log } from '../platform/platform.ts'
import type { Persistence } from './persistence.ts'
import type { PublicState, SessionEvent, SessionState } from './session-state.ts'
import { initialState, isExpired, isTidy, publicKey, readShared, reduce, toPublic } from './session-state.ts'

export type Follower = (next: SessionState, previous: SessionState) => void

export interface SessionStore {
  /** What this tab believes. */
  get(): SessionState
  /** Re-reads cookies and storage first: other tabs write there, and cookies expire. */
  sync(): SessionState
  /** The only way the session changes. Persisted, then followed, then told to subscribers. */
  dispatch(event: SessionEvent): void
  /** Runs after persistence and before subscribers. */
  follow(follower: Follower): void
  subscribe(select: (state: PublicState) => PublicState, listener: (state: PublicState) => void): Unsubscribe
  /** Does the state come from storage, not yet confirmed by the server? */
  isFromCache(): boolean
  dispose(): void
}

interface World {
  readonly clock: Clock
  readonly persistence: Persistence
  /** HttpOnly mode: the token may exist where scripts cannot see it. */
  readonly hidden: boolean
  readonly logger: Log
}

/** The one writer of the session. */
export function createSessionStore({ clock, persistence, hidden, logger }: World): SessionStore {
  const followers: Follower[] = []
  let seen: string | undefined
  let isFromCache = true
  const store = createStore<SessionState>(initialState, (error) => logger.error('A listener threw.', error))

  function write(next: SessionState): void {
    persistence.write(next)
    seen = persistence.read().seen
  }

  function move(next: SessionState): void {
    const previous = store.get()
    store.set(next)
    for (const follower of followers) follower(next, previous)
    store.notify()
  }

  function dispatch(event: SessionEvent): void {
    const next = reduce(store.get(), event)
    isFromCache = false
    write(next)
    move(next)
  }

  function sync(): SessionState {
    const memory = store.get()
    const now = clock.now()
    if (persistence.isMemoryOnly()) {
      if (isExpired(memory, now)) dispatch({ type: 'destroyed' })
      return store.get()
    }
    const shared = persistence.read()
    if (shared.seen === seen && !isExpired(memory, now)) return memory
    const next = readShared(shared, memory, hidden, now)
    isFromCache = seen === undefined
    seen = shared.seen
    if (isTidy(next, shared)) {
      move(next)
    } else {
      const tidied = { ...next, rev: next.rev + 1 }
      write(tidied)
      move(tidied)
    }
    return store.get()
  }

  return {
    get: store.get,
    sync,
    dispatch,
    follow: (follower) => {
      followers.push(follower)
    },
    subscribe: (select, listener) => store.subscribe((state) => select(toPublic(state)), publicKey, listener),
    isFromCache: () => isFromCache,
    dispose: store.clear,
  }
}
