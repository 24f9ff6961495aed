import { intermediateSessionTokenMinutes } from '@latchkey/contract'
import type { EngineBase } from '../engine.ts'
import { localHost } from '../options.ts'
import type { SessionState, Shared, StoredRecord } from './session-state.ts'
import { toRecord } from './session-state.ts'

const recordLimit = 65_536

/**
 * What a cookie can hold. Browsers drop a larger one without a word and would leave an older one standing;
 * anything outside this alphabet could end the value and begin an attribute.
 */
const cookieValue = /^[\w.~+/=-]{1,3800}$/

export interface Persistence {
  /** `seen` differs whenever anything of it does. */
  read(): Shared & { readonly seen: string }
  write(state: SessionState): void
  /** Cookies do not stick: this page's memory is all there is. */
  isMemoryOnly(): boolean
}

/** Tokens live in cookies and nowhere else; user and session, without tokens, in storage. */
export function createPersistence({ platform, storage, settings, logger, prefix }: EngineBase): Persistence {
  const { opaqueTokenCookieName, jwtCookieName, istCookieName, path, domain, availableToSubdomains } = settings.cookies
  const key = `${prefix}session`
  let memoryOnly = false
  let isWarned = false

  function readCookie(name: string): string {
    const pair = platform.cookies
      .read()
      .split('; ')
      .find((part) => part.startsWith(`${name}=`))
    return pair?.slice(name.length + 1) ?? ''
  }

  function writeCookie(name: string, value: string, expires: number | undefined): void {
    const isKept = cookieValue.test(value)
    const end = isKept ? expires : 0
    const { hostname } = new URL(platform.page.href())
    const site = domain ?? (availableToSubdomains && hostname)
    platform.cookies.write(
      [
        `${name}=${isKept ? value : ''}`,
        `path=${path}`,
        'SameSite=Lax',
        site && `domain=${site}`,
        end !== undefined && `expires=${new Date(end).toUTCString()}`,
        localHost.test(hostname) || 'Secure',
      ]
        .filter((part) => typeof part === 'string')
        .join('; '),
    )
  }

  return {
    read() {
      const raw = storage.get(key)
      return {
        token: readCookie(opaqueTokenCookieName),
        jwt: readCookie(jwtCookieName),
        ist: readCookie(istCookieName),
        // Only read when something has changed, which is seldom.
        get record() {
          return parseRecord(raw)
        },
        seen: platform.cookies.read() + raw,
      }
    },
    write(state) {
      const { token, jwt, ist, end } = state
      // Cookies before the record: a tab that looks in between finds a token without a record, and asks the server.
      writeCookie(istCookieName, ist, platform.clock.now() + intermediateSessionTokenMinutes * 60_000)
      writeCookie(opaqueTokenCookieName, token, end)
      writeCookie(jwtCookieName, jwt, end)
      memoryOnly = readCookie(opaqueTokenCookieName) + readCookie(istCookieName) !== token + ist
      if (memoryOnly && !isWarned) {
        isWarned = true
        logger.warn('Cookies cannot be written: the session ends with this page.')
      }
      const raw = JSON.stringify(toRecord(state))
      const bare = { ...toRecord(state), id: undefined, session: undefined, user: undefined }
      storage.set(key, memoryOnly || raw.length > recordLimit ? JSON.stringify(bare) : raw)
    },
    isMemoryOnly: () => memoryOnly,
  }
}

/** Whatever else may stand under our key is as good as nothing. */
function parseRecord(raw: string | null): StoredRecord | null {
  try {
    const record = JSON.parse(raw ?? '') as StoredRecord
    const isOurs = record.v === 1 && record.ended.length >= 0
    return isOurs && (!record.id || (record.session.session_id && record.user.user_id)) ? record : null
  } catch {
    return null
  }
}
