import type { Ok } from './endpoint.ts'
import type { User } from './entities.ts'

/** First or third party, and public or confidential. */
export type ClientType = 'first_party' | 'first_party_public' | 'third_party' | 'third_party_public'

/** The client application that requests consent. */
export interface IdpClient {
  client_id: string
  /** A `ClientType`. */
  client_type: string
  client_name: string
  client_description: string
  client_logo_url?: string
  /** False if the application registered itself and no operator has checked its name and logo. */
  is_verified: boolean
}

export interface OAuthAuthorizeStartRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  /** Space-joined. */
  scope: string
  prompt?: string
  /** The next three must equal those of the submit: the provider rejects a submit that differs. */
  code_challenge?: string
  state?: string
  nonce?: string
}

/** The requested scopes, and those that this user may grant. */
export interface OAuthAuthorizeStartResponse extends Ok {
  consent_required: boolean
  oidc_client: IdpClient
  /** Space-joined, like the next fields. */
  grantable_scope: string
  ungrantable_scope: string
  /** The scopes that this user has granted the application before. */
  granted_scope: string
  redirect_uri: string
  /** As in `IdpOAuthAuthorizeStartResponse`, for newer clients. */
  user_id: string
  user: User
  client: IdpClient
  scope_results: ScopeResult[]
}

/** The fields of the form. Header values are `__` fields, because a form cannot set headers. */
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
  /** Takes precedence over `consent_granted`, which is also `false` in an automatic submit without consent. */
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

/** The request of newer clients: a list of scopes, and the user in the response. */
export interface IdpOAuthAuthorizeStartRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  scopes: string[]
  prompt?: string
  /** The next three must equal those of the submit: the provider rejects a submit that differs. */
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
  /** The user denied the request. An automatic submit neither grants nor denies. */
  consent_denied?: boolean
}

export interface IdpOAuthAuthorizeSubmitResponse extends Ok {
  redirect_uri: string
  authorization_code?: string
}

/** A client application that a user or member has authorized. */
export interface ConnectedApp {
  connected_app_id: string
  name: string
  description: string
  client_type: string
  logo_url?: string
  scopes_granted: string
}
