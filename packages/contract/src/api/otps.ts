import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { AuthenticateResponse } from './sessions.ts'

export interface OtpsEmailOptions {
  expiration_minutes?: number
  login_template_id?: string
  signup_template_id?: string
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface OtpsEmailRequest extends OtpsEmailOptions, Protection {
  email: string
}

export interface OtpsWhatsappOptions {
  expiration_minutes?: number
  login_template_id?: string
  signup_template_id?: string
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface OtpsWhatsappRequest extends OtpsWhatsappOptions, Protection {
  phone_number: string
}

export interface OtpsSmsOptions extends OtpsWhatsappOptions {
  enable_autofill?: boolean
  autofill_session_duration_minutes?: number
}

export interface OtpsSmsRequest extends OtpsSmsOptions, Protection {
  phone_number: string
}

export interface OtpsSendResponse extends Ok {
  method_id: string
}

export interface OtpsAuthenticateRequest extends SessionDuration, Protection {
  /** The passcode. */
  token: string
  method_id: string
}

export interface OtpsAuthenticateResponse extends AuthenticateResponse {
  method_id: string
}

export const otpsSmsLoginOrCreate: Endpoint<OtpsSmsRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/sms/login_or_create',
  guarded: true,
}
export const otpsSmsSendPrimary: Endpoint<OtpsSmsRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/sms/send/primary',
  guarded: true,
}
export const otpsSmsSendSecondary: Endpoint<OtpsSmsRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/sms/send/secondary',
  guarded: true,
}
export const otpsWhatsappLoginOrCreate: Endpoint<OtpsWhatsappRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/whatsapp/login_or_create',
  guarded: true,
}
export const otpsWhatsappSendPrimary: Endpoint<OtpsWhatsappRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/whatsapp/send/primary',
  guarded: true,
}
export const otpsWhatsappSendSecondary: Endpoint<OtpsWhatsappRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/whatsapp/send/secondary',
  guarded: true,
}
export const otpsEmailLoginOrCreate: Endpoint<OtpsEmailRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/email/login_or_create',
  guarded: true,
}
export const otpsEmailSendPrimary: Endpoint<OtpsEmailRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/email/send/primary',
  guarded: true,
}
export const otpsEmailSendSecondary: Endpoint<OtpsEmailRequest, OtpsSendResponse> = {
  method: 'POST',
  path: '/otps/email/send/secondary',
  guarded: true,
}
export const otpsAuthenticate: Endpoint<OtpsAuthenticateRequest, OtpsAuthenticateResponse> = {
  method: 'POST',
  path: '/otps/authenticate',
  guarded: true,
}
