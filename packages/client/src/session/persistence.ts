import { constants } from '@latchkey/contract'
import type { CookieSettings } from '../options.ts'
import type { Log, Platform } from '../platform/platform.ts'
import type { SafeStorage } from '../platform/safe-storage.ts'
import type { SessionState, Shared, StoredRecord } from './session-state.ts'
import { toRecord } from './session-state.ts'

const recordLimit = 65_536
/** Browsers drop a larger cookie without a word, and would leave an older one standing. */
const cookieLimit = 3_800

export interface Persistence {
  /** `seen` differs whenever anything of it does. */
  read(): Shared & { readonly seen: string }
  write(state: SessionState): void
  /** Cookies do not stick: this page's memory is all there is. */
  isMemoryOnly(): boolean
}

interface World {
  readonly platform: Pick<Platform, 'clock' | 'cookies' | 'page'>
  readonly storage: SafeStorage
  readonly key: string
  readonly cookies: CookieSettings
  readonly logger: Log
}

/** Tokens live in cookies and nowhere else; user and session, without tokens, in storage. */
export function createPersistence({ platform, storage, key, cookies, logger }: World): Persistence {
  let memoryOnly = false
  let warned = false
  let lastRaw: string | null = null
  let lastRecord: StoredRecord | null = null

  function readCookie(name: string): string {
    for (const part of platform.cookies.read().split('; ')) {
      if (part.startsWith(`${name}=`)) return decode(part.slice(name.length + 1))
    }
    return ''
  }

  function writeCookie(name: string, value: string, expires: number | undefined): void {
    const { hostname } = new URL(platform.page.href())
    const domain = cookies.domain ?? (cookies.availableToSubdomains ? hostname : undefined)
    const parts = [`${name}=${encodeURIComponent(value)}`, `path=${cookies.path}`, 'SameSite=Lax']
    if (domain) parts.push(`domain=${domain}`)
    if (expires !== undefined) parts.push(`expires=${new Date(expires).toUTCString()}`)
    if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) parts.push('Secure')
    platform.cookies.write(parts.join('; '))
  }

  function setCookie(name: string, value: string, expires: number | undefined): void {
    if (value && value.length < cookieLimit) writeCookie(name, value, expires)
    else if (readCookie(name)) writeCookie(name, '', 0)
  }

  return {
    read() {
      const raw = storage.get(key)
      if (raw !== lastRaw) {
        lastRaw = raw
        lastRecord = parseRecord(raw)
      }
      const token = readCookie(cookies.opaqueTokenCookieName)
      const jwt = readCookie(cookies.jwtCookieName)
      const ist = readCookie(cookies.istCookieName)
      return { token, jwt, ist, record: lastRecord, seen: [token, jwt, ist, raw].join(' ') }
    },
    write(state) {
      const tokens = 'tokens' in state ? state.tokens : undefined
      const token = tokens?.session_token ?? ''
      // The browser compares with its own clock, which may be a day off.
      const expires = state.kind === 'signed_in' ? Date.parse(state.session.expires_at) - state.delta : undefined
      const ist = state.kind === 'intermediate' ? state.ist : ''
      // Cookies before the record: a tab that looks in between finds a token without a record, and asks the server.
      setCookie(cookies.istCookieName, ist, platform.clock.now() + constants.intermediateSessionTokenMinutes * 60_000)
      setCookie(cookies.opaqueTokenCookieName, token, expires)
      setCookie(cookies.jwtCookieName, tokens?.session_jwt ?? '', expires)
      memoryOnly = readCookie(cookies.opaqueTokenCookieName) !== token || readCookie(cookies.istCookieName) !== ist
      if (memoryOnly && !warned) {
        warned = true
        logger.warn('Cookies cannot be written: the session lasts as long as this page.')
      }
      const bare = { v: 1, rev: state.rev, ended: state.ended }
      const raw = JSON.stringify(memoryOnly ? bare : toRecord(state))
      storage.set(key, raw.length > recordLimit ? JSON.stringify(bare) : raw)
    },
    isMemoryOnly: () => memoryOnly,
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

/** Whatever else may stand under our key is as good as nothing. */
function parseRecord(raw: string | null): StoredRecord | null {
  try {
    const record = JSON.parse(raw ?? '') as StoredRecord
    const isOurs =
      record.v === 1 &&
      typeof record.rev === 'number' &&
      Array.isArray(record.ended) &&
      (!record.session || typeof record.session.session_id === 'string') &&
      (!record.user || typeof record.user.user_id === 'string')
    return isOurs ? record : null
  } catch {
    return null
  }
}
