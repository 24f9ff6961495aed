import type { PermissionMap, RbacPolicy } from '@latchkey/contract'
import { allPermissions, isAuthorized } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'

/** For what a screen shows. The provider decides again on every call. */
export interface Rbac {
  /** Decides by the policy that is at hand; without one, nobody may do anything. */
  isAuthorizedSync(resourceId: string, action: string): boolean
  /**
   * Waits for the project's policy, then decides.
   *
   * @example
   * if (await client.rbac.isAuthorized('documents', 'delete')) showDeleteButton()
   */
  isAuthorized(resourceId: string, action: string): Promise<boolean>
  /** Every resource and action of the policy, and whether the user may do it. */
  allPermissions(): Promise<PermissionMap>
}

type Policy = Pick<RbacPolicy, 'roles' | 'resources'>

const noPolicy: Policy = { roles: [], resources: [] }

export function createRbac({ bootstrap, session }: Pick<ClientContext, 'bootstrap' | 'session'>): Rbac {
  const roles = (): readonly string[] => session.sync().user?.roles ?? []
  const policy = (): Policy => bootstrap.getSync().rbacPolicy ?? noPolicy

  /** A policy that cannot be fetched grants nothing, whatever an older copy said. */
  async function fetched(): Promise<Policy> {
    await bootstrap.get()
    return bootstrap.isLoaded() ? policy() : noPolicy
  }

  /** A policy that cannot be read grants nothing either. */
  function decide<Result>(decision: (policy: Policy) => Result, by: Policy): Result {
    try {
      return decision(by)
    } catch {
      return decision(noPolicy)
    }
  }

  return {
    isAuthorizedSync: (resourceId, action) => decide((by) => isAuthorized(by, roles(), resourceId, action), policy()),
    isAuthorized: async (resourceId, action) =>
      decide((by) => isAuthorized(by, roles(), resourceId, action), await fetched()),
    allPermissions: async () => decide((by) => allPermissions(by, roles()), await fetched()),
  }
}
