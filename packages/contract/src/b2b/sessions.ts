import type { Endpoint, Ok, SessionDuration } from '../core/endpoint.ts'
import type { MemberSessionResponse, MemberSignInResponse } from './responses.ts'

export type B2bSessionsAuthenticateRequest = Partial<SessionDuration>

/** Switches to another organization of the same person. */
export interface B2bSessionsExchangeRequest extends SessionDuration {
  organization_id: string
  locale?: string
}

export interface B2bSessionsExchangeAccessTokenRequest extends SessionDuration {
  access_token: string
}

export interface B2bSessionsAttestRequest extends Partial<SessionDuration> {
  organization_id: string
  profile_id: string
  token: string
}

export const b2bSessionsAuthenticate: Endpoint<B2bSessionsAuthenticateRequest, MemberSessionResponse> = {
  method: 'POST',
  path: '/b2b/sessions/authenticate',
}
export const b2bSessionsRevoke: Endpoint<null, Ok> = { method: 'POST', path: '/b2b/sessions/revoke' }
export const b2bSessionsRevokeForMember: Endpoint<null, Ok, '/b2b/sessions/revoke/{member_id}'> = {
  method: 'POST',
  path: '/b2b/sessions/revoke/{member_id}',
}
export const b2bSessionsExchange: Endpoint<B2bSessionsExchangeRequest, MemberSignInResponse> = {
  method: 'POST',
  path: '/b2b/sessions/exchange',
}
export const b2bSessionsExchangeAccessToken: Endpoint<B2bSessionsExchangeAccessTokenRequest, MemberSessionResponse> = {
  method: 'POST',
  path: '/b2b/sessions/exchange_access_token',
}
export const b2bSessionsAttest: Endpoint<B2bSessionsAttestRequest, MemberSessionResponse> = {
  method: 'POST',
  path: '/b2b/sessions/attest',
}
