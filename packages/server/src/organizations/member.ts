import { newAccount } from '../accounts/new-account.ts'
import type { Random } from '../core/clock-and-random.ts'
import type { Identifier } from '../identifiers/identifier.ts'
import type { OrganizationRealm } from '../storage/realm.ts'
import type { AssignedRole, MemberRecord, ProjectRecord } from '../storage/records.ts'

export const directAssignment: Pick<AssignedRole, 'sourceKind' | 'sourceId'> = {
  sourceKind: 'direct_assignment',
  sourceId: '',
}

/** A member that is not stored yet. */
export function newMember(
  realm: OrganizationRealm,
  input: {
    project: ProjectRecord
    identifier: Identifier
    status: MemberRecord['status']
    isVerified: boolean
    name: string
    roleIds?: readonly string[]
    now: number
    random: Random
  },
): MemberRecord {
  const { project, identifier, status, isVerified: verified, name, roleIds = [], now, random } = input
  const account = newAccount(realm, { project, identifier, status: 'active', verified, now, random })
  return {
    projectId: realm.projectId,
    organizationId: realm.organizationId,
    id: account.id,
    status,
    isBreakglass: false,
    mfaEnrolled: false,
    defaultMfaMethod: null,
    invitedBy: null,
    joinedAt: status === 'active' ? now : null,
    deletedAt: null,
    createdAt: now,
    roles: directRoles(roleIds),
    account: { ...account, name: { first_name: name, middle_name: '', last_name: '' } },
  }
}

/** Roles that an admin, a backend or an operator assigns. */
function directRoles(roleIds: readonly string[]): AssignedRole[] {
  return [...new Set(roleIds)].map((roleId) => ({ roleId, ...directAssignment }))
}

/** The member with other roles that are assigned directly. */
export function withDirectRoles(member: MemberRecord, roleIds: readonly string[]): MemberRecord {
  const others = member.roles.filter(({ sourceKind }) => sourceKind !== directAssignment.sourceKind)
  return { ...member, roles: [...others, ...directRoles(roleIds)] }
}

/** The ids of the roles that were assigned directly. */
export function directRolesOf({ roles }: Pick<MemberRecord, 'roles'>): string[] {
  return roles.filter(({ sourceKind }) => sourceKind === directAssignment.sourceKind).map(({ roleId }) => roleId)
}

/** The address that the member signs in with. */
export function emailOfMember({ account }: MemberRecord): string {
  return account.registrations.find(({ kind }) => kind === 'email')?.uniqueKey ?? ''
}

/** Members have one name, users three. */
export function nameOfMember({ account }: MemberRecord): string {
  return account.name.first_name ?? ''
}
