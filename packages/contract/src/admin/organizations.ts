import type { Organization } from '../b2b/entities.ts'
import type { B2bOrganizationUpdateRequest } from '../b2b/organization.ts'
import type { MemberStatus } from '../b2b/policies.ts'
import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'
import type { PageInfo, PageRequest } from './admin-path.ts'

export interface AdminOrganization extends Organization {
  created_at: string
  updated_at: string
  /** When an operator suspended it; null if its members can sign in. */
  suspended_at: string | null
  /** Increases with every change. */
  revision: number
}

export interface AdminMember {
  member_id: string
  organization_id: string
  email_address: string
  status: MemberStatus
  name: string
  created_at: string
}

export interface AdminOrganizationsListResponse extends Ok, PageInfo {
  organizations: AdminOrganization[]
}

export interface AdminOrganizationsCreateRequest {
  organization_name: string
  /** @default derived from the name */
  organization_slug?: string
}

/** Changes the given fields only. */
export interface AdminOrganizationsUpdateRequest extends B2bOrganizationUpdateRequest {
  trusted_metadata?: JsonObject
  /** The id that your backend has for the organization, unique in the project; null removes it. */
  organization_external_id?: string | null
  /** Rejects the change if the organization has another revision. */
  revision?: number
}

export interface AdminOrganizationResponse extends Ok {
  organization: AdminOrganization
}

export interface AdminMembersListResponse extends Ok, PageInfo {
  members: AdminMember[]
}

export interface AdminMembersCreateRequest {
  email_address: string
  name?: string
  status?: MemberStatus
}

export interface AdminMemberResponse extends Ok {
  member: AdminMember
}

export const adminOrganizationsList: Endpoint<PageRequest, AdminOrganizationsListResponse> = {
  method: 'GET',
  path: '/organizations',
}

export const adminOrganizationsCreate: Endpoint<AdminOrganizationsCreateRequest, AdminOrganizationResponse> = {
  method: 'POST',
  path: '/organizations',
}

export const adminOrganizationsGet: Endpoint<null, AdminOrganizationResponse, '/organizations/{organization_id}'> = {
  method: 'GET',
  path: '/organizations/{organization_id}',
}

export const adminOrganizationsUpdate: Endpoint<
  AdminOrganizationsUpdateRequest,
  AdminOrganizationResponse,
  '/organizations/{organization_id}'
> = {
  method: 'PUT',
  path: '/organizations/{organization_id}',
}

/** Ends the sessions of all members, who cannot sign in until `resume`. */
export const adminOrganizationsSuspend: Endpoint<
  null,
  AdminOrganizationResponse,
  '/organizations/{organization_id}/suspend'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/suspend',
}

export const adminOrganizationsResume: Endpoint<
  null,
  AdminOrganizationResponse,
  '/organizations/{organization_id}/resume'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/resume',
}

/** Ends the sessions of all members. Its slug stays taken for 90 days. */
export const adminOrganizationsDelete: Endpoint<null, Ok, '/organizations/{organization_id}'> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}',
}

export const adminMembersList: Endpoint<
  PageRequest,
  AdminMembersListResponse,
  '/organizations/{organization_id}/members'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/members',
}

export const adminMembersCreate: Endpoint<
  AdminMembersCreateRequest,
  AdminMemberResponse,
  '/organizations/{organization_id}/members'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/members',
}
