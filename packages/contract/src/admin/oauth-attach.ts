import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { OAuthProvider } from '../core/oauth-providers.ts'

export interface AdminOAuthAttachTokenRequest {
  user_id: string
  provider: OAuthProvider
}

export interface AdminOAuthAttachTokenResponse extends Ok {
  /** Works once, as `oauth_attach_token` of the OAuth start, in a session of this user only. */
  oauth_attach_token: string
  expires_at: string
}

export const adminOAuthAttachTokensCreate: Endpoint<AdminOAuthAttachTokenRequest, AdminOAuthAttachTokenResponse> = {
  method: 'POST',
  path: '/oauth/attach_tokens',
}
