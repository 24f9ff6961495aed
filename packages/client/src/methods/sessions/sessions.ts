import type {
  AuthenticateResponse,
  Ok,
  Session,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
} from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { validate } from '../../core/validate.ts'
import { createReader } from '../../session/reader.ts'
import { hasSession } from '../../session/session-state.ts'
import { createCall } from '../create-call.ts'

export interface SessionTokens {
  readonly session_token: string
  readonly session_jwt: string
}

export interface Sessions {
  /** The session this tab knows, without asking anybody. */
  getSync(): Session | null
  /** The same, and whether it comes from storage, not yet confirmed by the provider. */
  getInfo(): { session: Session | null; fromCache: boolean }
  /** The tokens, for calls to your own backend; null without a session, empty strings in HttpOnly mode. */
  getTokens(): SessionTokens | null
  /**
   * Calls back whenever the session begins, changes or ends, in this tab or in another.
   *
   * @example
   * const stop = client.session.onChange((session) => { if (!session) location.assign('/login') })
   */
  onChange(callback: (session: Session | null) => void): Unsubscribe
  /** Asks the provider whether the session lives; with a duration, prolongs it. */
  authenticate(options?: SessionsAuthenticateRequest): Promise<AuthenticateResponse>
  /** Signs out. `forceClear` forgets the session here even if the provider cannot be reached. */
  revoke(options?: { forceClear?: boolean }): Promise<Ok>
  /** Begins a session for the owner of an access token of this project's identity provider. */
  exchangeAccessToken(options: SessionsExchangeAccessTokenRequest): Promise<AuthenticateResponse>
  /** Begins a session for the subject of a trusted token. */
  attest(options: SessionsAttestRequest): Promise<AuthenticateResponse>
  /** Takes over tokens that your backend was given; the session itself is fetched at once. */
  updateSession(tokens: { session_token: string; session_jwt?: string }): void
}

export function createSessions(ctx: Pick<ClientContext, 'authenticate' | 'refresh' | 'revoke' | 'session'>): Sessions {
  const { session } = ctx
  const loadExchange = (): Promise<typeof import('./token-exchange/token-exchange.ts')> =>
    import('./token-exchange/token-exchange.ts')

  return {
    ...createReader(session, 'session'),
    getTokens() {
      const state = session.sync()
      return hasSession(state) ? { session_token: state.token, session_jwt: state.jwt } : null
    },
    authenticate: async (options) =>
      ctx.refresh(validate('session.authenticate', 'session_duration_minutes?:number', options)),
    revoke: async (options) =>
      ctx.revoke(validate<{ forceClear?: boolean }>('session.revoke', 'forceClear?:boolean', options).forceClear),
    exchangeAccessToken: async (options) =>
      (await loadExchange()).exchangeAccessToken(ctx.authenticate, createCall, options),
    attest: async (options) => (await loadExchange()).attest(ctx.authenticate, createCall, options),
    updateSession(tokens) {
      const given = validate<SessionTokens>('session.updateSession', 'session_token session_jwt?', tokens)
      session.sync()
      session.dispatch({ token: given.session_token, jwt: given.session_jwt ?? '' })
    },
  }
}
