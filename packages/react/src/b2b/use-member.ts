import type { MemberRead } from './latchkey-b2b-provider.tsx'
import { useB2bReadable } from './latchkey-b2b-provider.tsx'

/**
 * Returns the signed-in member, or null. Re-renders when the member signs in, changes or signs out, in this tab or in
 * another.
 *
 * @example
 * function Greeting() {
 *   const { member, isInitialized } = useMember()
 *   if (!isInitialized) return null
 *   return <p>Hello, {member?.name ?? 'guest'}</p>
 * }
 */
export function useMember(): MemberRead {
  return useB2bReadable('useMember', 'member')
}
