import type { Endpoint } from '../core/endpoint.ts'
import type {
  IdpOAuthAuthorizeStartRequest,
  IdpOAuthAuthorizeStartResponse,
  IdpOAuthAuthorizeSubmitRequest,
  IdpOAuthAuthorizeSubmitResponse,
  OAuthAuthorizeForm,
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '../core/idp.ts'
import type { MemberResponse } from './responses.ts'

/** The requested scopes, and those that this member may grant. */
export interface B2bOAuthAuthorizeStartResponse
  extends MemberResponse,
    Omit<OAuthAuthorizeStartResponse, 'user_id' | 'user'> {}

export interface B2bIdpOAuthAuthorizeStartResponse
  extends MemberResponse,
    Omit<IdpOAuthAuthorizeStartResponse, 'user_id' | 'user'> {}

export const b2bOAuthAuthorizeStart: Endpoint<OAuthAuthorizeStartRequest, B2bOAuthAuthorizeStartResponse> = {
  method: 'POST',
  path: '/b2b/oauth/authorize/start',
}

export const b2bOAuthAuthorize: Endpoint<OAuthAuthorizeForm, null> = {
  method: 'POST',
  path: '/b2b/oauth/authorize',
  form: true,
}

export const b2bOAuthLogoutStart: Endpoint<OAuthLogoutStartRequest, OAuthLogoutStartResponse> = {
  method: 'POST',
  path: '/b2b/oauth/logout/start',
}

export const b2bIdpOAuthAuthorizeStart: Endpoint<IdpOAuthAuthorizeStartRequest, B2bIdpOAuthAuthorizeStartResponse> = {
  method: 'POST',
  path: '/idp/b2b/oauth/authorize/start',
}

export const b2bIdpOAuthAuthorizeSubmit: Endpoint<IdpOAuthAuthorizeSubmitRequest, IdpOAuthAuthorizeSubmitResponse> = {
  method: 'POST',
  path: '/idp/b2b/oauth/authorize/submit',
}
