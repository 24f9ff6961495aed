import type { RbacPolicy, RbacRole } from '@latchkey/contract'

/** Whether the roles of the signed-in member permit something. */
export type Access =
  | { readonly isAllowed: true }
  /** `role`: the id of the role with the fewest permissions that would permit it; null if none does. */
  | { readonly isAllowed: false; readonly role: string | null }

export const allowed: Access = { isAllowed: true }
export const denied: Access = { isAllowed: false, role: null }

/** What the signed-in member is: the roles, and the policy with the roles of the organization. */
export interface Grants {
  readonly policy: Pick<RbacPolicy, 'roles'>
  readonly roles: readonly string[]
}

/** Decides like the provider, and says which role is nearest to what is missing. */
export function decideAccess(
  { policy, roles }: Grants,
  resource: string,
  action: string,
  permits: (policy: Pick<RbacPolicy, 'roles'>, roles: readonly string[], resource: string, action: string) => boolean,
): Access {
  if (permits(policy, roles, resource, action)) return allowed
  const [nearest] = policy.roles
    .filter(({ role_id }) => permits(policy, [role_id], resource, action))
    .sort((one, other) => breadth(one) - breadth(other))
  return { isAllowed: false, role: nearest?.role_id ?? null }
}

/** The number of permissions of a role. All actions of a resource count more than any list of them. */
function breadth({ permissions }: RbacRole): number {
  return permissions.reduce((sum, { actions }) => sum + (actions.includes('*') ? 1_000 : new Set(actions).size), 0)
}
