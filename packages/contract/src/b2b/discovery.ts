import type { Endpoint, Ok, SessionDuration } from '../core/endpoint.ts'
import type { DiscoveredOrganization, OrganizationPolicies } from './entities.ts'
import type { IntermediateSession, MemberSignInResponse } from './responses.ts'

export interface B2bDiscoveryOrganizationsListResponse extends Ok {
  email_address: string
  discovered_organizations: DiscoveredOrganization[]
  /** The organization that the sign-in was started for, if any. */
  organization_id_hint: string | null
}

export interface B2bDiscoveryOrganizationsCreateRequest
  extends SessionDuration,
    IntermediateSession,
    Partial<
      Pick<
        OrganizationPolicies,
        | 'sso_jit_provisioning'
        | 'email_allowed_domains'
        | 'email_jit_provisioning'
        | 'email_invites'
        | 'oauth_tenant_jit_provisioning'
        | 'allowed_oauth_tenants'
        | 'auth_methods'
        | 'allowed_auth_methods'
        | 'mfa_policy'
      >
    > {
  /** @default derived from the email address */
  organization_name?: string
  /** @default derived from the name */
  organization_slug?: string
  organization_logo_url?: string
}

export interface B2bDiscoveryIntermediateSessionsExchangeRequest extends SessionDuration, IntermediateSession {
  organization_id: string
  locale?: string
}

export const b2bDiscoveryOrganizationsList: Endpoint<IntermediateSession, B2bDiscoveryOrganizationsListResponse> = {
  method: 'POST',
  path: '/b2b/discovery/organizations',
}
export const b2bDiscoveryOrganizationsCreate: Endpoint<B2bDiscoveryOrganizationsCreateRequest, MemberSignInResponse> = {
  method: 'POST',
  path: '/b2b/discovery/organizations/create',
}
export const b2bDiscoveryIntermediateSessionsExchange: Endpoint<
  B2bDiscoveryIntermediateSessionsExchangeRequest,
  MemberSignInResponse
> = {
  method: 'POST',
  path: '/b2b/discovery/intermediate_sessions/exchange',
}
