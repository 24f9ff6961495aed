import { ProviderError } from '../core/provider-error.ts'
import type { OrganizationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** The organization that a sign-in names. An unknown, a foreign and a deleted one have the same error. */
export async function findOrganization(
  storage: Pick<StorageVerbs, 'organizations'>,
  projectId: string,
  organizationId: string,
): Promise<OrganizationRecord> {
  const found = await storage.organizations.get(projectId, organizationId)
  if (found === null) throw new ProviderError('organization_not_found')
  if (found.suspendedAt !== null) throw new ProviderError('organization_suspended')
  return found
}
