import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'
import type { Member } from './entities.ts'
import type { B2bStartEmailUpdateRequest, B2bUnlinkRetiredEmailRequest } from './members.ts'
import type { MfaMethod } from './policies.ts'
import type { MemberResponse } from './responses.ts'

export interface B2bSelfGetResponse extends Ok {
  member: Member
}

/** Changes the given fields only. Each field requires the permission of its action. */
export interface B2bSelfUpdateRequest {
  name?: string
  untrusted_metadata?: JsonObject
  mfa_enrolled?: boolean
  mfa_phone_number?: string
  default_mfa_method?: MfaMethod
}

export const b2bSelfGet: Endpoint<null, B2bSelfGetResponse> = { method: 'GET', path: '/b2b/organizations/members/me' }

export const b2bSelfUpdate: Endpoint<B2bSelfUpdateRequest, MemberResponse> = {
  method: 'PUT',
  path: '/b2b/organizations/members/update',
}
export const b2bSelfDeleteMfaPhoneNumber: Endpoint<null, MemberResponse> = {
  method: 'DELETE',
  path: '/b2b/organizations/members/deletePhoneNumber',
}
export const b2bSelfDeleteTotp: Endpoint<null, MemberResponse> = {
  method: 'DELETE',
  path: '/b2b/organizations/members/deleteTOTP',
}
export const b2bSelfUnlinkRetiredEmail: Endpoint<B2bUnlinkRetiredEmailRequest, MemberResponse> = {
  method: 'POST',
  path: '/b2b/organizations/members/unlink_retired_email',
}
export const b2bSelfStartEmailUpdate: Endpoint<B2bStartEmailUpdateRequest, MemberResponse> = {
  method: 'POST',
  path: '/b2b/organizations/members/start_email_update',
}
