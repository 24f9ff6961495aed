import type { FactorType } from '@latchkey/contract'
import type { MemberSession } from '@latchkey/contract/b2b'
import { rfc3339 } from '../core/rfc3339.ts'
import type { SessionRecord } from '../storage/records.ts'

/** The wire format of a member's session. */
export function memberSessionView(
  session: SessionRecord,
  organization: { readonly id: string; readonly slug: string },
  roleIds: readonly string[],
): MemberSession {
  return {
    member_session_id: session.id,
    member_id: session.subjectId,
    organization_id: organization.id,
    organization_slug: organization.slug,
    started_at: rfc3339(session.startedAt),
    last_accessed_at: rfc3339(session.lastAccessedAt),
    expires_at: rfc3339(session.expiresAt),
    authentication_factors: session.factors.map((factor) => ({
      ...factor,
      sequence_order: isSecondary(factor) ? 'SECONDARY' : 'PRIMARY',
    })),
    ...(session.customClaims === null ? {} : { custom_claims: session.customClaims }),
    roles: [...roleIds],
  }
}

/** Members never sign in with these alone: a phone number of a member is a second factor. */
function isSecondary({ type, delivery_method }: { type: FactorType; delivery_method: string }): boolean {
  return type === 'totp' || type === 'recovery_codes' || (type === 'otp' && delivery_method !== 'email')
}
