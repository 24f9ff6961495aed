import type {
  AuthenticateResponse,
  SessionsAttestRequest,
  SessionsExchangeAccessTokenRequest,
  sessionsAttest,
  sessionsExchangeAccessToken,
} from '@latchkey/contract'
import type { ClientContext } from '../../../context/context.ts'
import type { createCall } from '../../create-call.ts'

/** This file imports no values: bundlers would split the entry into two files. */
type Send = ClientContext['authenticate']

/** Loaded on demand, because most pages exchange no tokens. */
export function exchangeAccessToken(
  send: Send,
  call: typeof createCall,
  options: SessionsExchangeAccessTokenRequest,
): Promise<AuthenticateResponse> {
  const exchange = {
    method: 'POST',
    path: '/sessions/exchange_access_token',
  } satisfies typeof sessionsExchangeAccessToken
  const types = 'access_token session_duration_minutes:number'
  return call(send, exchange, 'session.exchangeAccessToken', types)(options)
}

export function attest(
  send: Send,
  call: typeof createCall,
  options: SessionsAttestRequest,
): Promise<AuthenticateResponse> {
  const attestation = { method: 'POST', path: '/sessions/attest' } satisfies typeof sessionsAttest
  const types = 'profile_id token session_duration_minutes?:number session_token? session_jwt?'
  return call(send, attestation, 'session.attest', types)(options)
}
