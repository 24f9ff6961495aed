import type { AuthenticationFactor } from '@latchkey/contract'
import type { MemberSession } from '@latchkey/contract/b2b'
import { rfc3339 } from '../core/rfc3339.ts'
import { factorOfMember, isSecondMethod } from '../methods/methods.ts'
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

function isSecondary(factor: AuthenticationFactor): boolean {
  const kind = factorOfMember(factor)
  return kind !== null && isSecondMethod(kind.method)
}
