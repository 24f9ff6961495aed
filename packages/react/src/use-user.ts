import { useReadable } from './latchkey-provider.tsx'
import type { UserRead } from './readable.ts'

/**
 * Returns the signed-in user, or null. Re-renders when the user signs in, changes or signs out, in this tab or in another.
 *
 * @example
 * function Greeting() {
 *   const { user, isInitialized } = useUser()
 *   if (!isInitialized) return null
 *   return <p>Hello, {user?.name.first_name ?? 'guest'}</p>
 * }
 */
export function useUser(): UserRead {
  return useReadable('useUser', 'user')
}
