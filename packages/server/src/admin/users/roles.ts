import { refuseField } from '../../core/schema-issues.ts'
import { defaultRoles } from '../../projects/default-settings.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/** An unknown role would get permissions as soon as the policy defines it. */
export function requireKnownRoles({ settings }: ProjectRecord, roles: readonly string[]): void {
  const known = new Set([...defaultRoles, ...settings.rbacPolicy.roles.map(({ role_id }) => role_id)])
  const index = roles.findIndex((role) => !known.has(role))
  if (index >= 0) throw refuseField(`.roles[${index}]`, 'is not a role of the RBAC policy', 'enum')
}

/** Adds the roles that every user has, first in the list. */
export function withDefaultRoles(roles: readonly string[]): string[] {
  return [...new Set([...defaultRoles, ...roles])]
}
