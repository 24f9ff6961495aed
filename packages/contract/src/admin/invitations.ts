import type { B2bMagicLinksEmailInviteRequest } from '../b2b/magic-links.ts'
import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'
import type { PageRequest } from './admin-path.ts'
import type { AdminMemberResponse, AdminMembersListResponse, InvitationState } from './organizations.ts'

export interface AdminInvitationsListRequest extends PageRequest {
  /** Only the invitations in this state. */
  state?: InvitationState
}

export interface AdminInvitationsCreateRequest extends B2bMagicLinksEmailInviteRequest {
  trusted_metadata?: JsonObject
}

export type AdminInvitationsResendRequest = Pick<
  B2bMagicLinksEmailInviteRequest,
  'invite_redirect_url' | 'invite_template_id' | 'invite_expiration_minutes' | 'locale'
>

/** The members who were invited, newest first, also those who have accepted or declined. */
export const adminInvitationsList: Endpoint<
  AdminInvitationsListRequest,
  AdminMembersListResponse,
  '/organizations/{organization_id}/invitations'
> = {
  method: 'GET',
  path: '/organizations/{organization_id}/invitations',
}

/** Creates a member with the status `invited`, and sends a link. A further invitation replaces the earlier link. */
export const adminInvitationsCreate: Endpoint<
  AdminInvitationsCreateRequest,
  AdminMemberResponse,
  '/organizations/{organization_id}/invitations'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/invitations',
}

/** Sends another link to the invited address. The earlier link stops working. */
export const adminInvitationsResend: Endpoint<
  AdminInvitationsResendRequest,
  AdminMemberResponse,
  '/organizations/{organization_id}/invitations/{member_id}/resend'
> = {
  method: 'POST',
  path: '/organizations/{organization_id}/invitations/{member_id}/resend',
}

/** The link stops working, and the invited member gets the status `deleted`. */
export const adminInvitationsRevoke: Endpoint<null, Ok, '/organizations/{organization_id}/invitations/{member_id}'> = {
  method: 'DELETE',
  path: '/organizations/{organization_id}/invitations/{member_id}',
}
