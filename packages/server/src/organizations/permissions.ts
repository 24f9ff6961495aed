import type { FieldPermissions } from '../core/route.ts'

/**
 * The permission for each field of the call that changes an organization. Which ones `custom_roles` needs depends on what
 * is stored: `changeCustomRoles` requires them.
 */
export const organizationUpdate: FieldPermissions = {
  resource: 'organization',
  actions: {
    organization_name: 'update.info.name',
    organization_slug: 'update.info.slug',
    organization_logo_url: 'update.info.logo-url',
    sso_default_connection_id: 'update.settings.default-sso-connection',
    sso_jit_provisioning: 'update.settings.sso-jit-provisioning',
    sso_jit_provisioning_allowed_connections: 'update.settings.sso-jit-provisioning',
    email_allowed_domains: 'update.settings.allowed-domains',
    email_jit_provisioning: 'update.settings.email-jit-provisioning',
    email_invites: 'update.settings.email-invites',
    oauth_tenant_jit_provisioning: 'update.settings.oauth-tenant-jit-provisioning',
    allowed_oauth_tenants: 'update.settings.oauth-tenant-jit-provisioning',
    auth_methods: 'update.settings.allowed-auth-methods',
    allowed_auth_methods: 'update.settings.allowed-auth-methods',
    mfa_policy: 'update.settings.mfa-policy',
    mfa_methods: 'update.settings.allowed-mfa-methods',
    allowed_mfa_methods: 'update.settings.allowed-mfa-methods',
    rbac_email_implicit_role_assignments: 'update.settings.implicit-roles',
    first_party_connected_apps_allowed_type: 'update.settings.first-party-connected-apps',
    allowed_first_party_connected_apps: 'update.settings.first-party-connected-apps',
    third_party_connected_apps_allowed_type: 'update.settings.third-party-connected-apps',
    allowed_third_party_connected_apps: 'update.settings.third-party-connected-apps',
  },
}

/** The same for the call that changes another member. */
export const memberUpdate: FieldPermissions = {
  resource: 'member',
  actions: {
    name: 'update.info.name',
    untrusted_metadata: 'update.info.untrusted-metadata',
    mfa_phone_number: 'update.info.mfa-phone',
    email_address: 'update.info.email',
    unlink_email: 'update.info.email',
    is_breakglass: 'update.settings.is-breakglass',
    mfa_enrolled: 'update.settings.mfa-enrolled',
    default_mfa_method: 'update.settings.default-mfa-method',
    roles: 'update.settings.roles',
  },
}

/** The same for the call with which members change themselves. */
export const selfUpdate: FieldPermissions = {
  resource: 'self',
  actions: {
    name: 'update.info.name',
    untrusted_metadata: 'update.info.untrusted-metadata',
    mfa_phone_number: 'update.info.mfa-phone',
    mfa_enrolled: 'update.settings.mfa-enrolled',
    default_mfa_method: 'update.settings.default-mfa-method',
  },
}
