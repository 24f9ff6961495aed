import type { ActiveSsoConnection, Organization } from '@latchkey/contract/b2b'
import type { OrganizationRecord } from '../storage/records.ts'
import type { ActiveConnection } from '../storage/sso-connections.ts'
import { type OrganizationPolicy, organizationPoliciesView } from './policy.ts'
import { customRolesView } from './roles.ts'

/** The wire format of an organization. A caller that has read its policy passes it. */
export function organizationView(organization: OrganizationRecord, policy?: OrganizationPolicy): Organization {
  const policies = organizationPoliciesView(organization.settings, policy)
  return {
    organization_id: organization.id,
    organization_name: organization.name,
    organization_slug: organization.slug,
    organization_logo_url: organization.logoUrl ?? '',
    organization_external_id: organization.externalId,
    trusted_metadata: organization.trustedMetadata,
    // Written out, because a spread makes a hash table of so many fields, and JSON of it takes twice the time.
    sso_default_connection_id: policies.sso_default_connection_id,
    sso_jit_provisioning: policies.sso_jit_provisioning,
    sso_jit_provisioning_allowed_connections: policies.sso_jit_provisioning_allowed_connections,
    email_allowed_domains: policies.email_allowed_domains,
    email_jit_provisioning: policies.email_jit_provisioning,
    email_invites: policies.email_invites,
    oauth_tenant_jit_provisioning: policies.oauth_tenant_jit_provisioning,
    allowed_oauth_tenants: policies.allowed_oauth_tenants,
    auth_methods: policies.auth_methods,
    allowed_auth_methods: policies.allowed_auth_methods,
    mfa_methods: policies.mfa_methods,
    allowed_mfa_methods: policies.allowed_mfa_methods,
    mfa_policy: policies.mfa_policy,
    rbac_email_implicit_role_assignments: policies.rbac_email_implicit_role_assignments,
    first_party_connected_apps_allowed_type: policies.first_party_connected_apps_allowed_type,
    allowed_first_party_connected_apps: policies.allowed_first_party_connected_apps,
    third_party_connected_apps_allowed_type: policies.third_party_connected_apps_allowed_type,
    allowed_third_party_connected_apps: policies.allowed_third_party_connected_apps,
    sso_active_connections: organization.ssoConnections.map(activeConnectionView),
    scim_active_connection: null,
    custom_roles: customRolesView(organization),
  }
}

export function activeConnectionView({ id, displayName, identityProvider }: ActiveConnection): ActiveSsoConnection {
  return { connection_id: id, display_name: displayName, identity_provider: identityProvider }
}
