import type { Endpoint, Ok } from '../core/endpoint.ts'

export interface AdminImpersonationTokenRequest {
  /** The user; in a business project the member. */
  user_id: string
  /** The operator. Recorded in the tokens of the session and in the audit log. */
  impersonator: string
}

export interface AdminImpersonationTokenResponse extends Ok {
  /** Works once, at `impersonation/authenticate`, for members at `b2b/impersonation/authenticate`. */
  impersonation_token: string
  expires_at: string
}

export const adminImpersonationTokensCreate: Endpoint<AdminImpersonationTokenRequest, AdminImpersonationTokenResponse> =
  { method: 'POST', path: '/impersonation_tokens' }

export interface AdminImpersonationsRevokeRequest {
  /** The impersonator that the token was created for. */
  impersonator: string
}

export interface AdminImpersonationsRevokeResponse extends Ok {
  /** The ids of the ended sessions. Unredeemed tokens are revoked too. */
  revoked: string[]
}

export const adminImpersonationsRevoke: Endpoint<AdminImpersonationsRevokeRequest, AdminImpersonationsRevokeResponse> =
  { method: 'POST', path: '/impersonation_tokens/revoke' }
