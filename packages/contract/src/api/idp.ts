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
