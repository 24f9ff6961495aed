import type { Endpoint, Ok } from '../endpoint.ts'

export interface AdminImpersonationTokenRequest {
  user_id: string
  /** Who looks on: it stands in the session's tokens and in the audit log. */
  impersonator: string
}

export interface AdminImpersonationTokenResponse extends Ok {
  /** Works once, at `impersonation/authenticate`. */
  impersonation_token: string
  expires_at: string
}

export const adminImpersonationTokensCreate: Endpoint<AdminImpersonationTokenRequest, AdminImpersonationTokenResponse> =
  { method: 'POST', path: '/impersonation_tokens' }

export interface AdminImpersonationsRevokeRequest {
  /** As it was given for the token. */
  impersonator: string
}

export interface AdminImpersonationsRevokeResponse extends Ok {
  /** The ids of the sessions that ended. Tokens that were not redeemed yet are void. */
  revoked: string[]
}

export const adminImpersonationsRevoke: Endpoint<AdminImpersonationsRevokeRequest, AdminImpersonationsRevokeResponse> =
  { method: 'POST', path: '/impersonation_tokens/revoke' }
