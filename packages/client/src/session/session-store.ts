import { intermediateSessionTokenMinutes } from '@latchkey/contract'
import type { BaseContext } from '../base-context.ts'
import { recordLimit } from '../constants.ts'
import { parseJson } from '../core/encoding.ts'
import type { Unsubscribe } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import { localHost } from '../options.ts'
import { listen } from '../platform/browser.ts'
import { cookiesOf, readCookies, writeCookie } from './cookies.ts'
import type { Change, PublicState, SessionState, Shared, StoredRecord } from './session-state.ts'
import { advance, initialState, isTidy, keyOf, markOf, ownCookie, readShared, toRecord } from './session-state.ts'

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
export function createSessionStore(base: BaseContext): SessionStore {
  const { cookies, platform } = base
  const { opaqueTokenCookieName, jwtCookieName, istCookieName } = cookies
  /** Names the token for pages without storage. No other host can set a cookie with this prefix. */
  const bindingName = `__Host-${opaqueTokenCookieName}_binding`
  const { hostname } = platform.location
  const isLocal = localHost.test(hostname)
  const site = cookies.domain ?? (cookies.availableToSubdomains && hostname)
  /** Other hosts may begin the session here; on localhost, other ports: no other host can write there. */
  const areShared = !!site || isLocal
  const attributes = `${isLocal ? '' : 'Secure; '}path=${cookies.path}${site ? `; domain=${site}` : ''}`
  /** What cookies and storage were when this tab last looked. */
  let seen: string | undefined
  let isFromCache = true
  /** Cookies cannot be written: the session is in memory alone. */
  let isMemoryOnly = false
  const store = createStore(initialState, base.error)

  const look = (): string => (isMemoryOnly ? '' : readCookies(platform) + base.storage.get('session'))

  function read(): Shared {
    const stored = parseJson<StoredRecord>(base.storage.get('session'))
    // Any other value under this key is ignored.
    const record: StoredRecord = stored?.v === 1 && stored.ended ? stored : initialState
    const all = readCookies(platform)
    const marks = [record.mark, markOf(store.get().token), ...cookiesOf(all, bindingName)]
    const own = (name: string, isAny = areShared): string => ownCookie(cookiesOf(all, name), marks, isAny)
    return { token: own(opaqueTokenCookieName), jwt: own(jwtCookieName, true), ist: own(istCookieName, true), record }
  }

  function write(state: SessionState): void {
    const { token, jwt, ist } = state
    const end = ist ? platform.Date.now() + intermediateSessionTokenMinutes * 60_000 : state.end
    const put = (name: string, value: string, scope = attributes): void =>
      writeCookie(platform, name, value, end, scope)
    // Before the others: a tab that looks in between must know whose they are. The record comes last, and a token
    // without a record makes that tab ask the server.
    if (!areShared) put(bindingName, markOf(token), 'Secure; path=/')
    put(istCookieName, ist)
    put(opaqueTokenCookieName, token)
    put(jwtCookieName, jwt)
    isMemoryOnly = !readCookies(platform).includes(token || ist)
    if (isMemoryOnly) base.warn('Cookies cannot be used.')
    if (token && base.options.customApiDomain) base.warn('customApiDomain sets no HttpOnly cookies.')
    const text = JSON.stringify(toRecord(state))
    const isLeftOut = isMemoryOnly || text.length > recordLimit
    base.storage.set('session', isLeftOut ? JSON.stringify(toRecord(advance(state, { token }))) : text)
  }

  function move(next: SessionState, isTidy: boolean): void {
    isFromCache = seen === undefined
    if (!isTidy) write(next)
    seen = look()
    const { user } = store.get()
    // Between two users the page is signed out, so that it can drop what it shows of the first.
    if (user && next.user && user.user_id !== next.user.user_id) {
      const between = advance(next, {})
      store.set(between)
      // A listener has begun another session.
      if (store.get() !== between) return
    }
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
