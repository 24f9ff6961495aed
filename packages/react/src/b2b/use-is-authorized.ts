import { isAuthorized } from '@latchkey/contract'
import { withCustomRoles } from '@latchkey/contract/b2b'
import { useMemo } from 'react'
import type { AuthorizationRead } from '../use-is-authorized.ts'
import { useB2bReadable } from './latchkey-b2b-provider.tsx'

const caller = 'useIsAuthorized'

/**
 * Returns whether the roles of the member permit an action on a resource, to decide what a screen shows: by the policy of
 * the project and the roles of the organization. Your server must check the permission as well. `fromCache` is true until
 * the provider has confirmed the session and the policy.
 *
 * @example
 * const { isAuthorized } = useIsAuthorized('latchkey.member', 'create')
 * return <button disabled={!isAuthorized}>Invite</button>
 */
export function useIsAuthorized(resourceId: string, action: string): AuthorizationRead {
  const { session, fromCache, isInitialized } = useB2bReadable(caller, 'session')
  const { organization } = useB2bReadable(caller, 'organization')
  const { policy, isConfirmed } = useB2bReadable(caller, 'policy')
  return useMemo(() => {
    let isPermitted = false
    try {
      isPermitted =
        !!(session && organization && policy) &&
        isAuthorized(withCustomRoles(policy, organization.custom_roles), session.roles, resourceId, action)
    } catch {
      // A policy that cannot be read grants nothing.
    }
    return { isAuthorized: isPermitted, fromCache: isInitialized && (fromCache || !isConfirmed), isInitialized }
  }, [session, organization, policy, resourceId, action, fromCache, isConfirmed, isInitialized])
}
