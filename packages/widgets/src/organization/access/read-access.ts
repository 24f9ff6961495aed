import type { B2bClient } from '@latchkey/client/b2b'
import type { RbacPolicy } from '@latchkey/contract'
import { isAuthorized } from '@latchkey/contract'
import type { BuiltInPermission } from '@latchkey/contract/b2b'
import { builtInResourceId, builtInRoleIds, withCustomRoles } from '@latchkey/contract/b2b'
import type { Access, Grants } from './access.flow.ts'
import { decideAccess, denied } from './access.flow.ts'

/** A role that a member can have. */
export interface RoleChoice {
  readonly id: string
  readonly description: string
  /** Whether the signed-in member may give it. */
  readonly isGivable: boolean
}

const noGrants: Grants = { policy: { roles: [] }, roles: [] }

/** The roles of the signed-in member, by the last known policy. A policy that cannot be read permits nothing. */
export function grantsOf(client: B2bClient): Grants {
  const policy = client.bootstrap.getSync().rbacPolicy
  const roles = client.session.getSync()?.roles
  const organization = client.organization.getSync()
  try {
    return policy && roles && organization
      ? { policy: withCustomRoles(policy, organization.custom_roles), roles }
      : noGrants
  } catch {
    return noGrants
  }
}

export function accessTo<Resource extends BuiltInPermission['resource']>(
  grants: Grants,
  resource: Resource,
  action: Extract<BuiltInPermission, { readonly resource: Resource }>['action'],
): Access {
  try {
    return decideAccess(grants, builtInResourceId(resource), action, isAuthorized)
  } catch {
    return denied
  }
}

/**
 * The roles that can be given to a member. All members have the built-in role `member`, so it is left out. A role of the
 * project that adds permissions to the built-in admin is a second entry with the same id.
 */
export function givableRoles(grants: Grants): RoleChoice[] {
  const ids = grants.policy.roles.map(({ role_id }) => role_id)
  return grants.policy.roles
    .filter(({ role_id }, index) => role_id !== builtInRoleIds.member && ids.indexOf(role_id) === index)
    .map((role) => ({ id: role.role_id, description: role.description, isGivable: mayGive(grants, role) }))
}

/** As the provider decides: admins give every role, others only permissions that they have. */
function mayGive({ policy, roles }: Grants, { role_id, permissions }: RbacPolicy['roles'][number]): boolean {
  if (roles.includes(builtInRoleIds.admin)) return true
  if (role_id === builtInRoleIds.admin) return false
  return permissions.every(({ resource_id, actions }) =>
    actions.every((action) => isAuthorized(policy, roles, resource_id, action)),
  )
}
