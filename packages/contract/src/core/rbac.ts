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

/** Every resource and action of the policy, and whether the user is permitted. */
export type PermissionMap = Record<string, Record<string, boolean>>

const allActions = '*'

/**
 * Whether these roles permit an action: any role must have a permission on the resource that names the action or all
 * actions.
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
