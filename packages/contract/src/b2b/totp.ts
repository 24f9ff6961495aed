import type { Endpoint, Protection, SessionDuration } from '../core/endpoint.ts'
import type { MfaEnrollment } from './policies.ts'
import type { IntermediateSession, MemberResponse, MemberSessionResponse, SecondFactorMember } from './responses.ts'

export interface B2bTotpCreateRequest extends SecondFactorMember, Protection, IntermediateSession {
  /** How long the enrollment is valid without a first code. */
  expiration_minutes?: number
}

export interface B2bTotpCreateResponse extends MemberResponse {
  totp_id: string
  secret: string
  /** The `data:` URL of an image. */
  qr_code: string
  recovery_codes: string[]
}

export interface B2bTotpAuthenticateRequest
  extends SecondFactorMember,
    SessionDuration,
    Protection,
    IntermediateSession {
  code: string
  set_mfa_enrollment?: MfaEnrollment
  /** Makes the authenticator app the default method of the member. */
  set_default_mfa?: boolean
}

export const b2bTotpCreate: Endpoint<B2bTotpCreateRequest, B2bTotpCreateResponse> = {
  method: 'POST',
  path: '/b2b/totp',
  guarded: true,
}
export const b2bTotpAuthenticate: Endpoint<B2bTotpAuthenticateRequest, MemberSessionResponse> = {
  method: 'POST',
  path: '/b2b/totp/authenticate',
  guarded: true,
}
