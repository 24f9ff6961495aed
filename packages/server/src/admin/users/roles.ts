import { refuseField } from '../../core/schema-issues.ts'
import { defaultRoles } from '../../projects/default-settings.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/** A role that the policy does not have would grant nothing today and anything tomorrow. */
export function requireKnownRoles({ settings }: ProjectRecord, roles: readonly string[]): void {
  const known = new Set([...defaultRoles, ...settings.rbacPolicy.roles.map(({ role_id }) => role_id)])
  const index = roles.findIndex((role) => !known.has(role))
  if (index >= 0) throw refuseField(`.roles[${index}]`, 'is no role of the RBAC policy', 'enum')
}

/** The role everybody has stands first, whether it was named or not. */
export function withDefaultRoles(roles: readonly string[]): string[] {
  return [...new Set([...defaultRoles, ...roles])]
}
