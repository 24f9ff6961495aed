import { isAuthorized as isAuthorizedBy } from '@latchkey/contract'
import { useMemo } from 'react'
import { useReadable } from './latchkey-provider.tsx'
import type { Provenance } from './readable.ts'

/** The result of `useIsAuthorized`. */
export interface AuthorizationRead extends Provenance {
  readonly isAuthorized: boolean
}

/**
 * Returns whether the roles of the user permit an action on a resource, to decide what a screen shows. The provider
 * checks again on every request. `fromCache` is true until the provider has confirmed the user and the policy.
 *
 * @example
 * const { isAuthorized } = useIsAuthorized('documents', 'delete')
 * return <button disabled={!isAuthorized}>Delete</button>
 */
export function useIsAuthorized(resourceId: string, action: string): AuthorizationRead {
  const read = useReadable('useIsAuthorized', 'user')
  const policyRead = useReadable('useIsAuthorized', 'policy')
  return useMemo(() => {
    const { user, fromCache, isInitialized } = read
    const { policy, isConfirmed } = policyRead
    let isAuthorized = false
    try {
      isAuthorized = Boolean(user && policy && isAuthorizedBy(policy, user.roles, resourceId, action))
    } catch {
      // A policy that cannot be read grants nothing.
    }
    return { isAuthorized, fromCache: isInitialized && (fromCache || !isConfirmed), isInitialized }
  }, [read, policyRead, resourceId, action])
}
