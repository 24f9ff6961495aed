import { intermediateSessionTokenMinutes } from '@latchkey/contract'
import { recordLimit } from '../constants.ts'
import { parseJson } from '../core/encoding.ts'
import type { Unsubscribe } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import type { EngineBase } from '../engine.ts'
import { listen } from '../platform/browser.ts'
import { cookieOf, readCookies, writeCookie } from './cookies.ts'
import type { Change, PublicState, SessionState, Shared, StoredRecord } from './session-state.ts'
import { advance, initialState, isTidy, keyOf, readShared, toRecord } from './session-state.ts'

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

/** The one writer of the session. Tokens live in cookies and nowhere else; user and session in storage. */
export function createSessionStore(base: EngineBase): SessionStore {
  const { cookies, platform } = base
  const { opaqueTokenCookieName, jwtCookieName, istCookieName } = cookies
  /** What cookies and base.storage were when this tab last looked. */
  let seen: string | undefined
  let isFromCache = true
  /** Cookies do not stick: memory is all there is. */
  let isMemoryOnly = false
  const store = createStore(initialState, base.error)

  const look = (): string => (isMemoryOnly ? '' : readCookies(platform) + base.storage.get('session'))

  function read(): Shared {
    // Whatever else may stand under our key is as good as nothing.
    const record = parseJson<StoredRecord>(base.storage.get('session'))
    const all = readCookies(platform)
    return {
      token: cookieOf(all, opaqueTokenCookieName),
      jwt: cookieOf(all, jwtCookieName),
      ist: cookieOf(all, istCookieName),
      record: record?.v === 1 && record.ended ? record : initialState,
    }
  }

  function write(state: SessionState): void {
    const { token, jwt, ist, end, ended } = state
    // Cookies before the record: a tab that looks in between finds a token without a record, and asks the server.
    writeCookie(platform, cookies, istCookieName, ist, platform.Date.now() + intermediateSessionTokenMinutes * 60_000)
    writeCookie(platform, cookies, opaqueTokenCookieName, token, end)
    writeCookie(platform, cookies, jwtCookieName, jwt, end)
    const written = read()
    isMemoryOnly = written.token + written.ist !== token + ist
    if (isMemoryOnly) base.warn('Cookies cannot be used.')
    if (token && base.options.customApiDomain) base.warn('customApiDomain sets no HttpOnly cookies.')
    const record = JSON.stringify(toRecord(state))
    base.storage.set('session', isMemoryOnly || record.length > recordLimit ? JSON.stringify({ v: 1, ended }) : record)
  }

  function move(next: SessionState, isTidy: boolean): void {
    isFromCache = seen === undefined
    if (!isTidy) write(next)
    seen = look()
    store.set(next)
  }

  function dispatch(change: Change, endedId?: string): void {
    move(advance(store.get(), change, endedId), false)
  }

  function sync(): SessionState {
    const memory = store.get()
    const now = platform.Date.now()
    if (look() !== seen) {
      const shared = read()
      const next = readShared(shared, memory, Boolean(base.options.customApiDomain), now)
      move(next, isTidy(next, shared))
    } else if (memory.id && memory.end <= now) dispatch({}, memory.id)
    return store.get()
  }

  // Other tabs are told by the write itself: the browser fires `storage` there. A tab that was frozen or hidden
  // may have missed it, so coming back counts as a change too.
  base.endings.add(listen(platform, ['storage', 'pageshow', 'visibilitychange'], sync)).add(store.clear)

  return { ...store, sync, dispatch, isFromCache: () => isFromCache }
}

/** Calls back whenever user or session change. */
export function observe(session: SessionStore, callback: (state: PublicState) => void): Unsubscribe {
  return session.subscribe(
    ({ session, user }) => keyOf(session) + keyOf(user),
    ({ session = null, user = null }) => callback({ session, user } as PublicState),
  )
}
