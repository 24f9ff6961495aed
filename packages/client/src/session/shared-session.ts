import { intermediateSessionTokenMinutes } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { maxRecordLength } from '../core/constants.ts'
import { parseJson } from '../core/encoding.ts'
import { localHost } from '../core/options.ts'
import { cookiesOf, readCookies, writeCookie } from './cookies.ts'
import type { SessionKind } from './session-kind.ts'
import type { SessionPersistence } from './session-shape.ts'
import type { StoredRecord } from './session-state.ts'
import { advance, initialState, ownCookie, toRecord } from './session-state.ts'

/** All tabs have one session. Tokens are stored in cookies only; subject and session in local storage. */
export function shareSession<Kind extends SessionKind>(base: BaseContext): SessionPersistence<Kind> {
  const { cookies, platform } = base
  const { opaqueTokenCookieName, jwtCookieName, istCookieName, domain, availableToSubdomains, path } = cookies
  /** Identifies the token, or the intermediate one, for pages without storage. Other hosts cannot set a cookie with this prefix. */
  const bindingName = `__Host-${opaqueTokenCookieName}_binding`
  const { hostname } = platform.location
  const isLocal = localHost.test(hostname)
  const site = domain ?? (availableToSubdomains && hostname)
  /** Whether another host, or another port of localhost, may start the session. */
  const areShared = !!site || isLocal
  const attributes = `${isLocal ? '' : 'Secure; '}path=${path}${site ? `; domain=${site}` : ''}`
  /** Cookies cannot be written: the session is in memory only. */
  let isMemoryOnly = false

  return [
    () => (isMemoryOnly ? '' : readCookies(platform) + base.storage.get('session')),
    (memory) => {
      const stored = parseJson<StoredRecord<Kind>>(base.storage.get('session'))
      // Other values under this key are ignored.
      const record: StoredRecord<Kind> = stored?.v === 2 && stored.ended ? stored : initialState
      const all = readCookies(platform)
      const bindings = [record.binding, toRecord(memory).binding, ...cookiesOf(all, bindingName)]
      const own = (name: string, isAny = areShared): string => ownCookie(cookiesOf(all, name), bindings, isAny)
      return { token: own(opaqueTokenCookieName), jwt: own(jwtCookieName, true), ist: own(istCookieName), record }
    },
    (state) => {
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
    },
  ]
}
