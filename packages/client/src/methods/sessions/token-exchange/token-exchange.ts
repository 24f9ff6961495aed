import type {
  AuthenticateResponse,
  SessionsAttestRequest,
  SessionsExchangeAccessTokenRequest,
  sessionsAttest,
  sessionsExchangeAccessToken,
} from '@latchkey/contract'
import type { ClientContext } from '../../../context/context.ts'
import type { validate } from '../../../core/validate.ts'

/** This file imports no values: bundlers would split the entry into two files. */
type Send = ClientContext['authenticate']

/** Loaded on demand, because most pages exchange no tokens. */
export async function exchangeAccessToken(
  send: Send,
  check: typeof validate,
  options: SessionsExchangeAccessTokenRequest,
): Promise<AuthenticateResponse> {
  const exchange = {
    method: 'POST',
    path: '/sessions/exchange_access_token',
  } satisfies typeof sessionsExchangeAccessToken
  const types = 'access_token session_duration_minutes:number'
  return send(exchange, check('session.exchangeAccessToken', types, options))
}

export async function attest(
  send: Send,
  check: typeof validate,
  options: SessionsAttestRequest,
): Promise<AuthenticateResponse> {
  const attestation = { method: 'POST', path: '/sessions/attest' } satisfies typeof sessionsAttest
  const types = 'profile_id token session_duration_minutes?:number session_token? session_jwt?'
  return send(attestation, check('session.attest', types, options))
}
