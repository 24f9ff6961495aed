import type { JsonObject } from '../core/endpoint.ts'
import type { AuthenticationFactor } from '../core/entities.ts'
import type { B2bOAuthProvider } from '../core/products.ts'
import type { RbacRole } from '../core/rbac.ts'
import type {
  FactorOrder,
  JoinPolicy,
  MemberStatus,
  MethodPolicy,
  MfaMethod,
  MfaPolicy,
  OrganizationAuthMethod,
  RoleSourceType,
  TenantJoinPolicy,
} from './policies.ts'

/** A former email address of a member. No other member of the organization can use it until it is unlinked. */
export interface RetiredEmail {
  email_id: string
  email_address: string
}

/** The identity of a member at an SSO connection. */
export interface SsoRegistration {
  connection_id: string
  external_id: string
  registration_id: string
  sso_attributes: JsonObject
}

/** One reason why a member has a role. `details` names the domain, connection or group. */
export interface RoleSource {
  type: RoleSourceType
  details: JsonObject
}

/** A role disappears with its last source. */
export interface MemberRole {
  role_id: string
  sources: RoleSource[]
}

export interface MemberOAuthRegistration {
  member_oauth_registration_id: string
  provider_subject: string
  provider_type: string
  profile_picture_url: string | null
  locale: string | null
  /** The tenants that the provider asserted, such as the hosted domain of a Google account. */
  provider_tenants: string[]
}

/** A person in one organization. The same person in another organization is another member. */
export interface Member {
  organization_id: string
  member_id: string
  email_address: string
  email_address_verified: boolean
  retired_email_addresses: RetiredEmail[]
  status: MemberStatus
  name: string
  trusted_metadata: JsonObject
  untrusted_metadata: JsonObject
  created_at: string
  updated_at: string
  sso_registrations: SsoRegistration[]
  /** Whether the member can sign in without SSO where the organization requires it. */
  is_breakglass: boolean
  /** Empty without a password. */
  member_password_id: string
  mfa_enrolled: boolean
  /** Empty without a phone number. */
  mfa_phone_number: string
  mfa_phone_number_verified: boolean
  roles: MemberRole[]
  /** Empty if the member has not chosen one. */
  default_mfa_method: MfaMethod | ''
  /** Empty without an authenticator app. */
  totp_registration_id: string
  oauth_registrations: MemberOAuthRegistration[]
  external_id: string | null
  is_admin: boolean
}

export interface MemberAuthenticationFactor extends AuthenticationFactor {
  sequence_order: FactorOrder
}

/** A session belongs to one organization. */
export interface MemberSession {
  member_session_id: string
  member_id: string
  organization_id: string
  organization_slug: string
  started_at: string
  last_accessed_at: string
  expires_at: string
  authentication_factors: MemberAuthenticationFactor[]
  custom_claims?: JsonObject
  roles: string[]
}

export interface ActiveSsoConnection {
  connection_id: string
  display_name: string
  identity_provider: string
}

export interface ActiveScimConnection {
  connection_id: string
  display_name: string
  identity_provider: string
}

/** The tenants of each identity provider whose members may join. */
export type OAuthTenants = { [Provider in B2bOAuthProvider]?: string[] }

/** The role of all members with an email address of this domain. */
export interface EmailRoleAssignment {
  role_id: string
  domain: string
}

/** The settings of an organization that decide who joins and how members sign in. */
export interface OrganizationPolicies {
  sso_default_connection_id: string | null
  sso_jit_provisioning: JoinPolicy
  sso_jit_provisioning_allowed_connections: string[]
  email_allowed_domains: string[]
  email_jit_provisioning: JoinPolicy
  email_invites: JoinPolicy
  oauth_tenant_jit_provisioning: TenantJoinPolicy
  allowed_oauth_tenants: OAuthTenants
  auth_methods: MethodPolicy
  allowed_auth_methods: OrganizationAuthMethod[]
  mfa_methods: MethodPolicy
  allowed_mfa_methods: MfaMethod[]
  mfa_policy: MfaPolicy
  rbac_email_implicit_role_assignments: EmailRoleAssignment[]
  first_party_connected_apps_allowed_type: JoinPolicy
  allowed_first_party_connected_apps: string[]
  third_party_connected_apps_allowed_type: JoinPolicy
  allowed_third_party_connected_apps: string[]
}

export interface Organization extends OrganizationPolicies {
  organization_id: string
  organization_name: string
  organization_slug: string
  organization_logo_url: string
  organization_external_id: string | null
  trusted_metadata: JsonObject
  sso_active_connections: ActiveSsoConnection[]
  scim_active_connection: ActiveScimConnection | null
  /** The roles of this organization, in addition to those of the project's policy. */
  custom_roles: RbacRole[]
}

/** The first factors that a member still has to prove; an empty list means that the address cannot join. */
export interface PrimaryRequired {
  allowed_auth_methods: OrganizationAuthMethod[]
}

/** The second factor that a member still has to prove or to enroll. */
export interface MfaRequired {
  /** Null if the member has not enrolled a phone number. */
  member_options: { mfa_phone_number: string } | null
  /** The provider has already sent a code. */
  secondary_auth_initiated: 'sms_otp' | null
}

/** How a person belongs to an organization, or may join it. */
export type Membership =
  | { type: 'active_member' | 'pending_member' | 'invited_member'; details: null; member: Member }
  | { type: 'eligible_to_join_by_email_domain'; details: { domain: string }; member: null }
  | { type: 'eligible_to_join_by_oauth_tenant'; details: { provider: string; tenant: string }; member: null }

/** An organization that the proven address can enter, and what it still requires. */
export interface DiscoveredOrganization {
  organization: Organization
  membership: Membership
  /** Whether an exchange starts a session without a further factor. */
  member_authenticated: boolean
  primary_required: PrimaryRequired | null
  mfa_required: MfaRequired | null
}
