import { isAuthorized, type RbacPolicy, type RbacRole } from '@latchkey/contract'
import { builtInPolicy, builtInRoleIds, type RoleSourceType, withCustomRoles } from '@latchkey/contract/b2b'
import type { OrganizationRecord, ProjectRecord } from '../storage/records.ts'
import type { OrganizationPolicy } from './policy.ts'

const { member: memberRole, admin: adminRole } = builtInRoleIds
const builtIn = builtInPolicy()

/** Why a member has a role. */
export interface RoleSource {
  readonly kind: RoleSourceType
  /** Empty for a direct assignment; otherwise the domain, the connection, or `connection|group`. */
  readonly id: string
}

export interface RoleAssignment {
  readonly roleId: string
  readonly source: RoleSource
}

export interface EffectiveRole {
  readonly roleId: string
  readonly sources: readonly RoleSource[]
}

export interface Permission {
  readonly resource: string
  readonly action: string
}

type Rbac = Pick<RbacPolicy, 'roles'>

/**
 * The roles that decide in an organization: the built-in ones, those of the project, which can add permissions to the
 * built-in ones, and those of the organization. A role of the organization cannot extend another one.
 */
export function rolesOfOrganization(project: Rbac, custom: readonly RbacRole[]): Rbac {
  return withCustomRoles({ roles: [...builtIn.roles, ...project.roles] }, custom)
}

/** The same from what is stored. */
export function storedRoles(
  { settings }: Pick<ProjectRecord, 'settings'>,
  organization: Pick<OrganizationRecord, 'customRoles'>,
): Rbac {
  return rolesOfOrganization(settings.rbacPolicy, customRolesView(organization))
}

/** The wire format of the roles that only the organization has. */
export function customRolesView({ customRoles }: Pick<OrganizationRecord, 'customRoles'>): RbacRole[] {
  return customRoles.map(({ roleId, description, permissions }) => ({ role_id: roleId, description, permissions }))
}

/** The policy of a business project, as its pages read it. */
export function withBuiltInPolicy(policy: RbacPolicy): RbacPolicy {
  return {
    ...policy,
    roles: [...builtIn.roles, ...policy.roles],
    // Last, because a page that lists permissions uses the last resource with an id.
    resources: [...policy.resources, ...builtIn.resources],
  }
}

/**
 * The roles of a member: the union of all assignments, those that follow from the proven email address, and the role of
 * every member. Roles that were removed from the policy are left out.
 */
export function effectiveRoles(
  rbac: Rbac,
  policy: Pick<OrganizationPolicy, 'emailRoles'>,
  member: { readonly assignments: readonly RoleAssignment[]; readonly provenAddress: string | null },
): EffectiveRole[] {
  const assignments: RoleAssignment[] = [
    { roleId: memberRole, source: { kind: 'direct_assignment', id: '' } },
    ...member.assignments,
    ...implicitRoles(policy, member.provenAddress),
  ]
  return withAllSources(assignments.filter(({ roleId }) => rbac.roles.some(({ role_id }) => role_id === roleId)))
}

/** Each role once, with all of its sources. */
export function withAllSources(assignments: readonly RoleAssignment[]): EffectiveRole[] {
  const sources = new Map<string, RoleSource[]>()
  for (const { roleId, source } of assignments) {
    const own = sources.get(roleId) ?? []
    if (!own.some(({ kind, id }) => kind === source.kind && id === source.id)) own.push(source)
    sources.set(roleId, own)
  }
  return [...sources].map(([roleId, own]) => ({ roleId, sources: own }))
}

/** The roles that follow from a proven email address. Domains match exactly: a subdomain is another domain. */
export function implicitRoles(
  { emailRoles }: Pick<OrganizationPolicy, 'emailRoles'>,
  provenAddress: string | null,
): RoleAssignment[] {
  if (provenAddress === null) return []
  const domain = domainOf(provenAddress)
  return emailRoles
    .filter((one) => one.domain === domain)
    .map(({ roleId }) => ({ roleId, source: { kind: 'email_assignment', id: domain } }))
}

/** The domain of a canonical email address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** The needed permissions that none of the roles has. */
export function missingPermissions(
  rbac: Rbac,
  roleIds: readonly string[],
  needed: readonly Permission[],
): Permission[] {
  return needed.filter(({ resource, action }) => !isAuthorized(rbac, roleIds, resource, action))
}

/**
 * The permissions of the granted roles that the granter lacks; empty if the grant is allowed. Admins can grant every
 * role. "All actions" of a resource includes later ones, so only a granter with all actions can grant it.
 */
export function missingForGrant(rbac: Rbac, granter: readonly string[], granted: readonly string[]): Permission[] {
  if (granter.includes(adminRole)) return []
  // Also with every single permission of admins, because only an admin can grant more than that.
  const isForAdmins = granted.includes(adminRole)
  const permissions = rbac.roles
    .filter(({ role_id }) => (isForAdmins ? role_id === adminRole : granted.includes(role_id)))
    .flatMap((role) => permissionsOf(role))
  return isForAdmins ? permissions : missingPermissions(rbac, granter, permissions)
}

/** The same for the permissions of a custom role that the granter defines. */
export function missingForDefinition(
  rbac: Rbac,
  granter: readonly string[],
  role: Pick<RbacRole, 'permissions'>,
): Permission[] {
  return granter.includes(adminRole) ? [] : missingPermissions(rbac, granter, permissionsOf(role))
}

function permissionsOf({ permissions }: Pick<RbacRole, 'permissions'>): Permission[] {
  return permissions.flatMap(({ resource_id, actions }) => actions.map((action) => ({ resource: resource_id, action })))
}
