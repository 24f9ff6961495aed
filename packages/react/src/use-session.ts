import { useReadable } from './latchkey-provider.tsx'
import type { SessionRead } from './readable.ts'

/**
 * The session, or null. Re-renders when it begins, changes or ends, in this tab or in another; that it was used again
 * is no change.
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
