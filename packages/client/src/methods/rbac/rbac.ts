import type { PermissionMap, RbacPolicy } from '@latchkey/contract'
import { isAuthorized } from '@latchkey/contract'
import type { Bootstrap } from '../../bootstrap/bootstrap.ts'

/** Permissions, to decide what a screen shows. The provider checks them again on every request. */
export interface Rbac {
  /** Decides by the last known policy; false without one. */
  isAuthorizedSync(resourceId: string, action: string): boolean
  /**
   * Waits for the project's policy, then decides.
   *
   * @example
   * if (await client.rbac.isAuthorized('documents', 'delete')) showDeleteButton()
   */
  isAuthorized(resourceId: string, action: string): Promise<boolean>
  /** Returns every resource and action of the policy, and whether the user is permitted. */
  allPermissions(): Promise<PermissionMap>
}

/** Where the policy and the roles come from. */
interface RbacContext {
  readonly bootstrap: Pick<Bootstrap, 'get' | 'getSync' | 'isLoaded'>
  readonly session: { sync(): { readonly subject?: { readonly roles: readonly string[] } | undefined } }
}

/**
 * Creates the method group `rbac` for a context without the other groups.
 *
 * @example
 * const rbac = createRbac(createContext('public-token-test-…', options))
 * await rbac.isAuthorized('documents', 'delete')
 */
export function createRbac({ bootstrap, session }: RbacContext): Rbac {
  /** Undefined if the policy is missing or malformed, which makes `decision` throw. */
  function decide<Question extends unknown[], Result>(
    decision: (policy: RbacPolicy, roles: readonly string[], ...question: Question) => Result,
    policy: RbacPolicy | undefined,
    ...question: Question
  ): Result | undefined {
    try {
      return decision(policy as RbacPolicy, session.sync().subject?.roles ?? [], ...question)
    } catch {
      return undefined
    }
  }

  /** Undefined if the policy cannot be fetched: an outdated policy grants nothing. */
  async function fetched(): Promise<RbacPolicy | undefined> {
    const { rbacPolicy } = await bootstrap.get()
    return bootstrap.isLoaded() ? rbacPolicy : undefined
  }

  return {
    isAuthorizedSync: (...question) => !!decide(isAuthorized, bootstrap.getSync().rbacPolicy, ...question),
    isAuthorized: async (...question) => !!decide(isAuthorized, await fetched(), ...question),
    async allPermissions() {
      const policy = await fetched()
      const { allPermissions } = await import('./all-permissions.ts')
      return decide(allPermissions, policy, isAuthorized) ?? Object.create(null)
    },
  }
}
