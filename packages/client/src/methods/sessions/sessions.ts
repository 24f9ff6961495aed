import type { AuthenticateResponse, Ok, Session, SessionDuration } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { validate } from '../../core/validate.ts'
import { createReader } from '../../session/reader.ts'
import { hasSession } from '../../session/session-state.ts'
import { lazyMethods } from '../lazy-methods.ts'
import type { TokenExchange } from './token-exchange/token-exchange.ts'

/** The two forms of a session: the opaque token and the signed JWT. */
export interface SessionTokens {
  readonly session_token: string
  readonly session_jwt: string
}

/** The session of this browser, in every kind of project. */
export interface SessionMethods<Value, Response> {
  /** Returns the current session without a request. */
  getSync(): Value
  /** Returns the session, and whether it was read from storage and not yet confirmed by the provider. */
  getInfo(): { session: Value; fromCache: boolean }
  /** Returns the tokens, for requests to your backend. Null without a session, empty strings in HttpOnly mode. */
  getTokens(): SessionTokens | null
  /**
   * Calls back whenever the session starts, changes or ends, in this tab or in another.
   *
   * @example
   * const stop = client.session.onChange((session) => { if (!session) location.assign('/login') })
   */
  onChange(callback: (session: Value) => void): Unsubscribe
  /** Checks the session with the provider. With a duration, extends it. */
  authenticate(options?: Partial<SessionDuration>): Promise<Response>
  /** Signs out. `forceClear` removes the local session even if the provider cannot be reached. */
  revoke(options?: { forceClear?: boolean }): Promise<Ok>
  /** Uses tokens that your backend received. The session is fetched at once. */
  updateSession(tokens: { session_token: string; session_jwt?: string }): void
}

/** The session of this browser. */
export interface Sessions extends SessionMethods<Session | null, AuthenticateResponse>, TokenExchange {}

/**
 * Creates the method group `session` for a context without the other groups.
 *
 * @example
 * const session = createSessions(createContext('public-token-test-…', options))
 * await session.revoke({ forceClear: true })
 */
export function createSessions(ctx: Pick<ClientContext, 'authenticate' | 'refresh' | 'revoke' | 'session'>): Sessions {
  const { session } = ctx
  return {
    ...createReader(session, 'session'),
    ...lazyMethods(['exchangeAccessToken', 'attest'], async () =>
      (await import('./token-exchange/token-exchange.ts')).createTokenExchange({
        authenticate: ctx.authenticate,
        validate,
      }),
    ),
    getTokens() {
      const state = session.sync()
      return hasSession(state) ? { session_token: state.token, session_jwt: state.jwt } : null
    },
    authenticate: async (options) =>
      ctx.refresh(validate('session.authenticate', 'session_duration_minutes?:number', options)),
    revoke: async (options) =>
      ctx.revoke(validate<{ forceClear?: boolean }>('session.revoke', 'forceClear?:boolean', options).forceClear),
    updateSession(tokens) {
      const given = validate<SessionTokens>('session.updateSession', 'session_token session_jwt?', tokens)
      session.sync()
      session.dispatch({ token: given.session_token, jwt: given.session_jwt ?? '' })
    },
  }
}
