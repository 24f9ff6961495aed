export interface RbacPermission {
  resource_id: string
  actions: string[]
}

export interface RbacRole {
  role_id: string
  description: string
  permissions: RbacPermission[]
}

export interface RbacResource {
  resource_id: string
  description: string
  actions: string[]
}

export interface RbacScope {
  scope: string
  description: string
  permissions: RbacPermission[]
}

export interface RbacPolicy {
  roles: RbacRole[]
  resources: RbacResource[]
  scopes: RbacScope[]
}

/** Every resource of the policy, every action of it, and whether the caller may do it. */
export type PermissionMap = Record<string, Record<string, boolean>>

const allActions = '*'

/**
 * May someone with these roles do this? Yes, if any role has a permission on the resource
 * that names the action or all actions.
 *
 * @example
 * isAuthorized(policy, user.roles, 'documents', 'read')
 */
export function isAuthorized(
  policy: Pick<RbacPolicy, 'roles'>,
  roleIds: readonly string[],
  resourceId: string,
  action: string,
): boolean {
  return policy.roles.some(
    (role) =>
      roleIds.includes(role.role_id) &&
      role.permissions.some(
        ({ resource_id, actions }) =>
          resource_id === resourceId && (actions.includes(action) || actions.includes(allActions)),
      ),
  )
}

/** The whole map at once, for screens that decide about many controls. */
export function allPermissions(
  policy: Pick<RbacPolicy, 'roles' | 'resources'>,
  roleIds: readonly string[],
): PermissionMap {
  // Null prototypes: a resource or action may be named `__proto__` by whoever writes the policy.
  const map: PermissionMap = Object.create(null)
  for (const { resource_id, actions } of policy.resources) {
    const row: Record<string, boolean> = Object.create(null)
    for (const action of actions) row[action] = isAuthorized(policy, roleIds, resource_id, action)
    map[resource_id] = row
  }
  return map
}
