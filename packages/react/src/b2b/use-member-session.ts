import type { MemberSessionRead } from './latchkey-b2b-provider.tsx'
import { useB2bReadable } from './latchkey-b2b-provider.tsx'

/**
 * Returns the session of the member, or null. Re-renders when it starts, changes or ends, in this tab or in another; a
 * new `last_accessed_at` does not count as a change.
 *
 * @example
 * function Members({ children }) {
 *   const { session, isInitialized } = useMemberSession()
 *   if (!isInitialized) return null
 *   return session ? children : <SignIn />
 * }
 */
export function useMemberSession(): MemberSessionRead {
  return useB2bReadable('useMemberSession', 'session')
}
