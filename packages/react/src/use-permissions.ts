import type { Session, User } from '@latchkey/client'
import { isAuthorized } from '@latchkey/contract'
import { useMemo } from 'react'
import { useReadable } from './latchkey-provider.tsx'
import type { Provenance } from './readable.ts'

/** The user, and what the roles of the user permit. */
export interface Permissions extends Provenance {
  readonly user: User | null
  readonly session: Session | null
  /** False while `isAuthorized` has no policy to decide by. */
  readonly isDecided: boolean
  isAuthorized(resourceId: string, action: string): boolean
}

/** Reads everything that the gates and `useAuth` show. Returns the same object until something changes. */
export function usePermissions(caller: string): Permissions {
  const { user } = useReadable(caller, 'user')
  const { session, fromCache, isInitialized } = useReadable(caller, 'session')
  const { policy, isConfirmed } = useReadable(caller, 'policy')
  return useMemo(() => {
    // A server that has verified a JWT knows the roles, but not the user.
    const roles = (user ?? session)?.roles
    return {
      ...{ user, session, isInitialized },
      fromCache: isInitialized && (fromCache || !isConfirmed),
      isDecided: isInitialized && (!roles || Boolean(policy) || isConfirmed),
      isAuthorized(resourceId, action) {
        try {
          return Boolean(roles && policy && isAuthorized(policy, roles, resourceId, action))
        } catch {
          // A policy that cannot be read grants nothing.
          return false
        }
      },
    }
  }, [user, session, fromCache, isInitialized, policy, isConfirmed])
}
