import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { TotpRegistration, User } from '../core/entities.ts'
import type { AuthenticateResponse } from './sessions.ts'

export interface TotpsCreateRequest {
  /** How long the enrollment is valid without a first code. */
  expiration_minutes: number
}

export interface TotpsCreateResponse extends Ok {
  totp_id: string
  secret: string
  /** The `data:` URL of an image. */
  qr_code: string
  recovery_codes: string[]
  __user: User
}

export interface TotpsAuthenticateRequest extends SessionDuration, Protection {
  totp_code: string
}

export interface TotpsAuthenticateResponse extends AuthenticateResponse {
  totp_id: string
}

export interface TotpRecoveryCodes extends TotpRegistration {
  recovery_codes: string[]
}

export interface TotpsRecoveryCodesResponse extends Ok {
  user_id: string
  totps: TotpRecoveryCodes[]
}

export interface TotpsRecoverRequest extends SessionDuration, Protection {
  recovery_code: string
}

export const totpsCreate: Endpoint<TotpsCreateRequest, TotpsCreateResponse> = { method: 'POST', path: '/totps' }

export const totpsAuthenticate: Endpoint<TotpsAuthenticateRequest, TotpsAuthenticateResponse> = {
  method: 'POST',
  path: '/totps/authenticate',
  guarded: true,
}

export const totpsRecoveryCodes: Endpoint<null, TotpsRecoveryCodesResponse> = {
  method: 'POST',
  path: '/totps/recovery_codes',
}

export const totpsRecover: Endpoint<TotpsRecoverRequest, TotpsAuthenticateResponse> = {
  method: 'POST',
  path: '/totps/recover',
  guarded: true,
}
