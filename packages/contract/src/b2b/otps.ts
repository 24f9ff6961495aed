import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { MfaEnrollment } from './policies.ts'
import type {
  DiscoveryResponse,
  IntermediateSession,
  MemberSessionResponse,
  MemberSignInResponse,
  SecondFactorMember,
} from './responses.ts'

export interface B2bOtpsSmsSendRequest extends SecondFactorMember, Protection, IntermediateSession {
  /** The number of a member who has not proven one yet. */
  mfa_phone_number?: string
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
  /** Adds the line with which browsers fill in the code. */
  enable_autofill?: boolean
  autofill_session_duration_minutes?: number
}

export interface B2bOtpsSmsAuthenticateRequest
  extends SecondFactorMember,
    SessionDuration,
    Protection,
    IntermediateSession {
  code: string
  set_mfa_enrollment?: MfaEnrollment
}

export interface B2bOtpsEmailLoginOrSignupRequest extends Protection {
  email_address: string
  organization_id: string
  login_template_id?: string
  signup_template_id?: string
  login_expiration_minutes?: number
  signup_expiration_minutes?: number
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface B2bOtpsEmailAuthenticateRequest extends SessionDuration, Protection, IntermediateSession {
  email_address: string
  organization_id: string
  code: string
  locale?: string
}

export type B2bOtpsEmailAuthenticateResponse = MemberSignInResponse & { method_id: string }

export interface B2bOtpsEmailDiscoverySendRequest extends Protection {
  email_address: string
  login_template_id?: string
  discovery_expiration_minutes?: number
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface B2bOtpsEmailDiscoveryAuthenticateRequest extends Protection {
  email_address: string
  code: string
}

export const b2bOtpsSmsSend: Endpoint<B2bOtpsSmsSendRequest, Ok> = {
  method: 'POST',
  path: '/b2b/otps/sms/send',
  guarded: true,
}
export const b2bOtpsSmsAuthenticate: Endpoint<B2bOtpsSmsAuthenticateRequest, MemberSessionResponse> = {
  method: 'POST',
  path: '/b2b/otps/sms/authenticate',
  guarded: true,
}
export const b2bOtpsEmailLoginOrSignup: Endpoint<B2bOtpsEmailLoginOrSignupRequest, Ok> = {
  method: 'POST',
  path: '/b2b/otps/email/login_or_signup',
  guarded: true,
}
export const b2bOtpsEmailAuthenticate: Endpoint<B2bOtpsEmailAuthenticateRequest, B2bOtpsEmailAuthenticateResponse> = {
  method: 'POST',
  path: '/b2b/otps/email/authenticate',
  guarded: true,
}
export const b2bOtpsEmailDiscoverySend: Endpoint<B2bOtpsEmailDiscoverySendRequest, Ok> = {
  method: 'POST',
  path: '/b2b/otps/email/discovery/send',
  guarded: true,
}
export const b2bOtpsEmailDiscoveryAuthenticate: Endpoint<B2bOtpsEmailDiscoveryAuthenticateRequest, DiscoveryResponse> =
  {
    method: 'POST',
    path: '/b2b/otps/email/discovery/authenticate',
    guarded: true,
  }
