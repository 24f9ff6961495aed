import type { RbacPolicy } from '@latchkey/contract'
import { registrationKinds } from '../../methods/methods.ts'
import type { MemberRecord, OrganizationRecord, ProjectRecord, RegistrationRecord } from '../../storage/records.ts'
import type { MemberFacts } from '../admission.ts'
import { type OrganizationPolicy, organizationPolicy } from '../policy.ts'
import { type EffectiveRole, effectiveRoles, type RoleAssignment, storedRoles } from '../roles.ts'

/** A member, and what follows from the settings of the project and the organization. */
export interface MemberState {
  readonly organization: OrganizationRecord
  readonly policy: OrganizationPolicy
  readonly member: MemberRecord
  readonly rbac: Pick<RbacPolicy, 'roles'>
  readonly roles: readonly EffectiveRole[]
}

/** Computed from what is stored now: roles and settings are never cached. */
export function memberState(
  project: Pick<ProjectRecord, 'settings'>,
  organization: OrganizationRecord,
  member: MemberRecord,
  policy: OrganizationPolicy = organizationPolicy(organization.settings),
): MemberState {
  const rbac = storedRoles(project, organization)
  const email = emailOf(member)
  const assignments = assignmentsOf(member)
  const provenAddress = email?.verified ? email.uniqueKey : null
  return { organization, policy, member, rbac, roles: effectiveRoles(rbac, policy, { assignments, provenAddress }) }
}

/** The roles that are stored for a member. */
export function assignmentsOf({ roles }: Pick<MemberRecord, 'roles'>): RoleAssignment[] {
  return roles.map(({ roleId, sourceKind, sourceId }) => ({ roleId, source: { kind: sourceKind, id: sourceId } }))
}

/** What the admission needs to know about a member. */
export function memberFacts(member: MemberRecord): MemberFacts {
  const { status, isBreakglass, mfaEnrolled, account } = member
  const secondFactors = account.registrations.flatMap(({ kind, verified }) => {
    const method = registrationKinds[kind].mfaMethod
    return method === undefined ? [] : [{ method, isProven: verified }]
  })
  return { status, isBreakglass, mfaEnrolled, secondFactors }
}

/** The email address of a member; a member has one. */
export function emailOf({ account }: Pick<MemberRecord, 'account'>): RegistrationRecord | undefined {
  return account.registrations.find(({ kind }) => kind === 'email')
}
