// Roles that only one organization has. Pure: the caller stores the difference.
import type { JsonObject, RbacPolicy, RbacRole } from '@latchkey/contract'
import { builtInResourceId } from '@latchkey/contract/b2b'
import { ProviderError } from '../core/provider-error.ts'
import { refuseField } from '../core/schema-issues.ts'
import { rbacProblem } from '../projects/rbac-problem.ts'
import type { CustomRole } from '../storage/records.ts'
import { organizationPolicy } from './policy.ts'
import { missingForDefinition, missingPermissions, rolesOfOrganization } from './roles.ts'

export interface CustomRolesChange {
  readonly created: readonly CustomRole[]
  readonly updated: readonly CustomRole[]
  readonly deleted: readonly CustomRole[]
}

const maxRoles = 100
const maxBytes = 32_768
const field = '.custom_roles'

/** What changes if the organization has the given roles instead of its own. Throws for roles that it may not have. */
export function changeCustomRoles(
  before: readonly CustomRole[],
  next: readonly RbacRole[],
  facts: {
    readonly policy: RbacPolicy
    /** The roles of the member who makes the change; null for a backend and an operator. */
    readonly granter: readonly string[] | null
  },
): CustomRolesChange {
  requireValid(next, facts.policy)
  const roles = next.map(({ role_id: roleId, description, permissions }) => ({ roleId, description, permissions }))
  const former = new Map(before.map((role) => [role.roleId, role]))
  const ids = new Set(roles.map(({ roleId }) => roleId))
  const change = {
    created: roles.filter(({ roleId }) => !former.has(roleId)),
    updated: roles.filter((role) => former.has(role.roleId) && !isEqual(role, former.get(role.roleId))),
    deleted: before.filter(({ roleId }) => !ids.has(roleId)),
  }
  requirePermissions(before, change, facts)
  return change
}

/** Settings that give the roles to no domain, so that a later role with the same id is not given to one. */
export function withoutRoles(settings: JsonObject, roles: readonly CustomRole[]): JsonObject {
  if (roles.length === 0) return settings
  const ids = new Set(roles.map(({ roleId }) => roleId))
  const kept = organizationPolicy(settings).emailRoles.filter(({ roleId }) => !ids.has(roleId))
  return {
    ...settings,
    rbac_email_implicit_role_assignments: kept.map(({ roleId, domain }) => ({ role_id: roleId, domain })),
  }
}

function requireValid(roles: readonly RbacRole[], policy: RbacPolicy): void {
  if (roles.length > maxRoles) throw refuseField(field, `must have at most ${maxRoles} roles`, 'maxItems')
  if (Buffer.byteLength(JSON.stringify(roles)) > maxBytes)
    throw refuseField(field, `must be roles of at most ${maxBytes} bytes`, 'maxLength')
  const problem = rbacProblem({ roles: [...roles], resources: policy.resources, scopes: [] })
  if (problem !== null) throw refuseField(field, problem, 'policy')
  const taken = new Set(rolesOfOrganization(policy, []).roles.map(({ role_id }) => role_id))
  const index = roles.findIndex(({ role_id }) => taken.has(role_id))
  if (index >= 0) throw refuseField(`${field}[${index}].role_id`, 'is a role of the project', 'policy')
}

/**
 * Members need the permission for each kind of change, and every permission that they define. Decided with the roles
 * from before the change: a member cannot extend a role of its own.
 */
function requirePermissions(
  before: readonly CustomRole[],
  { created, updated, deleted }: CustomRolesChange,
  { policy, granter }: { policy: RbacPolicy; granter: readonly string[] | null },
): void {
  if (granter === null) return
  const own = before.map(({ roleId, ...role }) => ({ role_id: roleId, ...role }))
  const rbac = rolesOfOrganization(policy, own)
  const resource = builtInResourceId('custom-org-roles')
  const needed = [
    ...(created.length > 0 ? ['create'] : []),
    ...(updated.length > 0 ? ['update'] : []),
    ...(deleted.length > 0 ? ['delete'] : []),
  ].map((action) => ({ resource, action }))
  const defined = [...created, ...updated].flatMap((role) => missingForDefinition(rbac, granter, role))
  const missing = [...missingPermissions(rbac, granter, needed), ...defined]
  if (missing.length > 0) throw new ProviderError('unauthorized_action', { details: { missing } })
}

function isEqual(role: CustomRole, other: CustomRole | undefined): boolean {
  return (
    role.description === other?.description && JSON.stringify(role.permissions) === JSON.stringify(other.permissions)
  )
}
