import type { SessionRecord, UserRecord } from '../storage/records.ts'

/** A live session and whose it is. */
export interface Caller {
  session: SessionRecord
  user: UserRecord
}

/** Where a request comes from, as sessions and the audit keep it. */
export interface ClientInfo {
  ip: string
  prefix: string
  userAgent: string
}
