import type { Endpoint, Ok, SessionDuration } from '../core/endpoint.ts'
import type { Session, User } from '../core/entities.ts'

/** The response of every endpoint that starts or continues a session. The tokens are empty in HttpOnly mode. */
export interface AuthenticateResponse extends Ok {
  user_id: string
  user: User
  session: Session
  session_token: string
  session_jwt: string
  /** Business projects only. */
  intermediate_session_token?: string
  __user?: User
}

export type SessionsAuthenticateRequest = Partial<SessionDuration>

export interface SessionsExchangeAccessTokenRequest extends SessionDuration {
  access_token: string
}

export interface SessionsAttestRequest extends Partial<SessionDuration> {
  profile_id: string
  token: string
  session_token?: string
  session_jwt?: string
}

export const sessionsAuthenticate: Endpoint<SessionsAuthenticateRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/sessions/authenticate',
}

export const sessionsRevoke: Endpoint<null, Ok> = { method: 'POST', path: '/sessions/revoke' }

export const sessionsExchangeAccessToken: Endpoint<SessionsExchangeAccessTokenRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/sessions/exchange_access_token',
}

export const sessionsAttest: Endpoint<SessionsAttestRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/sessions/attest',
}
