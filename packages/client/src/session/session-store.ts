import { intermediateSessionTokenMinutes } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { maxRecordLength } from '../core/constants.ts'
import { parseJson } from '../core/encoding.ts'
import { localHost } from '../core/options.ts'
import type { Unsubscribe } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import { listen } from '../platform/browser.ts'
import { cookiesOf, readCookies, writeCookie } from './cookies.ts'
import type { SessionKind, SessionShape } from './session-shape.ts'
import type { Change, SessionState, Shared, StoredRecord } from './session-state.ts'
import { advance, initialState, isPersisted, keyOf, ownCookie, readShared, toRecord } from './session-state.ts'
import type { UserSessions } from './user-shape.ts'

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

/** The only writer of the session. Tokens are stored in cookies only; subject and session in local storage. */
export function createSessionStore<Kind extends SessionKind>(
  base: BaseContext,
  { view }: SessionShape<Kind>,
): SessionStore<Kind> {
  type State = SessionState<Kind>
  const { cookies, platform } = base
  const { opaqueTokenCookieName, jwtCookieName, istCookieName } = cookies
  /** Identifies the token, or the intermediate one, for pages without storage. Other hosts cannot set a cookie with this prefix. */
  const bindingName = `__Host-${opaqueTokenCookieName}_binding`
  const { hostname } = platform.location
  const isLocal = localHost.test(hostname)
  const site = cookies.domain ?? (cookies.availableToSubdomains && hostname)
  /** Whether another host, or another port of localhost, may start the session. */
  const areShared = !!site || isLocal
  const attributes = `${isLocal ? '' : 'Secure; '}path=${cookies.path}${site ? `; domain=${site}` : ''}`
  /** The content of cookies and storage at the last read. */
  let seen: string | undefined
  let isFromCache = true
  /** Cookies cannot be written: the session is in memory only. */
  let isMemoryOnly = false
  const store = createStore<State>(initialState, base.error)

  const snapshot = (): string => (isMemoryOnly ? '' : readCookies(platform) + base.storage.get('session'))

  function read(): Shared<Kind> {
    const stored = parseJson<StoredRecord<Kind>>(base.storage.get('session'))
    // Other values under this key are ignored.
    const record: StoredRecord<Kind> = stored?.v === 2 && stored.ended ? stored : initialState
    const all = readCookies(platform)
    const bindings = [record.binding, toRecord(store.get()).binding, ...cookiesOf(all, bindingName)]
    const own = (name: string, isAny = areShared): string => ownCookie(cookiesOf(all, name), bindings, isAny)
    return { token: own(opaqueTokenCookieName), jwt: own(jwtCookieName, true), ist: own(istCookieName), record }
  }

  function write(state: State): void {
    const { token, jwt, ist } = state
    const record = toRecord(state)
    const end = ist ? platform.Date.now() + intermediateSessionTokenMinutes * 60_000 : state.end
    const put = (name: string, value: string, scope = attributes): void =>
      writeCookie(platform, name, value, end, scope)
    // The binding is written first, so that a tab that reads in between recognizes the cookies. The record is last: a
    // token without a record makes that tab ask the provider.
    if (!areShared) put(bindingName, record.binding, 'Secure; path=/')
    put(istCookieName, ist)
    put(opaqueTokenCookieName, token)
    put(jwtCookieName, jwt)
    isMemoryOnly = !readCookies(platform).includes(token || ist)
    if (isMemoryOnly) base.warn('Cookies cannot be used.')
    if (token && base.options.customApiDomain) base.warn('Cookies are not HttpOnly.')
    const isOmitted = isMemoryOnly || JSON.stringify(record).length > maxRecordLength
    base.storage.set('session', JSON.stringify(isOmitted ? toRecord(advance<Kind>(state, { token })) : record))
  }

  function move(next: State, isWritten: boolean): void {
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
    move(advance(store.get(), change, endedId), false)
  }

  function sync(): State {
    const memory = store.get()
    const now = platform.Date.now()
    if (snapshot() !== seen) {
      const shared = read()
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
