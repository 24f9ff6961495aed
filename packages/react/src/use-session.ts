import { useReadable } from './latchkey-provider.tsx'
import type { SessionRead } from './readable.ts'

/**
 * Returns the session, or null. Re-renders when it starts, changes or ends, in this tab or in another; a new
 * `last_accessed_at` does not count as a change.
 *
 * @example
 * function Members({ children }) {
 *   const { session, isInitialized } = useSession()
 *   if (!isInitialized) return null
 *   return session ? children : <Login />
 * }
 */
export function useSession(): SessionRead {
  return useReadable('useSession', 'session')
}
