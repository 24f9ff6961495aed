import type { Session } from '@latchkey/contract'
import { rfc3339 } from '../core/rfc3339.ts'
import type { AccountRecord, SessionRecord } from '../storage/records.ts'

/** The wire format of a session. */
export function sessionView(session: SessionRecord, account: Pick<AccountRecord, 'roles'>): Session {
  return {
    session_id: session.id,
    user_id: session.subjectId,
    started_at: rfc3339(session.startedAt),
    last_accessed_at: rfc3339(session.lastAccessedAt),
    expires_at: rfc3339(session.expiresAt),
    attributes: { ip_address: session.ipAddress, user_agent: session.userAgent },
    authentication_factors: session.factors,
    custom_claims: session.customClaims,
    roles: account.roles,
  }
}
