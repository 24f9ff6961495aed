import { useMemo } from 'react'
import type { Provenance } from './readable.ts'
import { usePermissions } from './use-permissions.ts'

/** The result of `useIsAuthorized`. */
export interface AuthorizationRead extends Provenance {
  readonly isAuthorized: boolean
}

/**
 * Returns whether the roles of the user permit an action on a resource, to decide what a screen shows. Your server must
 * check the permission as well. `fromCache` is true until the provider has confirmed the user and the policy.
 *
 * @example
 * const { isAuthorized } = useIsAuthorized('documents', 'delete')
 * return <button disabled={!isAuthorized}>Delete</button>
 */
export function useIsAuthorized(resourceId: string, action: string): AuthorizationRead {
  const { fromCache, isInitialized, ...permissions } = usePermissions('useIsAuthorized')
  const isAuthorized = permissions.isAuthorized(resourceId, action)
  return useMemo(() => ({ isAuthorized, fromCache, isInitialized }), [isAuthorized, fromCache, isInitialized])
}
