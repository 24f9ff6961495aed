import type { Endpoint, Ok } from './endpoint.ts'
import type { User } from './entities.ts'

/** Whose the application is, and whether it can keep a secret. */
export type ClientType = 'first_party' | 'first_party_public' | 'third_party' | 'third_party_public'

/** The application that asks for consent. */
export interface IdpClient {
  client_id: string
  /** A `ClientType`. */
  client_type: string
  client_name: string
  client_description: string
  client_logo_url?: string
  /** False if it let itself in: nobody of the project has looked at what it says about itself. */
  is_verified: boolean
}

export interface OAuthAuthorizeStartRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  /** Space-joined. */
  scope: string
  prompt?: string
  /** The next three as in the answer. A provider refuses an answer that differs from what it was told here. */
  code_challenge?: string
  state?: string
  nonce?: string
}

/** The preflight of a consent: what was asked for, and what this user may grant of it. */
export interface OAuthAuthorizeStartResponse extends Ok {
  consent_required: boolean
  oidc_client: IdpClient
  /** Space-joined, as are the next. */
  grantable_scope: string
  ungrantable_scope: string
  /** What this user has granted the application before. */
  granted_scope: string
  redirect_uri: string
  /** The same as in `IdpOAuthAuthorizeStartResponse`, for clients that read newer responses. */
  user_id: string
  user: User
  client: IdpClient
  scope_results: ScopeResult[]
}

/** The fields of the form; header values go as `__` fields because a form cannot set headers. */
export interface OAuthAuthorizeForm {
  client_id: string
  redirect_uri: string
  response_type: string
  scope: string
  code_challenge?: string
  state?: string
  nonce?: string
  prompt?: string
  consent_granted: 'true' | 'false'
  /** Wins over `consent_granted`: an automatic submit without consent also sends that as `false`. */
  consent_denied?: 'true' | 'false'
  __Authorization: string
  '__X-SDK-Client'?: string
  '__X-SDK-Parent-Host'?: string
}

export interface OAuthLogoutStartRequest {
  client_id: string
  post_logout_redirect_uri: string
  id_token_hint?: string
  state?: string
}

export interface OAuthLogoutStartResponse extends Ok {
  redirect_uri: string
  consent_required: boolean
}

/** The form newer clients speak: a list of scopes, and the user in the answer. */
export interface IdpOAuthAuthorizeStartRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  scopes: string[]
  prompt?: string
  /** The next three as in the answer. A provider refuses an answer that differs from what it was told here. */
  code_challenge?: string
  state?: string
  nonce?: string
}

export interface ScopeResult {
  scope: string
  is_grantable: boolean
  description: string
}

export interface IdpOAuthAuthorizeStartResponse extends Ok {
  user_id: string
  user: User
  client: IdpClient
  consent_required: boolean
  scope_results: ScopeResult[]
}

export interface IdpOAuthAuthorizeSubmitRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  scopes: string[]
  code_challenge?: string
  state?: string
  nonce?: string
  prompt?: string
  consent_granted: boolean
  /** Somebody said no; an automatic submit grants nothing either, and refuses nothing. */
  consent_denied?: boolean
}

export interface IdpOAuthAuthorizeSubmitResponse extends Ok {
  redirect_uri: string
  authorization_code?: string
}

export const oauthAuthorizeStart: Endpoint<OAuthAuthorizeStartRequest, OAuthAuthorizeStartResponse> = {
  method: 'POST',
  path: '/oauth/authorize/start',
}

export const oauthAuthorize: Endpoint<OAuthAuthorizeForm, null> = {
  method: 'POST',
  path: '/oauth/authorize',
  form: true,
}

export const oauthLogoutStart: Endpoint<OAuthLogoutStartRequest, OAuthLogoutStartResponse> = {
  method: 'POST',
  path: '/oauth/logout/start',
}

export const idpOAuthAuthorizeStart: Endpoint<IdpOAuthAuthorizeStartRequest, IdpOAuthAuthorizeStartResponse> = {
  method: 'POST',
  path: '/idp/oauth/authorize/start',
}

export const idpOAuthAuthorizeSubmit: Endpoint<IdpOAuthAuthorizeSubmitRequest, IdpOAuthAuthorizeSubmitResponse> = {
  method: 'POST',
  path: '/idp/oauth/authorize/submit',
}
