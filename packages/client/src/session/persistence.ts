import { intermediateSessionTokenMinutes } from '@latchkey/contract'
import { recordLimit } from '../constants.ts'
import { parseJson } from '../core/encoding.ts'
import type { EngineBase } from '../engine.ts'
import { localHost } from '../options.ts'
import type { SessionState, Shared, StoredRecord } from './session-state.ts'
import { toRecord } from './session-state.ts'

/**
 * What a cookie can hold. Browsers drop a larger one without a word and would leave an older one standing;
 * anything outside this alphabet could end the value and begin an attribute.
 */
const cookieValue = /^[\w.~+/=-]{1,3800}$/

export interface Persistence {
  /** `seen` differs whenever anything of it does. Null where cookies do not stick: memory is all there is. */
  read(): (Shared & { readonly seen: string }) | null
  write(state: SessionState): void
}

/** Tokens live in cookies and nowhere else; user and session, without tokens, in storage. */
export function createPersistence({ platform, storage, cookies, warn, prefix }: EngineBase): Persistence {
  const { opaqueTokenCookieName, jwtCookieName, istCookieName } = cookies
  let memoryOnly = false

  function readCookie(name: string): string {
    return `; ${platform.cookie}`.split(`; ${name}=`)[1]?.split(';')[0] ?? ''
  }

  function writeCookie(name: string, value: string, expires: number | undefined): void {
    const { hostname } = platform.location
    const site = cookies.domain ?? (cookies.availableToSubdomains && hostname)
    const isKept = cookieValue.test(value)
    const end = isKept ? expires : 0
    platform.cookie =
      `${name}=${isKept ? value : ''}; path=${cookies.path}; SameSite=Lax` +
      (site ? `; domain=${site}` : '') +
      (end === undefined ? '' : `; expires=${new Date(end).toUTCString()}`) +
      (localHost.test(hostname) ? '' : '; Secure')
  }

  return {
    read() {
      if (memoryOnly) return null
      const raw = storage.get(`${prefix}session`)
      return {
        token: readCookie(opaqueTokenCookieName),
        jwt: readCookie(jwtCookieName),
        ist: readCookie(istCookieName),
        // Only read when something has changed, which is seldom.
        get record() {
          return parseRecord(raw)
        },
        seen: platform.cookie + raw,
      }
    },
    write(state) {
      const { token, jwt, ist, end } = state
      // Cookies before the record: a tab that looks in between finds a token without a record, and asks the server.
      writeCookie(istCookieName, ist, platform.now() + intermediateSessionTokenMinutes * 60_000)
      writeCookie(opaqueTokenCookieName, token, end)
      writeCookie(jwtCookieName, jwt, end)
      memoryOnly = readCookie(opaqueTokenCookieName) + readCookie(istCookieName) !== token + ist
      if (memoryOnly) warn('Cookies cannot be written: the session ends with this page.')
      const raw = JSON.stringify(toRecord(state))
      const bare = JSON.stringify({ v: 1, rev: state.rev, ended: state.ended })
      storage.set(`${prefix}session`, memoryOnly || raw.length > recordLimit ? bare : raw)
    },
  }
}

/** Whatever else may stand under our key is as good as nothing. */
function parseRecord(raw: string | null): StoredRecord | null {
  const record = parseJson<StoredRecord>(raw)
  const isOurs = record?.v === 1 && record.ended?.length >= 0
  return isOurs && (!record.id || (record.session?.session_id && record.user?.user_id)) ? record : null
}
