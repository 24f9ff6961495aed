import type { SessionRecord, UserRecord } from '../storage/records.ts'
import type { LockoutState } from '../storage/verbs.ts'

/** A live session and whose it is. */
export interface Caller {
  session: SessionRecord
  user: UserRecord
  /** Where the account stands with wrong secrets. */
  lock: LockoutState | null
  /** It came with the token before the last rotation: good for a moment, to read and to refresh, and for no more. */
  hasPreviousToken: boolean
}

/** Where a request comes from. Sessions and the audit log keep the first three; messages use the rest. */
export interface ClientInfo {
  ip: string
  prefix: string
  userAgent: string
  /** The `Accept-Language` header. */
  acceptLanguage?: string | undefined
  /** The `X-SDK-Client` header, not decoded. */
  sdkClient?: string | undefined
  /** ISO 3166 code of a country, from the header that `countryHeader` names. */
  country?: string | undefined
}
