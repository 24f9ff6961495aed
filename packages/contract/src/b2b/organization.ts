import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { RbacRole } from '../core/rbac.ts'
import type { Organization, OrganizationPolicies } from './entities.ts'

export interface B2bOrganizationResponse extends Ok {
  organization: Organization
}

/** Changes the given fields only. Each field requires the permission of its action. */
export interface B2bOrganizationUpdateRequest extends Partial<OrganizationPolicies> {
  organization_name?: string
  organization_slug?: string
  organization_logo_url?: string
  /** Replaces all roles that only this organization has. A role that is left out is removed from its members, too. */
  custom_roles?: RbacRole[]
}

export interface B2bOrganizationDeleteResponse extends Ok {
  organization_id: string
}

export interface B2bOrganizationGetBySlugRequest {
  organization_slug: string
}

/** What a sign-in page may know about an organization before the person has signed in. */
export type PublicOrganization = Pick<
  Organization,
  | 'organization_id'
  | 'organization_name'
  | 'organization_slug'
  | 'organization_logo_url'
  | 'sso_active_connections'
  | 'sso_default_connection_id'
  | 'sso_jit_provisioning'
  | 'email_jit_provisioning'
  | 'email_invites'
  | 'oauth_tenant_jit_provisioning'
  | 'auth_methods'
  | 'allowed_auth_methods'
  | 'mfa_methods'
  | 'allowed_mfa_methods'
  | 'mfa_policy'
>

export interface B2bOrganizationGetBySlugResponse extends Ok {
  organization: PublicOrganization | null
}

export const b2bOrganizationGet: Endpoint<null, B2bOrganizationResponse> = {
  method: 'GET',
  path: '/b2b/organizations/me',
}
export const b2bOrganizationUpdate: Endpoint<B2bOrganizationUpdateRequest, B2bOrganizationResponse> = {
  method: 'PUT',
  path: '/b2b/organizations/me',
}
export const b2bOrganizationDelete: Endpoint<null, B2bOrganizationDeleteResponse> = {
  method: 'DELETE',
  path: '/b2b/organizations/me',
}
export const b2bOrganizationGetBySlug: Endpoint<B2bOrganizationGetBySlugRequest, B2bOrganizationGetBySlugResponse> = {
  method: 'POST',
  path: '/b2b/organizations/search',
}
