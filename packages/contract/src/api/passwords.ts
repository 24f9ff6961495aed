import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { LudsRequirements, StrengthPolicy } from '../core/password-strength.ts'
import type { AuthenticateResponse } from './sessions.ts'

export interface PasswordsCreateRequest extends SessionDuration, Protection {
  email: string
  password: string
}

export interface PasswordsCreateResponse extends AuthenticateResponse {
  email_id: string
}

export interface PasswordsAuthenticateRequest extends SessionDuration, Protection {
  email: string
  password: string
}

export interface PasswordsEmailResetStartOptions {
  login_redirect_url?: string
  login_expiration_minutes?: number
  reset_password_redirect_url?: string
  reset_password_expiration_minutes?: number
  reset_password_template_id?: string
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface PasswordsEmailResetStartRequest extends PasswordsEmailResetStartOptions, Protection {
  email: string
  code_challenge?: string
  /**
   * S256 of a secret of the requesting browser, for a link that works on every device (no `code_challenge`). Redeeming
   * the link with the secret as `code_verifier` proves that this browser requested it.
   */
  browser_challenge?: string
}

export interface PasswordsEmailResetRequest extends SessionDuration, Protection {
  token: string
  password: string
  code_verifier?: string
}

export interface PasswordsExistingPasswordResetRequest extends Partial<SessionDuration>, Protection {
  email: string
  existing_password: string
  new_password: string
}

export interface PasswordsSessionResetRequest extends Partial<SessionDuration>, Protection {
  password: string
}

export interface PasswordsStrengthCheckRequest {
  /** Without an email address, breaches are not checked. */
  email?: string
  password: string
}

export interface PasswordsStrengthCheckResponse extends Ok {
  valid_password: boolean
  /** From 0 to 4; at least 3 is required. */
  score: number
  breached_password: boolean
  breach_detection_on_create: boolean
  strength_policy: StrengthPolicy
  feedback: { warning: string; suggestions: string[]; luds_requirements: LudsRequirements }
}

export const passwordsCreate: Endpoint<PasswordsCreateRequest, PasswordsCreateResponse> = {
  method: 'POST',
  path: '/passwords',
  guarded: true,
}

export const passwordsAuthenticate: Endpoint<PasswordsAuthenticateRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/passwords/authenticate',
  guarded: true,
}

export const passwordsEmailResetStart: Endpoint<PasswordsEmailResetStartRequest, Ok> = {
  method: 'POST',
  path: '/passwords/email/reset/start',
  guarded: true,
}

export const passwordsEmailReset: Endpoint<PasswordsEmailResetRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/passwords/email/reset',
  guarded: true,
}

export const passwordsExistingPasswordReset: Endpoint<PasswordsExistingPasswordResetRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/passwords/existing_password/reset',
  guarded: true,
}

export const passwordsSessionReset: Endpoint<PasswordsSessionResetRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/passwords/session/reset',
  guarded: true,
}

export const passwordsStrengthCheck: Endpoint<PasswordsStrengthCheckRequest, PasswordsStrengthCheckResponse> = {
  method: 'POST',
  path: '/passwords/strength_check',
}
