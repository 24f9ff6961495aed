import { bootstrap, factor, ok, type Shape } from './wire.suite.ts'

export const member = {
  ...{ organization_id: 'string', member_id: 'string', email_address: 'string', email_address_verified: 'boolean' },
  retired_email_addresses: [{ email_id: 'string', email_address: 'string' }],
  ...{ status: 'string', name: 'string', trusted_metadata: 'object', untrusted_metadata: 'object' },
  ...{ created_at: 'time', updated_at: 'time' },
  sso_registrations: [
    {
      ...{ connection_id: 'string', external_id: 'string', registration_id: 'string' },
      sso_attributes: 'object',
    },
  ],
  ...{ is_breakglass: 'boolean', member_password_id: 'string', mfa_enrolled: 'boolean', mfa_phone_number: 'string' },
  mfa_phone_number_verified: 'boolean',
  roles: [{ role_id: 'string', sources: [{ type: 'string', details: 'object' }] }],
  ...{ default_mfa_method: 'string', totp_registration_id: 'string' },
  oauth_registrations: [
    {
      ...{ member_oauth_registration_id: 'string', provider_subject: 'string', provider_type: 'string' },
      ...{ profile_picture_url: 'string|null', locale: 'string|null', provider_tenants: ['string'] },
    },
  ],
  ...{ external_id: 'string|null', is_admin: 'boolean' },
} as const satisfies Shape

const connections = [{ connection_id: 'string', display_name: 'string', identity_provider: 'string' }] as const

/** The part of an organization that is readable without a session. */
export const publicOrganization = {
  ...{ organization_id: 'string', organization_name: 'string', organization_slug: 'string' },
  ...{ organization_logo_url: 'string', sso_active_connections: connections, sso_default_connection_id: 'string|null' },
  ...{ sso_jit_provisioning: 'string', email_jit_provisioning: 'string', email_invites: 'string' },
  ...{ oauth_tenant_jit_provisioning: 'string', auth_methods: 'string', allowed_auth_methods: ['string'] },
  ...{ mfa_methods: 'string', allowed_mfa_methods: ['string'], mfa_policy: 'string' },
} as const satisfies Shape

/** The organization of a link. */
export const linkOrganization = {
  ...{ organization_id: 'string', organization_name: 'string', organization_slug: 'string' },
  organization_logo_url: 'string',
} as const satisfies Shape

export const organization = {
  ...publicOrganization,
  ...{ organization_external_id: 'string|null', trusted_metadata: 'object' },
  scim_active_connection: 'null|object',
  custom_roles: bootstrap['rbac_policy?'].roles,
  ...{ sso_jit_provisioning_allowed_connections: ['string'], email_allowed_domains: ['string'] },
  allowed_oauth_tenants: 'object',
  rbac_email_implicit_role_assignments: [{ role_id: 'string', domain: 'string' }],
  ...{ first_party_connected_apps_allowed_type: 'string', allowed_first_party_connected_apps: ['string'] },
  ...{ third_party_connected_apps_allowed_type: 'string', allowed_third_party_connected_apps: ['string'] },
} as const satisfies Shape

/** The response to a change of a member. */
export const memberChange = { ...ok, member_id: 'string', member, organization } as const satisfies Shape
export const deletedMember = { ...ok, member_id: 'string' } as const satisfies Shape
export const foundMember = {
  ...ok,
  member: { status: 'string', name: 'string', member_password_id: 'string' },
} as const satisfies Shape

/** The response to a sign-in that starts or continues a session. */
export const memberAuth = {
  ...memberChange,
  ...{ session_token: 'string', session_jwt: 'string', intermediate_session_token: 'string' },
  ...{ member_authenticated: 'boolean', mfa_required: 'null', primary_required: 'null' },
  member_session: {
    ...{ member_session_id: 'string', member_id: 'string', organization_id: 'string', organization_slug: 'string' },
    ...{ started_at: 'time', last_accessed_at: 'time', expires_at: 'time', 'custom_claims?': 'object' },
    authentication_factors: [{ ...factor, sequence_order: 'string' }],
    roles: ['string'],
  },
} as const satisfies Shape
export const memberLinkAuth = { ...memberAuth, method_id: 'string' } as const satisfies Shape

/** The organizations that a proven address can enter. */
export const discovery = {
  ...{ ...ok, email_address: 'string' },
  discovered_organizations: [
    {
      ...{ organization, member_authenticated: 'boolean' },
      membership: { type: 'string', details: 'null', member },
      ...{ primary_required: 'null|object', mfa_required: 'null|object' },
    },
  ],
} as const satisfies Shape

export const passwordStrength = {
  ...ok,
  ...{ valid_password: 'boolean', score: 'number', breached_password: 'boolean' },
  ...{ breach_detection_on_create: 'boolean', strength_policy: 'string' },
  zxcvbn_feedback: { suggestions: ['string'], warning: 'string' },
  luds_feedback: {
    ...{ has_digit: 'boolean', has_lower_case: 'boolean', has_symbol: 'boolean', has_upper_case: 'boolean' },
    ...{ missing_characters: 'number', missing_complexity: 'number' },
  },
} as const satisfies Shape
