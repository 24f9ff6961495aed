import type { Endpoint, Ok, SessionDuration } from '../core/endpoint.ts'
import type { OAuthProviderValues } from '../core/entities.ts'
import type { OAuthProvider } from '../core/oauth-providers.ts'
import type { AuthenticateResponse } from './sessions.ts'

/** The query of `oauthStartPath`, in this order. Parameters for the identity provider are prefixed: `provider_<name>`. */
export interface OAuthStartQuery {
  public_token: string
  code_challenge?: string
  /** Space-joined. */
  custom_scopes?: string
  login_redirect_url?: string
  signup_redirect_url?: string
  oauth_attach_token?: string
  [providerParameter: `provider_${string}`]: string
}

/** Requests a token that adds an identity of this provider to the signed-in user. */
export interface OAuthAttachRequest {
  provider: OAuthProvider
}

export interface OAuthAttachResponse extends Ok {
  /** Works once, within ten minutes, as `oauth_attach_token` of the start. */
  oauth_attach_token: string
}

export const oauthAttach: Endpoint<OAuthAttachRequest, OAuthAttachResponse> = {
  method: 'POST',
  path: '/oauth/attach',
}

export interface OAuthAuthenticateRequest extends SessionDuration {
  token: string
  code_verifier?: string
}

export interface OAuthAuthenticateResponse extends AuthenticateResponse {
  provider_subject: string
  provider_type: string
  profile_picture_url: string | null
  locale: string | null
  provider_values: OAuthProviderValues
}

export const oauthAuthenticate: Endpoint<OAuthAuthenticateRequest, OAuthAuthenticateResponse> = {
  method: 'POST',
  path: '/oauth/authenticate',
}
