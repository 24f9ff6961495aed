import type { Ok } from '../core/endpoint.ts'
import type {
  DiscoveredOrganization,
  Member,
  MemberSession,
  MfaRequired,
  Organization,
  PrimaryRequired,
} from './entities.ts'

/** The response of a call that changes a member. */
export interface MemberResponse extends Ok {
  member_id: string
  member: Member
  organization: Organization
}

/** The response of every call that starts or continues a member session. The tokens are empty in HttpOnly mode. */
export interface MemberSessionResponse extends MemberResponse {
  session_token: string
  session_jwt: string
  member_session: MemberSession
  member_authenticated: true
  /** Empty: the session replaces it. */
  intermediate_session_token: string
  mfa_required: null
  primary_required: null
}

/** The response of a sign-in that the organization does not admit yet: another factor is missing. */
export interface MemberPendingResponse extends Ok {
  /** Empty for a person who is no member yet. */
  member_id: string
  /** Null for a person who is no member yet: nothing is stored before an allowed first factor is proven. */
  member: Member | null
  organization: Organization
  /** Empty: there is no session yet. */
  session_token: string
  session_jwt: string
  member_session: null
  member_authenticated: false
  /** Continues the sign-in: valid for 10 minutes, and for the missing steps only. Empty in HttpOnly mode. */
  intermediate_session_token: string
  mfa_required: MfaRequired | null
  primary_required: PrimaryRequired | null
}

/**
 * The response of a sign-in. `member_authenticated` tells whether a session has started.
 *
 * @example
 * const response = await b2bClient.magicLinks.authenticate({ magic_links_token, session_duration_minutes: 60 })
 * if (!response.member_authenticated) showNextStep(response.primary_required, response.mfa_required)
 */
export type MemberSignInResponse = MemberSessionResponse | MemberPendingResponse

/** The response of a sign-in without an organization: the person chooses or creates one next. */
export interface DiscoveryResponse extends Ok {
  /** Proves the address for 10 minutes. Empty in HttpOnly mode. */
  intermediate_session_token: string
  email_address: string
  discovered_organizations: DiscoveredOrganization[]
}

/** Continues a sign-in. The client adds the token that it stores. */
export interface IntermediateSession {
  intermediate_session_token?: string
}

/** The member whose second factor a call enrolls or proves. A sign-in or a session of this member is required. */
export interface SecondFactorMember {
  organization_id: string
  member_id: string
}
