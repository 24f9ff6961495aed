// This file imports no values, so that the client can load it on demand without splitting its entry into two files.
import type { isAuthorized, PermissionMap, RbacPolicy } from './rbac.ts'

/** Returns all permissions of the roles, for screens with many controls. `permits` is `isAuthorized`. */
export function allPermissions(
  policy: Pick<RbacPolicy, 'roles' | 'resources'>,
  roleIds: readonly string[],
  permits: typeof isAuthorized,
): PermissionMap {
  // Null prototypes, because a policy may name a resource or action `__proto__`.
  const map: PermissionMap = Object.create(null)
  for (const { resource_id, actions } of policy.resources) {
    const row: Record<string, boolean> = Object.create(null)
    for (const action of actions) row[action] = permits(policy, roleIds, resource_id, action)
    map[resource_id] = row
  }
  return map
}
