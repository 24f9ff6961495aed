import * as z from 'zod'
import type {
  ActiveSsoConnection,
  DiscoveredOrganization,
  Member,
  MemberAuthenticationFactor,
  MemberRole,
  MemberSession,
  MfaRequired,
  Organization,
  OrganizationPolicies,
  PrimaryRequired,
} from '../../b2b/entities.ts'
import {
  factorOrders,
  joinPolicies,
  memberStatuses,
  methodPolicies,
  mfaMethods,
  mfaPolicies,
  organizationAuthMethods,
  roleSourceTypes,
  tenantJoinPolicies,
} from '../../b2b/policies.ts'
import { email, id, label, locale, phoneNumber, text, timestamp, url } from '../core/base.ts'
import { authenticationFactor } from '../core/entities.ts'
import { type Exact, exactly } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { rbacRole } from '../core/rbac.ts'

/** The bounds of an organization's lists, which the provider also enforces in bytes. */
const mostListed = 200

const listed = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> => z.array(item).max(mostListed)

export const memberRole: Exact<MemberRole> = exactly<MemberRole>()(
  z.object({
    role_id: label,
    sources: z.array(z.object({ type: z.enum(roleSourceTypes), details: jsonObject })),
  }),
)

export const member: Exact<Member> = exactly<Member>()(
  z.object({
    organization_id: id,
    member_id: id,
    email_address: email,
    email_address_verified: z.boolean(),
    retired_email_addresses: z.array(z.object({ email_id: id, email_address: email })),
    status: z.enum(memberStatuses),
    name: label,
    trusted_metadata: jsonObject,
    untrusted_metadata: jsonObject,
    created_at: timestamp,
    updated_at: timestamp,
    sso_registrations: z.array(
      z.object({ connection_id: id, external_id: label, registration_id: id, sso_attributes: jsonObject }),
    ),
    is_breakglass: z.boolean(),
    member_password_id: id,
    mfa_enrolled: z.boolean(),
    mfa_phone_number: phoneNumber,
    mfa_phone_number_verified: z.boolean(),
    roles: z.array(memberRole),
    default_mfa_method: z.enum([...mfaMethods, '']),
    totp_registration_id: id,
    oauth_registrations: z.array(
      z.object({
        member_oauth_registration_id: id,
        provider_subject: label,
        provider_type: label,
        profile_picture_url: url.nullable(),
        locale: locale.nullable(),
        provider_tenants: z.array(label),
      }),
    ),
    external_id: label.nullable(),
    is_admin: z.boolean(),
  }),
)

const memberFactor = exactly<MemberAuthenticationFactor>()(
  z.intersection(authenticationFactor, z.object({ sequence_order: z.enum(factorOrders) })),
)

export const memberSession: Exact<MemberSession> = exactly<MemberSession>()(
  z.object({
    member_session_id: id,
    member_id: id,
    organization_id: id,
    organization_slug: label,
    started_at: timestamp,
    last_accessed_at: timestamp,
    expires_at: timestamp,
    authentication_factors: z.array(memberFactor),
    custom_claims: jsonObject.optional(),
    roles: z.array(label),
  }),
)

export const roleIds: z.ZodArray<z.ZodString> = listed(label)

const domain = text(255)
const tenants = listed(label).optional()

type ShapeOf<T> = { [Name in keyof T]-?: z.ZodType<T[Name]> }

/** Also the fields of a request that changes them. */
export const policyShape: ShapeOf<OrganizationPolicies> = {
  sso_default_connection_id: id.nullable(),
  sso_jit_provisioning: z.enum(joinPolicies),
  sso_jit_provisioning_allowed_connections: listed(id),
  email_allowed_domains: listed(domain),
  email_jit_provisioning: z.enum(joinPolicies),
  email_invites: z.enum(joinPolicies),
  oauth_tenant_jit_provisioning: z.enum(tenantJoinPolicies),
  allowed_oauth_tenants: z.object({
    google: tenants,
    microsoft: tenants,
    hubspot: tenants,
    slack: tenants,
    github: tenants,
  }),
  auth_methods: z.enum(methodPolicies),
  allowed_auth_methods: listed(z.enum(organizationAuthMethods)),
  mfa_methods: z.enum(methodPolicies),
  allowed_mfa_methods: listed(z.enum(mfaMethods)),
  mfa_policy: z.enum(mfaPolicies),
  rbac_email_implicit_role_assignments: listed(z.object({ role_id: label, domain })),
  first_party_connected_apps_allowed_type: z.enum(joinPolicies),
  allowed_first_party_connected_apps: listed(id),
  third_party_connected_apps_allowed_type: z.enum(joinPolicies),
  allowed_third_party_connected_apps: listed(id),
}

/** The names that a request may give an organization. The provider checks the format of the slug. */
export const namesShape: Record<NameField, z.ZodOptional<z.ZodString>> = {
  organization_name: text(128).min(1).optional(),
  organization_slug: text(128).min(1).optional(),
  organization_logo_url: url.optional(),
}

type NameField = 'organization_name' | 'organization_slug' | 'organization_logo_url'
type PublicField =
  | 'organization_id'
  | 'organization_name'
  | 'organization_slug'
  | 'organization_logo_url'
  | 'sso_active_connections'

export const activeConnection: Exact<ActiveSsoConnection> = exactly<ActiveSsoConnection>()(
  z.object({ connection_id: id, display_name: label, identity_provider: label }),
)

/** The name and the connections of an organization, which anyone may read by slug. */
export const publicShape: ShapeOf<Pick<Organization, PublicField>> = {
  organization_id: id,
  organization_name: label,
  organization_slug: label,
  organization_logo_url: url,
  sso_active_connections: z.array(activeConnection),
}

export const organization: Exact<Organization> = exactly<Organization>()(
  z.object({
    ...policyShape,
    ...publicShape,
    organization_external_id: label.nullable(),
    trusted_metadata: jsonObject,
    scim_active_connection: activeConnection.nullable(),
    custom_roles: z.array(rbacRole),
  }),
)

export const primaryRequired: Exact<PrimaryRequired> = exactly<PrimaryRequired>()(
  z.object({ allowed_auth_methods: z.array(z.enum(organizationAuthMethods)) }),
)

export const mfaRequired: Exact<MfaRequired> = exactly<MfaRequired>()(
  z.object({
    member_options: z.object({ mfa_phone_number: phoneNumber }).nullable(),
    secondary_auth_initiated: z.literal('sms_otp').nullable(),
  }),
)

const membership = z.union([
  z.object({
    type: z.enum(['active_member', 'pending_member', 'invited_member']),
    details: z.null(),
    member,
  }),
  z.object({
    type: z.literal('eligible_to_join_by_email_domain'),
    details: z.object({ domain }),
    member: z.null(),
  }),
  z.object({
    type: z.literal('eligible_to_join_by_oauth_tenant'),
    details: z.object({ provider: label, tenant: label }),
    member: z.null(),
  }),
])

export const discoveredOrganization: Exact<DiscoveredOrganization> = exactly<DiscoveredOrganization>()(
  z.object({
    organization,
    membership,
    member_authenticated: z.boolean(),
    primary_required: primaryRequired.nullable(),
    mfa_required: mfaRequired.nullable(),
  }),
)
