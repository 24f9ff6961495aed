import type { MemberRole, Organization, RetiredEmail } from '../b2b/entities.ts'
import type {
  B2bOrganizationMembersSearchRequest,
  B2bOrganizationMembersUpdateRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
} from '../b2b/members.ts'
import type { B2bOrganizationUpdateRequest } from '../b2b/organization.ts'
import type { MemberStatus, MfaMethod, OrganizationAuthMethod } from '../b2b/policies.ts'
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

/** What happened to the message that invited a member. `opened`: the link was followed, and not used. */
export type InvitationState = 'sent' | 'opened' | 'accepted' | 'declined' | 'expired' | 'revoked' | 'bounced'

/** The latest invitation of a member. */
export interface AdminInvitation {
  state: InvitationState
  sent_at: string
  expires_at: string
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
  /** Null for a member who was not invited. */
  invitation: AdminInvitation | null
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

/** A sign-in to decide about: what the person would prove. */
export interface AdminOrganizationsSimulateRequest {
  /** The canonical or typed address. Empty for an OAuth identity without a verified address. */
  email_address: string
  /** @default magic_link */
  method?: OrganizationAuthMethod
  /** The tenants that the OAuth provider asserts. */
  oauth_tenants?: string[]
  /** The connection of method `sso`. */
  sso_connection_id?: string
  /** The groups that the connection asserts. */
  sso_groups?: string[]
  /** A second factor that the person proves too. */
  second_factor?: MfaMethod
  /** A permission to explain, for the roles after the sign-in. */
  permission?: { resource_id: string; action: string }
}

/** One step of a decision. */
export interface DecisionReason {
  code: string
  description: string
}

export interface AdminOrganizationsSimulateResponse extends Ok {
  /** Whether the person may enter, as a member or by joining. */
  join: {
    allowed: boolean
    /** How the person belongs to the organization or would join it; null if that is not possible. */
    membership: { type: string; details: JsonObject | null } | null
    reasons: DecisionReason[]
  }
  /** What the sign-in leads to; null for a person who may not enter. */
  admission: {
    result: 'session' | 'primary_required' | 'mfa_required'
    /** The first factors that are accepted, for `primary_required`. */
    allowed_auth_methods: OrganizationAuthMethod[]
    /** The second factors that are accepted, for `mfa_required`. */
    allowed_mfa_methods: MfaMethod[]
    /** Those of them that the member has; without one, the sign-in enrolls it. */
    enrolled_mfa_methods: MfaMethod[]
    reasons: DecisionReason[]
  } | null
  /** The roles after the sign-in, and why the person has them. */
  roles: MemberRole[]
  /** Null unless the request names a permission. */
  permission: {
    allowed: boolean
    /** Every role that gives it. */
    roles: MemberRole[]
    /** The role with the fewest permissions that would give it; null if it is allowed, or no role gives it. */
    nearest_role: string | null
  } | null
}

export interface AdminMembersListResponse extends Ok, PageInfo {
  members: AdminMember[]
}

export interface AdminMembersSearchResponse extends AdminMembersListResponse {
  /** How many members match. */
  total: number
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

/** Decides as a sign-in would, and changes nothing. */
export const adminOrganizationsSimulate: Endpoint<
  AdminOrganizationsSimulateRequest,
  AdminOrganizationsSimulateResponse,
  '/organizations/{organization_id}/simulate'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/simulate',
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

/** With the filters of `organization.members.search`, newest first. Deleted members only if their status is asked for. */
export const adminMembersSearch: Endpoint<
  B2bOrganizationMembersSearchRequest,
  AdminMembersSearchResponse,
  '/organizations/{organization_id}/members/search'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/members/search',
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

/**
 * The factor is `password`, `phone_number` or `totp`, which removes the recovery codes too. Ends all sessions of the
 * member, and tells the member.
 */
export const adminMembersDeleteFactor: Endpoint<
  null,
  AdminMemberResponse,
  '/organizations/{organization_id}/members/{member_id}/factors/{factor}'
> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/members/{member_id}/factors/{factor}',
}

/** Other members can have the former address afterwards. */
export const adminMembersUnlinkRetiredEmail: Endpoint<
  B2bUnlinkRetiredEmailRequest,
  AdminMemberResponse,
  '/organizations/{organization_id}/members/{member_id}/unlink_retired_email'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/members/{member_id}/unlink_retired_email',
}

/** The owner of the new address confirms it with a link. Nothing changes before. */
export const adminMembersStartEmailUpdate: Endpoint<
  B2bStartEmailUpdateRequest,
  AdminMemberResponse,
  '/organizations/{organization_id}/members/{member_id}/start_email_update'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/members/{member_id}/start_email_update',
}
