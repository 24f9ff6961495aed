import type { Session, User } from '@latchkey/client'
import { useMemo } from 'react'
import { useClient } from './latchkey-provider.tsx'
import { usePermissions } from './use-permissions.ts'

/** The result of `useAuth`. */
export interface Auth {
  /** False while it is not known whether a user is signed in: show neither state yet. */
  readonly isLoaded: boolean
  readonly isSignedIn: boolean
  /** Null if the user is signed out, and during server rendering if the server knows only the session. */
  readonly user: User | null
  readonly session: Session | null
  /**
   * Signs the user out of this browser, in all tabs. Rejects if the provider cannot be reached: the
   * user is then signed out in all tabs, but the session has not ended at the provider.
   */
  signOut(): Promise<void>
  /** Whether the roles of the user permit an action. False until the policy of the project has been read. */
  isAuthorized(resourceId: string, action: string): boolean
}

/**
 * Returns who is signed in, and the functions that most screens need. Re-renders when the user signs in, changes or signs
 * out, in this tab or in another.
 *
 * @example
 * function AccountMenu() {
 *   const { isLoaded, isSignedIn, user, signOut } = useAuth()
 *   if (!isLoaded) return null
 *   if (!isSignedIn) return <a href="/login">Sign in</a>
 *   return <button onClick={signOut}>Sign out {user?.emails[0]?.email}</button>
 * }
 */
export function useAuth(): Auth {
  const permissions = usePermissions('useAuth')
  const client = useClient()
  return useMemo(() => {
    const { user, session, isInitialized, isAuthorized } = permissions
    return {
      isLoaded: isInitialized,
      isSignedIn: session !== null,
      ...{ user, session, isAuthorized },
      signOut: async () => void (await client.session.revoke({ forceClear: true })),
    }
  }, [client, permissions])
}
