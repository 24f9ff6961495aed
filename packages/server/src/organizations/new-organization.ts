import type { OrganizationRecord } from '../storage/records.ts'

/** An organization with the default policies, not stored yet. */
export function newOrganization(
  input: Pick<OrganizationRecord, 'projectId' | 'id' | 'name' | 'slug'> & { now: number },
): OrganizationRecord {
  const { now, ...own } = input
  return {
    ...own,
    ...{ logoUrl: null, trustedMetadata: {}, externalId: null, settings: {}, revision: 1, suspendedAt: null },
    ...{ createdAt: now, updatedAt: now, customRoles: [], ssoConnections: [] },
  }
}
