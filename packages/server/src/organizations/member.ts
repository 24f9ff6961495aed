import { newAccount } from '../accounts/new-account.ts'
import type { Random } from '../core/clock-and-random.ts'
import type { Identifier } from '../identifiers/identifier.ts'
import type { OrganizationRealm } from '../storage/realm.ts'
import type { MemberRecord, ProjectRecord } from '../storage/records.ts'

/** A member that is not stored yet. */
export function newMember(
  realm: OrganizationRealm,
  input: {
    project: ProjectRecord
    identifier: Identifier
    status: MemberRecord['status']
    isVerified: boolean
    name: string
    now: number
    random: Random
  },
): MemberRecord {
  const { project, identifier, status, isVerified: verified, name, now, random } = input
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
    account: { ...account, name: { first_name: name, middle_name: '', last_name: '' } },
  }
}

/** The address that the member signs in with. */
export function emailOfMember({ account }: MemberRecord): string {
  return account.registrations.find(({ kind }) => kind === 'email')?.uniqueKey ?? ''
}

/** Members have one name, users three. */
export function nameOfMember({ account }: MemberRecord): string {
  return account.name.first_name ?? ''
}
