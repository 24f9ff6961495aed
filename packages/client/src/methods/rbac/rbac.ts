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

export function createRbac({ bootstrap, session }: Pick<ClientContext, 'bootstrap' | 'session'>): Rbac {
  /** Nothing is decided by a policy that is missing or cannot be read: to read it throws. */
  function decide<Question extends string[], Result>(
    decision: (policy: RbacPolicy, roles: readonly string[], ...question: Question) => Result,
    policy: RbacPolicy | undefined,
    ...question: Question
  ): Result | undefined {
    try {
      return decision(policy as RbacPolicy, session.sync().user?.roles ?? [], ...question)
    } catch {
      return undefined
    }
  }

  /** A policy that cannot be fetched grants nothing either, whatever an older copy said. */
  async function fetched(): Promise<RbacPolicy | undefined> {
    const { rbacPolicy } = await bootstrap.get()
    return bootstrap.isLoaded() ? rbacPolicy : undefined
  }

  return {
    isAuthorizedSync: (...question) => !!decide(isAuthorized, bootstrap.getSync().rbacPolicy, ...question),
    isAuthorized: async (...question) => !!decide(isAuthorized, await fetched(), ...question),
    allPermissions: async () => decide(allPermissions, await fetched()) ?? Object.create(null),
  }
}
