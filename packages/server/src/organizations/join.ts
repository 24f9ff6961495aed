import type { B2bOAuthProvider } from '@latchkey/contract'
import type { JoinPolicy, MemberStatus } from '@latchkey/contract/b2b'
import type { OrganizationPolicy } from './policy.ts'
import { domainOf, implicitRoles, type RoleAssignment } from './roles.ts'

/** What a person has proven who wants to enter an organization. Addresses are canonical. */
export type JoinProof =
  | { readonly kind: 'email'; readonly address: string }
  | {
      readonly kind: 'oauth'
      readonly provider: B2bOAuthProvider
      /** The tenants that the provider asserts; claims that the person can edit are not among them. */
      readonly tenants: readonly string[]
      /** Null if the provider asserts no verified address. */
      readonly address: string | null
    }
  | {
      readonly kind: 'sso'
      readonly connectionId: string
      readonly address: string
      readonly groups: readonly string[]
    }

/** An active SSO connection of the organization, with the roles that it gives. */
export interface JoinConnection {
  readonly id: string
  readonly roleIds: readonly string[]
  readonly groupRoles: readonly { readonly group: string; readonly roleId: string }[]
}

export interface JoiningMember {
  readonly status: MemberStatus
  readonly address: string
  /** A directory of the organization created the member. */
  readonly isFromDirectory: boolean
}

/** What the decision needs to know about the organization and the address. */
export interface JoinFacts {
  readonly policy: OrganizationPolicy
  /** `not_required` for test projects, unless the project says otherwise. */
  readonly domainProof: 'required' | 'not_required'
  readonly verifiedDomains: readonly string[]
  /** Public suffixes, free-mail and disposable domains: their addresses have nothing in common. */
  readonly isCommonDomain: (domain: string) => boolean
  readonly connections: readonly JoinConnection[]
  /** The member with this address; null without one. */
  readonly member: JoiningMember | null
}

/** How a person belongs to an organization or may join it; the wire spells the types in the same way. */
export type MembershipBasis =
  | { readonly type: 'active_member' | 'pending_member' | 'invited_member'; readonly details: null }
  | { readonly type: 'eligible_to_join_by_email_domain'; readonly details: { readonly domain: string } }
  | {
      readonly type: 'eligible_to_join_by_oauth_tenant'
      readonly details: { readonly provider: B2bOAuthProvider; readonly tenant: string }
    }
  | { readonly type: 'eligible_to_join_by_sso'; readonly details: { readonly connection: string } }

export type JoinReason =
  | 'active_member'
  | 'pending_member'
  | 'invited_member'
  | 'member_deleted'
  | 'address_not_proven'
  | 'address_of_another_member'
  | 'address_not_of_connection'
  | 'email_jit_not_allowed'
  | 'email_domain_too_common'
  | 'email_domain_not_allowed'
  | 'email_domain_not_verified'
  | 'email_domain_allowed'
  | 'oauth_tenant_jit_not_allowed'
  | 'oauth_tenant_not_allowed'
  | 'oauth_tenant_allowed'
  | 'sso_connection_not_active'
  | 'sso_jit_not_allowed'
  | 'sso_connection_not_allowed'
  | 'sso_jit_allowed'

export interface JoinDecision {
  readonly allowed: boolean
  /** Null if the person may not enter. */
  readonly as: MembershipBasis | null
  /** The roles that follow from the proof. Those that the policy no longer has are left out when roles are read. */
  readonly roles: readonly RoleAssignment[]
  readonly reasons: readonly JoinReason[]
}

/** Decides whether a person may enter an organization, as a member or by joining it. The simulator calls it too. */
export function decideJoin(facts: JoinFacts, proof: JoinProof): JoinDecision {
  const reasons: JoinReason[] = []
  const as = proof.address === null ? noAddress(reasons) : basisOf(facts, { ...proof, address: proof.address }, reasons)
  return { allowed: as !== null, as, roles: as === null ? [] : rolesOf(facts, proof), reasons }
}

/** Whether the organization may send an invitation to the address. */
export function canInvite({ emailInvites, emailAllowedDomains }: OrganizationPolicy, address: string): boolean {
  return accepts(emailInvites, emailAllowedDomains, domainOf(address))
}

type ProofWithAddress = JoinProof & { readonly address: string }

function basisOf(facts: JoinFacts, proof: ProofWithAddress, reasons: JoinReason[]): MembershipBasis | null {
  if (facts.member !== null) return ofMember(facts, facts.member, proof, reasons)
  switch (proof.kind) {
    case 'email':
      return byDomain(facts, proof.address, reasons)
    case 'oauth':
      return byTenant(facts.policy, proof, reasons) ?? byDomain(facts, proof.address, reasons)
    case 'sso':
      return byConnection(facts, proof, reasons)
    default:
      throw proof satisfies never
  }
}

function noAddress(reasons: JoinReason[]): null {
  reasons.push('address_not_proven')
  return null
}

function ofMember(
  { verifiedDomains }: JoinFacts,
  { status, address, isFromDirectory }: JoiningMember,
  proof: ProofWithAddress,
  reasons: JoinReason[],
): MembershipBasis | null {
  // An invitation opens for the invited address only: its link may have been forwarded.
  if (address !== proof.address) {
    reasons.push('address_of_another_member')
    return null
  }
  // Only an admin reactivates a member: neither an invitation nor a rule for new members does.
  if (status === 'deleted') {
    reasons.push('member_deleted')
    return null
  }
  // A connection can state any address. It only speaks for those that the organization vouches for.
  const isVouchedFor = status === 'invited' || isFromDirectory || verifiedDomains.includes(domainOf(address))
  if (proof.kind === 'sso' && !isVouchedFor) {
    reasons.push('address_not_of_connection')
    return null
  }
  const type = `${status}_member` as const
  reasons.push(type)
  return { type, details: null }
}

function byDomain(
  { policy, domainProof, verifiedDomains, isCommonDomain }: JoinFacts,
  address: string,
  reasons: JoinReason[],
): MembershipBasis | null {
  const domain = domainOf(address)
  const problem = domainProblem()
  reasons.push(problem ?? 'email_domain_allowed')
  return problem === null ? { type: 'eligible_to_join_by_email_domain', details: { domain } } : null

  function domainProblem(): JoinReason | null {
    if (policy.emailJit === 'NOT_ALLOWED') return 'email_jit_not_allowed'
    if (isCommonDomain(domain)) return 'email_domain_too_common'
    if (!accepts(policy.emailJit, policy.emailAllowedDomains, domain)) return 'email_domain_not_allowed'
    return domainProof === 'required' && !verifiedDomains.includes(domain) ? 'email_domain_not_verified' : null
  }
}

function byTenant(
  { oauthTenantJit, allowedOAuthTenants }: OrganizationPolicy,
  { provider, tenants }: Extract<JoinProof, { kind: 'oauth' }>,
  reasons: JoinReason[],
): MembershipBasis | null {
  if (oauthTenantJit === 'NOT_ALLOWED') {
    reasons.push('oauth_tenant_jit_not_allowed')
    return null
  }
  const tenant = tenants.find((one) => allowedOAuthTenants[provider].includes(one))
  reasons.push(tenant === undefined ? 'oauth_tenant_not_allowed' : 'oauth_tenant_allowed')
  return tenant === undefined ? null : { type: 'eligible_to_join_by_oauth_tenant', details: { provider, tenant } }
}

function byConnection(
  { policy, connections }: JoinFacts,
  { connectionId }: Extract<JoinProof, { kind: 'sso' }>,
  reasons: JoinReason[],
): MembershipBasis | null {
  const problem = connectionProblem()
  reasons.push(problem ?? 'sso_jit_allowed')
  return problem === null ? { type: 'eligible_to_join_by_sso', details: { connection: connectionId } } : null

  function connectionProblem(): JoinReason | null {
    if (!connections.some(({ id }) => id === connectionId)) return 'sso_connection_not_active'
    if (policy.ssoJit === 'NOT_ALLOWED') return 'sso_jit_not_allowed'
    return accepts(policy.ssoJit, policy.ssoJitConnections, connectionId) ? null : 'sso_connection_not_allowed'
  }
}

/** An SSO statement does not prove a mailbox. Its groups give roles only if they are mapped. */
function rolesOf({ policy, connections }: JoinFacts, proof: JoinProof): RoleAssignment[] {
  if (proof.kind !== 'sso') return implicitRoles(policy, proof.address)
  const connection = connections.find(({ id }) => id === proof.connectionId)
  return connection === undefined ? [] : rolesOfConnection(connection, proof.groups)
}

/** The roles that follow from a statement of a connection. */
export function rolesOfConnection(
  { id, roleIds, groupRoles }: JoinConnection,
  groups: readonly string[],
): RoleAssignment[] {
  return [
    ...roleIds.map((roleId) => ({ roleId, source: { kind: 'sso_connection', id } as const })),
    ...groupRoles
      .filter(({ group }) => groups.includes(group))
      .map(({ group, roleId }) => ({
        roleId,
        source: { kind: 'sso_connection_group', id: `${id}|${group}` } as const,
      })),
  ]
}

function accepts(policy: JoinPolicy, listed: readonly string[], value: string): boolean {
  return policy === 'ALL_ALLOWED' || (policy === 'RESTRICTED' && listed.includes(value))
}
