import type { RbacPolicy } from '@latchkey/contract'
import { builtInResourceId } from '@latchkey/contract/b2b'
import { ProviderError } from '../core/provider-error.ts'
import type { RoutePermission } from '../core/route.ts'
import { missingPermissions, type Permission } from './roles.ts'

/** The permissions that a request needs: that of the route, or those of the fields that the body sets. */
export function neededPermissions(permission: RoutePermission, body: unknown): Permission[] {
  const resource = builtInResourceId(permission.resource)
  if ('action' in permission) return [{ resource, action: permission.action }]
  const fields: Record<string, unknown> = Object(body)
  const needed = Object.entries(permission.actions)
    .filter(([field]) => Object.hasOwn(fields, field) && fields[field] !== undefined)
    .map(([, action]) => action)
  return [...new Set(needed)].map((action) => ({ resource, action }))
}

/**
 * Rejects the whole request unless the roles have every permission that it needs. `roleIds` are the stored roles of the
 * member: those of a session JWT may have been removed since it was signed.
 */
export function requirePermission(
  rbac: Pick<RbacPolicy, 'roles'>,
  roleIds: readonly string[],
  needed: readonly Permission[],
): void {
  const missing = missingPermissions(rbac, roleIds, needed)
  if (missing.length > 0) throw new ProviderError('unauthorized_action', { details: { missing } })
}
