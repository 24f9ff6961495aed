import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { OAuthProviderValues } from '../core/entities.ts'
import type { DiscoveryResponse, IntermediateSession, MemberSignInResponse } from './responses.ts'

/** What both kinds of starts share. Parameters for the identity provider are prefixed: `provider_<name>`. */
interface B2bOAuthQuery {
  public_token: string
  pkce_code_challenge?: string
  /** Space-joined. */
  custom_scopes?: string
  [providerParameter: `provider_${string}`]: string
}

/** The query of `b2bOAuthStartPath`. Names the organization by its id or its slug, not by both. */
export interface B2bOAuthStartQuery extends B2bOAuthQuery {
  organization_id?: string
  slug?: string
  login_redirect_url?: string
  signup_redirect_url?: string
}

/** The query of `b2bOAuthDiscoveryStartPath`. */
export interface B2bOAuthDiscoveryStartQuery extends B2bOAuthQuery {
  discovery_redirect_url?: string
}

export interface B2bOAuthAuthenticateRequest extends SessionDuration, Protection, IntermediateSession {
  oauth_token: string
  pkce_code_verifier?: string
  /** The language of the messages that follow, BCP 47. Defaults to the one of `Accept-Language`. */
  locale?: string
}

/** `provider_values` are also there if another factor is missing: the identity is proven. */
export type B2bOAuthAuthenticateResponse = MemberSignInResponse & { provider_values: OAuthProviderValues }

export interface B2bOAuthDiscoveryAuthenticateRequest extends Protection {
  discovery_oauth_token: string
  pkce_code_verifier?: string
}

export interface B2bOAuthGoogleOneTapStartResponse extends Ok {
  google_client_id: string
  /** The `nonce` of the ID token, so that no other ID token is accepted for this start. */
  nonce: string
  /** The URL of Google's sign-in script; in development, that of the fake Google. */
  script_url: string
  fedcm_config_url: string
}

interface OneTapSubmit {
  /** Signed by Google, with the `nonce` of the start. */
  id_token: string
  /** S256: only the browser with the verifier can redeem the token. Required. */
  pkce_code_challenge?: string
}

export interface B2bOAuthGoogleOneTapSubmitRequest extends OneTapSubmit {
  organization_id: string
  login_redirect_url?: string
  signup_redirect_url?: string
}

export interface B2bOAuthGoogleOneTapDiscoverySubmitRequest extends OneTapSubmit {
  discovery_redirect_url?: string
}

/** The landing page, with the token of the sign-in. */
export interface B2bOAuthGoogleOneTapSubmitResponse extends Ok {
  redirect_url: string
}

export const b2bOAuthAuthenticate: Endpoint<B2bOAuthAuthenticateRequest, B2bOAuthAuthenticateResponse> = {
  method: 'POST',
  path: '/b2b/oauth/authenticate',
  guarded: true,
}
export const b2bOAuthDiscoveryAuthenticate: Endpoint<B2bOAuthDiscoveryAuthenticateRequest, DiscoveryResponse> = {
  method: 'POST',
  path: '/b2b/oauth/discovery/authenticate',
  guarded: true,
}
export const b2bOAuthGoogleOneTapStart: Endpoint<null, B2bOAuthGoogleOneTapStartResponse> = {
  method: 'GET',
  path: '/b2b/oauth/google/onetap/start',
}
export const b2bOAuthGoogleOneTapSubmit: Endpoint<
  B2bOAuthGoogleOneTapSubmitRequest,
  B2bOAuthGoogleOneTapSubmitResponse
> = {
  method: 'POST',
  path: '/b2b/oauth/google/onetap/submit',
}
export const b2bOAuthGoogleOneTapDiscoverySubmit: Endpoint<
  B2bOAuthGoogleOneTapDiscoverySubmitRequest,
  B2bOAuthGoogleOneTapSubmitResponse
> = {
  method: 'POST',
  path: '/b2b/oauth/google/onetap/discovery/submit',
}
