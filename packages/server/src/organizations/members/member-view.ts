import type { JsonObject } from '@latchkey/contract'
import { builtInRoleIds, type Member, type MemberRole } from '@latchkey/contract/b2b'
import { rfc3339 } from '../../core/rfc3339.ts'
import { type MemberRegistrationFields, memberRegistrationFields } from '../../methods/methods.ts'
import { nameOfMember } from '../member.ts'
import type { EffectiveRole, RoleSource } from '../roles.ts'
import type { MemberState } from './member-state.ts'

/** The wire format of a member. */
export function memberView({ member, roles }: Pick<MemberState, 'member' | 'roles'>): Member {
  const { account } = member
  const own: Omit<Member, keyof MemberRegistrationFields> = {
    organization_id: member.organizationId,
    member_id: member.id,
    status: member.status,
    name: nameOfMember(member),
    trusted_metadata: account.trustedMetadata,
    untrusted_metadata: account.untrustedMetadata,
    created_at: rfc3339(account.createdAt),
    updated_at: rfc3339(account.updatedAt),
    is_breakglass: member.isBreakglass,
    mfa_enrolled: member.mfaEnrolled,
    roles: rolesView(roles),
    default_mfa_method: member.defaultMfaMethod ?? '',
    external_id: account.externalId,
    is_admin: roles.some(({ roleId }) => roleId === builtInRoleIds.admin),
  }
  // A spread among so many fields takes ten times as long.
  return Object.assign(own, memberRegistrationFields(account.registrations))
}

export function rolesView(roles: readonly EffectiveRole[]): MemberRole[] {
  return roles.map(({ roleId, sources }) => ({
    role_id: roleId,
    sources: sources.map((source) => ({ type: source.kind, details: detailsOf(source) })),
  }))
}

function detailsOf({ kind, id }: RoleSource): JsonObject {
  switch (kind) {
    case 'direct_assignment':
      return {}
    case 'email_assignment':
      return { email_domain: id }
    case 'sso_connection':
      return { connection_id: id }
    case 'sso_connection_group':
    case 'scim_connection_group': {
      const end = id.indexOf('|')
      return { connection_id: id.slice(0, end), group: id.slice(end + 1) }
    }
    default:
      throw kind satisfies never
  }
}
