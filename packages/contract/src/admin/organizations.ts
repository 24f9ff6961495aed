import type { MemberStatus } from '../b2b/policies.ts'
import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { PageInfo, PageRequest } from './admin-path.ts'

export interface AdminOrganization {
  organization_id: string
  organization_name: string
  organization_slug: string
  created_at: string
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
