import type { Endpoint, Ok } from '../core/endpoint.ts'

/** `lapsed`: the record was missing in three daily checks. Members of the domain no longer join, and no session ends. */
export type OrganizationDomainState = 'pending' | 'verified' | 'lapsed'

export interface AdminOrganizationDomain {
  organization_id: string
  /** Matches exactly: a subdomain is another domain. International names are A-labels. */
  domain: string
  state: OrganizationDomainState
  /** The DNS record of type TXT that proves the domain. */
  txt_record: { name: string; value: string }
  verified_at: string | null
  /** When the record was read last. */
  checked_at: string | null
  /** How often in a row the record was missing. */
  failures: number
}

export interface AdminOrganizationDomainsListResponse extends Ok {
  domains: AdminOrganizationDomain[]
}

export interface AdminOrganizationDomainsCreateRequest {
  domain: string
}

export interface AdminOrganizationDomainResponse extends Ok {
  domain: AdminOrganizationDomain
}

/** An organization has at most 50 domains, so there are no pages. */
export const adminOrganizationDomainsList: Endpoint<
  null,
  AdminOrganizationDomainsListResponse,
  '/organizations/{organization_id}/domains'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/domains',
}

export const adminOrganizationDomainsCreate: Endpoint<
  AdminOrganizationDomainsCreateRequest,
  AdminOrganizationDomainResponse,
  '/organizations/{organization_id}/domains'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/domains',
}

/** Reads the DNS record now. The state in the response tells the result. */
export const adminOrganizationDomainsCheck: Endpoint<
  null,
  AdminOrganizationDomainResponse,
  '/organizations/{organization_id}/domains/{domain}/check'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/domains/{domain}/check',
}

export const adminOrganizationDomainsDelete: Endpoint<null, Ok, '/organizations/{organization_id}/domains/{domain}'> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/domains/{domain}',
}
