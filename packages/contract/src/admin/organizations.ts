import type { Organization, RetiredEmail } from '../b2b/entities.ts'
import type { B2bOrganizationMembersUpdateRequest } from '../b2b/members.ts'
import type { B2bOrganizationUpdateRequest } from '../b2b/organization.ts'
import type { MemberStatus, MfaMethod } from '../b2b/policies.ts'
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
  email_address_verified: boolean
  /** Former addresses, which no other member of the organization can use. */
  retired_email_addresses: RetiredEmail[]
  status: MemberStatus
  name: string
  trusted_metadata: JsonObject
  untrusted_metadata: JsonObject
  is_breakglass: boolean
  mfa_enrolled: boolean
  /** Empty without a phone number. */
  mfa_phone_number: string
  /** Empty if the member has not chosen one. */
  default_mfa_method: MfaMethod | ''
  /** The roles that were assigned directly. */
  roles: string[]
  created_at: string
  updated_at: string
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
  /** @default active: the address counts as proven */
  status?: Exclude<MemberStatus, 'deleted'>
  trusted_metadata?: JsonObject
  untrusted_metadata?: JsonObject
  is_breakglass?: boolean
  mfa_phone_number?: string
  mfa_enrolled?: boolean
  roles?: string[]
}

/** Changes the given fields only. */
export interface AdminMembersUpdateRequest extends B2bOrganizationMembersUpdateRequest {
  trusted_metadata?: JsonObject
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

export const adminMembersGet: Endpoint<
  null,
  AdminMemberResponse,
  '/organizations/{organization_id}/members/{member_id}'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/members/{member_id}',
}

export const adminMembersUpdate: Endpoint<
  AdminMembersUpdateRequest,
  AdminMemberResponse,
  '/organizations/{organization_id}/members/{member_id}'
> = {
  method: 'PUT',
  path: '/organizations/{organization_id}/members/{member_id}',
}

/** Sets the status `deleted` and ends the member's sessions. An invitation does not undo it, `reactivate` does. */
export const adminMembersDelete: Endpoint<null, Ok, '/organizations/{organization_id}/members/{member_id}'> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/members/{member_id}',
}

export const adminMembersReactivate: Endpoint<
  null,
  AdminMemberResponse,
  '/organizations/{organization_id}/members/{member_id}/reactivate'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/members/{member_id}/reactivate',
}
