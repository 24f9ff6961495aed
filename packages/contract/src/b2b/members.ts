import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'
import type { Member, Organization } from './entities.ts'
import type { MemberStatus, MfaMethod } from './policies.ts'
import type { MemberResponse } from './responses.ts'

export interface B2bMembersSearchRequest {
  email_address: string
  organization_id: string
}

/** The fields of a member that are visible without signing in. */
export interface FoundMember {
  status: MemberStatus
  name: string
  member_password_id: string
}

export interface B2bMembersSearchResponse extends Ok {
  member: FoundMember | null
}

export interface B2bOrganizationMembersCreateRequest {
  email_address: string
  name?: string
  untrusted_metadata?: JsonObject
  /** The member becomes active at the first sign-in. @default false */
  create_member_as_pending?: boolean
  is_breakglass?: boolean
  mfa_phone_number?: string
  mfa_enrolled?: boolean
  roles?: string[]
}

/** One condition of a member search. */
export type MemberFilter =
  | {
      filter_name: 'member_ids' | 'member_emails' | 'member_mfa_phones' | 'member_roles' | 'statuses'
      filter_value: string[]
    }
  | { filter_name: 'member_email_fuzzy' | 'member_name_fuzzy' | 'member_mfa_phone_fuzzy'; filter_value: string }
  | {
      filter_name: 'member_is_breakglass' | 'member_password_exists' | 'member_mfa_enrolled'
      filter_value: boolean
    }

export interface B2bOrganizationMembersSearchRequest {
  /** `next_cursor` of the previous page. */
  cursor?: string
  /** At most 1000. @default 100 */
  limit?: number
  query?: { operator: 'AND' | 'OR'; operands: MemberFilter[] }
}

export interface B2bOrganizationMembersSearchResponse extends Ok {
  members: Member[]
  /** `next_cursor` is missing on the last page. */
  results_metadata: { total: number; next_cursor?: string }
  /** By organization id. */
  organizations: Record<string, Organization>
}

/** Changes the given fields only. Each field requires the permission of its action. */
export interface B2bOrganizationMembersUpdateRequest {
  name?: string
  untrusted_metadata?: JsonObject
  is_breakglass?: boolean
  mfa_phone_number?: string
  mfa_enrolled?: boolean
  default_mfa_method?: MfaMethod
  /** Replaces the roles that were assigned directly. */
  roles?: string[]
  /** Keeps the member's sessions, although the roles have changed. @default false */
  preserve_existing_sessions?: boolean
  email_address?: string
  /** Other members may use the former address. @default false */
  unlink_email?: boolean
}

export interface B2bOrganizationMembersDeleteResponse extends Ok {
  member_id: string
}

/** One of both. */
export interface B2bUnlinkRetiredEmailRequest {
  email_id?: string
  email_address?: string
}

export interface B2bStartEmailUpdateRequest {
  email_address: string
  login_redirect_url?: string
  login_template_id?: string
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

/** Without a session: whether an address belongs to a member of an organization. */
export const b2bMembersSearch: Endpoint<B2bMembersSearchRequest, B2bMembersSearchResponse> = {
  method: 'POST',
  path: '/b2b/organizations/members/search',
}

export const b2bOrganizationMembersCreate: Endpoint<B2bOrganizationMembersCreateRequest, MemberResponse> = {
  method: 'POST',
  path: '/b2b/organizations/members',
}
export const b2bOrganizationMembersSearch: Endpoint<
  B2bOrganizationMembersSearchRequest,
  B2bOrganizationMembersSearchResponse
> = {
  method: 'POST',
  path: '/b2b/organizations/me/members/search',
}
export const b2bOrganizationMembersUpdate: Endpoint<
  B2bOrganizationMembersUpdateRequest,
  MemberResponse,
  '/b2b/organizations/members/{member_id}'
> = {
  method: 'PUT',
  path: '/b2b/organizations/members/{member_id}',
}
export const b2bOrganizationMembersDelete: Endpoint<
  null,
  B2bOrganizationMembersDeleteResponse,
  '/b2b/organizations/members/{member_id}'
> = {
  method: 'DELETE',
  path: '/b2b/organizations/members/{member_id}',
}
export const b2bOrganizationMembersReactivate: Endpoint<
  null,
  MemberResponse,
  '/b2b/organizations/members/{member_id}/reactivate'
> = {
  method: 'PUT',
  path: '/b2b/organizations/members/{member_id}/reactivate',
}
/** Of the signed-in member or, with the permission, of another one: the id names the password. */
export const b2bMembersDeletePassword: Endpoint<
  null,
  MemberResponse,
  '/b2b/organizations/members/passwords/{member_password_id}'
> = {
  method: 'DELETE',
  path: '/b2b/organizations/members/passwords/{member_password_id}',
}
export const b2bOrganizationMembersDeleteMfaPhoneNumber: Endpoint<
  null,
  MemberResponse,
  '/b2b/organizations/members/mfa_phone_numbers/{member_id}'
> = {
  method: 'DELETE',
  path: '/b2b/organizations/members/mfa_phone_numbers/{member_id}',
}
export const b2bOrganizationMembersDeleteTotp: Endpoint<
  null,
  MemberResponse,
  '/b2b/organizations/members/totp/{member_id}'
> = {
  method: 'DELETE',
  path: '/b2b/organizations/members/totp/{member_id}',
}
export const b2bOrganizationMembersUnlinkRetiredEmail: Endpoint<
  B2bUnlinkRetiredEmailRequest,
  MemberResponse,
  '/b2b/organizations/members/{member_id}/unlink_retired_email'
> = {
  method: 'POST',
  path: '/b2b/organizations/members/{member_id}/unlink_retired_email',
}
export const b2bOrganizationMembersStartEmailUpdate: Endpoint<
  B2bStartEmailUpdateRequest,
  MemberResponse,
  '/b2b/organizations/members/{member_id}/start_email_update'
> = {
  method: 'POST',
  path: '/b2b/organizations/members/{member_id}/start_email_update',
}
