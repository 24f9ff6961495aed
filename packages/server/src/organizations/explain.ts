import { isAuthorized, type RbacPolicy } from '@latchkey/contract'
import type { Admission } from '../sessions/admission-type.ts'
import type { AdmissionReason } from './admission.ts'
import {
  decideJoin,
  type JoinDecision,
  type JoinFacts,
  type JoinProof,
  type JoinReason,
  type MembershipBasis,
} from './join.ts'
import type { EffectiveRole, Permission, RoleSource } from './roles.ts'

/** Why a member has a permission, or what is nearest to giving it. */
export type PermissionExplanation =
  | {
      readonly allowed: true
      /** Every role that gives the permission, and why the member has it. */
      readonly roles: readonly { readonly roleId: string; readonly sources: readonly RoleSource[] }[]
    }
  | {
      readonly allowed: false
      readonly missing: Permission
      /** The role with the fewest permissions among those that would give it; null if no role does. */
      readonly nearestRole: string | null
    }

/** Explains the decision of `isAuthorized`. */
export function explainPermission(
  rbac: Pick<RbacPolicy, 'roles'>,
  roles: readonly EffectiveRole[],
  { resource, action }: Permission,
): PermissionExplanation {
  const gives = (roleId: string): boolean => isAuthorized(rbac, [roleId], resource, action)
  const giving = roles.filter(({ roleId }) => gives(roleId))
  if (giving.length > 0) return { allowed: true, roles: giving }
  const [nearest] = rbac.roles
    .filter(({ role_id }) => gives(role_id))
    .toSorted((one, other) => breadth(one) - breadth(other))
  return { allowed: false, missing: { resource, action }, nearestRole: nearest?.role_id ?? null }
}

/** The number of permissions of a role; all actions of a resource count more than any list of them. */
function breadth({ permissions }: RbacPolicy['roles'][number]): number {
  const manyActions = 1_000
  return permissions.reduce(
    (sum, { actions }) => sum + (actions.includes('*') ? manyActions : new Set(actions).size),
    0,
  )
}

/** What the reasons of a decision say, without the decision: the log of an attempt holds nothing else. */
export function admissionOfReasons(reasons: readonly Pick<AdmissionReason, 'code'>[]): Admission['kind'] {
  const has = (code: AdmissionReason['code']): boolean => reasons.some((one) => one.code === code)
  if (has('second_factor_missing')) return 'mfa_required'
  return has('primary_factor_accepted') && (has('mfa_not_required') || has('second_factor_accepted'))
    ? 'admitted'
    : 'primary_required'
}

/** The same for the decision about joining. */
export function membershipOfReasons(reasons: readonly JoinReason[]): MembershipBasis['type'] | null {
  const found = reasons.map((reason) => membershipTypes[reason]).find((type) => type !== undefined)
  return found ?? null
}

const membershipTypes: Partial<Record<JoinReason, MembershipBasis['type']>> = {
  active_member: 'active_member',
  pending_member: 'pending_member',
  invited_member: 'invited_member',
  email_domain_allowed: 'eligible_to_join_by_email_domain',
  oauth_tenant_allowed: 'eligible_to_join_by_oauth_tenant',
  sso_jit_allowed: 'eligible_to_join_by_sso',
}

/** What a person would prove, as a backend describes it. Addresses are canonical. */
export interface DescribedProof {
  /** Null if the provider asserts no verified address. */
  readonly address: string | null
  readonly oauth?: Omit<Extract<JoinProof, { kind: 'oauth' }>, 'kind' | 'address'> | undefined
  readonly sso?: Omit<Extract<JoinProof, { kind: 'sso' }>, 'kind' | 'address'> | undefined
}

export interface JoinExplanation extends Omit<JoinDecision, 'reasons'> {
  readonly reasons: readonly { readonly code: JoinReason; readonly description: string }[]
}

/** The simulator: decides as a sign-in does, and says why. Null for a description without an address and an identity. */
export function explainJoin(facts: JoinFacts, { address, oauth, sso }: DescribedProof): JoinExplanation | null {
  const proof = proofOf()
  if (proof === null) return null
  const { reasons, ...decision } = decideJoin(facts, proof)
  return { ...decision, reasons: reasons.map((code) => ({ code, description: joinSentences[code] })) }

  function proofOf(): JoinProof | null {
    if (oauth !== undefined) return { kind: 'oauth', address, ...oauth }
    if (address === null) return null
    return sso === undefined ? { kind: 'email', address } : { kind: 'sso', address, ...sso }
  }
}

/** One sentence for each reason, for the console, the command line and the log of attempts. */
export const admissionSentences: Readonly<Record<AdmissionReason['code'], string>> = {
  member_deleted: 'The member is deactivated.',
  factor_too_old: 'The factor of the other session is older than the organization accepts.',
  break_glass_lifts_sso_only: 'The member may sign in without SSO, because it is a break-glass member.',
  primary_method_not_allowed: 'The organization does not allow this sign-in method.',
  primary_factor_missing: 'No allowed sign-in method was proven.',
  primary_factor_accepted: 'The first factor is accepted.',
  mfa_not_required: 'A second factor is not required.',
  mfa_required_by_organization: 'The organization requires a second factor from all members.',
  mfa_required_by_enrollment: 'The member has enrolled in multi-factor authentication.',
  mfa_required_for_break_glass: 'A break-glass member always needs a second factor.',
  second_method_not_allowed: 'The organization does not allow this second factor.',
  second_method_not_enrolled: 'The member has another second factor, which must be proven first.',
  second_factor_shares_channel: 'The second factor uses the channel of the first one, or email.',
  second_factor_missing: 'No accepted second factor was proven.',
  second_factor_accepted: 'The second factor is accepted.',
}

export const joinSentences: Readonly<Record<JoinReason, string>> = {
  active_member: 'The address belongs to a member.',
  pending_member: 'The address belongs to a member who has not signed in yet.',
  invited_member: 'The address has been invited.',
  member_deleted: 'The address belongs to a deactivated member. Only an admin can reactivate it.',
  address_not_proven: 'The identity provider asserts no verified email address.',
  address_of_another_member: 'The proven address is not the address of the member.',
  address_not_of_connection: 'The connection states an address of a domain that the organization has not proven.',
  email_jit_not_allowed: 'The organization does not let people join by email domain.',
  email_domain_too_common: 'The email domain is open to everyone, so it proves no membership.',
  email_domain_not_allowed: 'The email domain is not a domain of the organization.',
  email_domain_not_verified: 'The organization has not proven that it owns the email domain.',
  email_domain_allowed: 'The email domain may join.',
  oauth_tenant_jit_not_allowed: 'The organization does not let people join by the tenant of an identity provider.',
  oauth_tenant_not_allowed: 'The tenant of the identity is not a tenant of the organization.',
  oauth_tenant_allowed: 'The tenant of the identity may join.',
  sso_connection_not_active: 'The connection is not an active connection of the organization.',
  sso_jit_not_allowed: 'The organization does not let people join by SSO.',
  sso_connection_not_allowed: 'The organization does not let people join by this connection.',
  sso_jit_allowed: 'People may join by this connection.',
}
