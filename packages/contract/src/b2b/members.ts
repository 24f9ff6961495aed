import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { MemberStatus } from './policies.ts'

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

export const b2bMembersSearch: Endpoint<B2bMembersSearchRequest, B2bMembersSearchResponse> = {
  method: 'POST',
  path: '/b2b/organizations/members/search',
}
