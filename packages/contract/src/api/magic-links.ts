import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { AuthenticateResponse } from './sessions.ts'

export interface MagicLinksEmailOptions {
  login_magic_link_url?: string
  signup_magic_link_url?: string
  login_expiration_minutes?: number
  signup_expiration_minutes?: number
  login_template_id?: string
  signup_template_id?: string
  create_user_as_pending?: boolean
  /** The language of the message, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

export interface MagicLinksEmailRequest extends MagicLinksEmailOptions, Protection {
  email: string
  code_challenge?: string
  /**
   * S256 of a secret of the requesting browser, for a link that works on every device (no `code_challenge`). Redeeming
   * the link with the secret as `code_verifier` proves that this browser requested it.
   */
  browser_challenge?: string
}

export interface MagicLinksAuthenticateRequest extends SessionDuration {
  token: string
  code_verifier?: string
}

export interface MagicLinksInspectRequest {
  token: string
}

export interface MagicLinksInspectResponse extends Ok {
  /** The address that the link was sent to. */
  email: string
}

export interface MagicLinksAuthenticateResponse extends AuthenticateResponse {
  method_id: string
}

export const magicLinksEmailLoginOrCreate: Endpoint<MagicLinksEmailRequest, Ok> = {
  method: 'POST',
  path: '/magic_links/email/login_or_create',
  guarded: true,
}
export const magicLinksEmailSendPrimary: Endpoint<MagicLinksEmailRequest, Ok> = {
  method: 'POST',
  path: '/magic_links/email/send/primary',
  guarded: true,
}
export const magicLinksEmailSendSecondary: Endpoint<MagicLinksEmailRequest, Ok> = {
  method: 'POST',
  path: '/magic_links/email/send/secondary',
  guarded: true,
}
export const magicLinksAuthenticate: Endpoint<MagicLinksAuthenticateRequest, MagicLinksAuthenticateResponse> = {
  method: 'POST',
  path: '/magic_links/authenticate',
}
/** Does not redeem the token. Rejects a link that requires a verifier. */
export const magicLinksInspect: Endpoint<MagicLinksInspectRequest, MagicLinksInspectResponse> = {
  method: 'POST',
  path: '/magic_links/inspect',
}
