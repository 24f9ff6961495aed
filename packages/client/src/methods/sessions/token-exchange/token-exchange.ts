import type {
  AuthenticateResponse,
  SessionsAttestRequest,
  SessionsExchangeAccessTokenRequest,
  sessionsAttest,
  sessionsExchangeAccessToken,
} from '@latchkey/contract'
import type { ClientContext } from '../../../context/context.ts'
import type { validate } from '../../../core/validate.ts'

/** Sign-ins with the token of an application or of another issuer. */
export interface TokenExchange {
  /** Starts a session with an access token that this project issued as an identity provider. */
  exchangeAccessToken(options: SessionsExchangeAccessTokenRequest): Promise<AuthenticateResponse>
  /** Starts a session for the subject of a token of a trusted issuer. */
  attest(options: SessionsAttestRequest): Promise<AuthenticateResponse>
}

/** `validate` is part of the context: an import of a value would make bundlers split the entry into two files. */
interface ExchangeContext extends Pick<ClientContext, 'authenticate'> {
  readonly validate: typeof validate
}

/** Loaded on demand, because most pages exchange no tokens. */
export function createTokenExchange({ authenticate, validate }: ExchangeContext): TokenExchange {
  const exchange = {
    method: 'POST',
    path: '/sessions/exchange_access_token',
  } satisfies typeof sessionsExchangeAccessToken
  const attestation = { method: 'POST', path: '/sessions/attest' } satisfies typeof sessionsAttest

  return {
    async exchangeAccessToken(options) {
      const types = 'access_token session_duration_minutes:number'
      return authenticate(exchange, validate('session.exchangeAccessToken', types, options))
    },
    async attest(options) {
      const types = 'profile_id token session_duration_minutes?:number session_token? session_jwt?'
      return authenticate(attestation, validate('session.attest', types, options))
    },
  }
}
