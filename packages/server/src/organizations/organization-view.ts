import type { Organization } from '@latchkey/contract/b2b'
import type { OrganizationRecord } from '../storage/records.ts'
import { organizationPoliciesView } from './policy.ts'

/** The wire format of an organization. */
export function organizationView(organization: OrganizationRecord): Organization {
  return {
    organization_id: organization.id,
    organization_name: organization.name,
    organization_slug: organization.slug,
    organization_logo_url: organization.logoUrl ?? '',
    organization_external_id: organization.externalId,
    trusted_metadata: organization.trustedMetadata,
    ...organizationPoliciesView(organization.settings),
    sso_active_connections: [],
    scim_active_connection: null,
    custom_roles: [],
  }
}
