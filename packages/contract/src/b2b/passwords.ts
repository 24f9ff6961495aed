import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { LudsRequirements, StrengthPolicy } from '../core/password-strength.ts'
import type { B2bLinkChallenge } from './magic-links.ts'
import type {
  DiscoveryResponse,
  IntermediateSession,
  MemberSessionResponse,
  MemberSignInResponse,
} from './responses.ts'

export interface B2bPasswordsAuthenticateRequest extends SessionDuration, Protection, IntermediateSession {
  organization_id: string
  email_address: string
  password: string
  locale?: string
}

export interface B2bPasswordsEmailResetStartRequest extends Protection {
  organization_id: string
  email_address: string
  login_redirect_url?: string
  reset_password_redirect_url?: string
  reset_password_expiration_minutes?: number
  reset_password_template_id?: string
  /** The template of the message to a member without a password. */
  verify_email_template_id?: string
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
  code_challenge?: string
  /** S256 of a secret of the requesting browser, for a link that works on every device (no `code_challenge`). */
  browser_challenge?: string
}

export interface B2bPasswordsEmailResetRequest extends SessionDuration, Protection, IntermediateSession {
  password_reset_token: string
  password: string
  locale?: string
  code_verifier?: string
}

export interface B2bPasswordsExistingPasswordResetRequest extends SessionDuration, Protection {
  organization_id: string
  email_address: string
  existing_password: string
  new_password: string
  locale?: string
}

export interface B2bPasswordsSessionResetRequest extends Protection {
  password: string
}

export interface B2bPasswordsStrengthCheckRequest {
  /** Without an email address, breaches are not checked. */
  email_address?: string
  password: string
}

export interface B2bPasswordsStrengthCheckResponse extends Ok {
  valid_password: boolean
  /** From 0 to 4; at least 3 is required. */
  score: number
  breached_password: boolean
  breach_detection_on_create: boolean
  strength_policy: StrengthPolicy
  zxcvbn_feedback: { suggestions: string[]; warning: string }
  luds_feedback: LudsRequirements
}

export interface B2bPasswordsDiscoveryResetStartRequest extends B2bLinkChallenge, Protection {
  email_address: string
  discovery_redirect_url?: string
  reset_password_redirect_url?: string
  reset_password_expiration_minutes?: number
  reset_password_template_id?: string
  /** The template of the message to a person without a password. */
  verify_email_template_id?: string
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface B2bPasswordsDiscoveryResetRequest extends Protection, IntermediateSession {
  password_reset_token: string
  password: string
  pkce_code_verifier?: string
}

export interface B2bPasswordsDiscoveryAuthenticateRequest extends Protection {
  email_address: string
  password: string
}

export const b2bPasswordsAuthenticate: Endpoint<B2bPasswordsAuthenticateRequest, MemberSignInResponse> = {
  method: 'POST',
  path: '/b2b/passwords/authenticate',
  guarded: true,
}
export const b2bPasswordsEmailResetStart: Endpoint<B2bPasswordsEmailResetStartRequest, Ok> = {
  method: 'POST',
  path: '/b2b/passwords/email/reset/start',
  guarded: true,
}
export const b2bPasswordsEmailReset: Endpoint<B2bPasswordsEmailResetRequest, MemberSignInResponse> = {
  method: 'POST',
  path: '/b2b/passwords/email/reset',
  guarded: true,
}
export const b2bPasswordsExistingPasswordReset: Endpoint<
  B2bPasswordsExistingPasswordResetRequest,
  MemberSignInResponse
> = {
  method: 'POST',
  path: '/b2b/passwords/existing_password/reset',
  guarded: true,
}
export const b2bPasswordsSessionReset: Endpoint<B2bPasswordsSessionResetRequest, MemberSessionResponse> = {
  method: 'POST',
  path: '/b2b/passwords/session/reset',
  guarded: true,
}
export const b2bPasswordsStrengthCheck: Endpoint<B2bPasswordsStrengthCheckRequest, B2bPasswordsStrengthCheckResponse> =
  {
    method: 'POST',
    path: '/b2b/passwords/strength_check',
  }
export const b2bPasswordsDiscoveryResetStart: Endpoint<B2bPasswordsDiscoveryResetStartRequest, Ok> = {
  method: 'POST',
  path: '/b2b/passwords/discovery/reset/start',
  guarded: true,
}
export const b2bPasswordsDiscoveryReset: Endpoint<B2bPasswordsDiscoveryResetRequest, DiscoveryResponse> = {
  method: 'POST',
  path: '/b2b/passwords/discovery/reset',
  guarded: true,
}
export const b2bPasswordsDiscoveryAuthenticate: Endpoint<B2bPasswordsDiscoveryAuthenticateRequest, DiscoveryResponse> =
  {
    method: 'POST',
    path: '/b2b/passwords/discovery/authenticate',
    guarded: true,
  }
