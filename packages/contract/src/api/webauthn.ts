import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { WebauthnRegistration } from '../core/entities.ts'
import type { AuthenticateResponse } from './sessions.ts'

export type WebauthnAuthenticatorType = 'platform' | 'cross-platform'

export interface WebauthnRegisterStartRequest {
  /** @default the host name of the page */
  domain: string
  authenticator_type?: WebauthnAuthenticatorType
  return_passkey_credential_options?: boolean
  override_id?: string
  override_name?: string
  override_display_name?: string
  user_agent: string
  use_base64_url_encoding?: boolean
  /** The browser creates the passkey automatically after a sign-in, without a dialog (WebAuthn 3 §5.1.3). */
  conditional_create?: boolean
}

export interface WebauthnRegisterStartResponse extends Ok {
  user_id: string
  /** A JSON string of PublicKeyCredentialCreationOptionsJSON (WebAuthn 3 §5.1.8), without a wrapper. */
  public_key_credential_creation_options: string
}

export interface WebauthnRegisterRequest extends Partial<SessionDuration> {
  /** A JSON string of RegistrationResponseJSON. */
  public_key_credential: string
}

export interface WebauthnAuthenticateResponse extends AuthenticateResponse {
  webauthn_registration_id: string
}

export interface WebauthnAuthenticateStartRequest {
  domain: string
  return_passkey_credential_options?: boolean
}

export interface WebauthnAuthenticateStartResponse extends Ok {
  /** Empty without a session. */
  user_id: string
  /** The same value, for clients that read this name. */
  userId: string
  /** A JSON string of PublicKeyCredentialRequestOptionsJSON, without a wrapper. */
  public_key_credential_request_options: string
}

export interface WebauthnAuthenticateRequest extends SessionDuration, Protection {
  /** A JSON string of AuthenticationResponseJSON. */
  public_key_credential: string
}

export interface WebauthnUpdateRequest {
  name: string
}

export interface WebauthnUpdateResponse extends Ok {
  webauthn_registration: WebauthnRegistration
}

export const webauthnRegisterStart: Endpoint<WebauthnRegisterStartRequest, WebauthnRegisterStartResponse> = {
  method: 'POST',
  path: '/webauthn/register/start',
}

export const webauthnRegister: Endpoint<WebauthnRegisterRequest, WebauthnAuthenticateResponse> = {
  method: 'POST',
  path: '/webauthn/register',
}

export const webauthnAuthenticateStartPrimary: Endpoint<
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse
> = { method: 'POST', path: '/webauthn/authenticate/start/primary' }

export const webauthnAuthenticateStartSecondary: Endpoint<
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse
> = { method: 'POST', path: '/webauthn/authenticate/start/secondary' }

export const webauthnAuthenticate: Endpoint<WebauthnAuthenticateRequest, WebauthnAuthenticateResponse> = {
  method: 'POST',
  path: '/webauthn/authenticate',
  guarded: true,
}

export const webauthnUpdate: Endpoint<WebauthnUpdateRequest, WebauthnUpdateResponse> = {
  method: 'PUT',
  path: '/webauthn/update/{webauthn_registration_id}',
}
