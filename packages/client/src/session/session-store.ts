import type { BaseContext } from '../core/base-context.ts'
import type { Unsubscribe } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import { listen } from '../platform/browser.ts'
import type { SessionKind, UserSessions } from './session-kind.ts'
import type { SessionShape } from './session-shape.ts'
import type { Change, SessionState } from './session-state.ts'
import { advance, initialState, isPersisted, keyOf, readShared } from './session-state.ts'

export interface SessionStore<Kind extends SessionKind = UserSessions> {
  /** The state in memory. */
  get(): SessionState<Kind>
  /** Reads cookies and storage first: other tabs write there, and cookies expire. */
  sync(): SessionState<Kind>
  /** Changes the session: writes cookies and storage, then notifies subscribers. Nothing else changes it. */
  dispatch(change: Change<Kind>, endedId?: string): void
  subscribe(keyOf: (state: SessionState<Kind>) => unknown, listener: (state: SessionState<Kind>) => void): Unsubscribe
  /** Whether the state was read from storage and not yet confirmed by the provider. */
  isFromCache(): boolean
  readonly view: SessionShape<Kind>['view']
}

/** The only writer of the session. `shape.persist` decides where it is stored. */
export function createSessionStore<Kind extends SessionKind>(
  base: BaseContext,
  { persist, view }: SessionShape<Kind>,
): SessionStore<Kind> {
  type State = SessionState<Kind>
  const { platform } = base
  /** What was stored at the last read. */
  let seen: string | undefined
  let isFromCache = true
  const store = createStore<State>(initialState, base.error)
  const [snapshot, read, write] = persist(base)

  function move(next: State, isWritten = false): void {
    isFromCache = seen === undefined
    if (!isWritten) write(next)
    seen = snapshot()
    const { account } = store.get()
    // Between two accounts, subscribers see a signed-out state, so that the page can drop the data of the first.
    if (account && next.account && account !== next.account) {
      const between = advance<Kind>(next, {})
      store.set(between)
      // A listener has started another session.
      if (store.get() !== between) return
    }
    store.set(next)
  }

  function dispatch(change: Change<Kind>, endedId?: string): void {
    move(advance(store.get(), change, endedId))
  }

  function sync(): State {
    const memory = store.get()
    const now = platform.Date.now()
    if (snapshot() !== seen) {
      const shared = read(memory)
      const next = readShared(shared, memory, Boolean(base.options.customApiDomain), now)
      move(next, isPersisted(next, shared))
      // False without a session: its end is undefined.
    } else if ((memory.end as number) <= now) dispatch({}, memory.id)
    return store.get()
  }

  // A write fires `storage` in other tabs. A tab that was frozen or hidden may have missed it, so it also reads when it
  // becomes visible.
  base.endings.add(listen(platform, ['storage', 'pageshow', 'visibilitychange'], sync)).add(store.clear)

  return { ...store, sync, dispatch, isFromCache: () => isFromCache, view }
}

/** Calls back whenever the subject or the session changes. */
export function observe<Kind extends SessionKind>(
  session: SessionStore<Kind>,
  callback: (state: Kind['state']) => void,
): Unsubscribe {
  return session.subscribe(
    ({ session, subject }) => keyOf(session) + keyOf(subject),
    (state) => callback(session.view(state)),
  )
}
