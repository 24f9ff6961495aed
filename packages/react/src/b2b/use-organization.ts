import type { OrganizationRead } from './latchkey-b2b-provider.tsx'
import { useB2bReadable } from './latchkey-b2b-provider.tsx'

/**
 * Returns the organization of the session, or null. Re-renders when its settings change or the member switches to
 * another organization, in this tab or in another.
 *
 * @example
 * function Title() {
 *   const { organization } = useOrganization()
 *   return <h1>{organization?.organization_name}</h1>
 * }
 */
export function useOrganization(): OrganizationRead {
  return useB2bReadable('useOrganization', 'organization')
}
