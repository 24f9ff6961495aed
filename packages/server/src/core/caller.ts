import type { AccountRecord, MembershipRecord, SessionRecord } from '../storage/records.ts'
import type { LockoutState } from '../storage/verbs.ts'

/** A live session and its user or member. */
export interface Caller {
  session: SessionRecord
  account: AccountRecord
  /** The member and its organization as they are now; null for a user. */
  membership: MembershipRecord | null
  /** The failed attempts and the lock-out of the account; null without any. */
  lock: LockoutState | null
  /** The request carried a replaced token. It only permits reading and refreshing the session. */
  usesReplacedToken: boolean
}

/** The origin of a request. Sessions and the audit log store the first three fields; messages use the others. */
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
