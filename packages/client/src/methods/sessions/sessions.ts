import type {
  AuthenticateResponse,
  Ok,
  Session,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
} from '@latchkey/contract'
import { sessionsAttest, sessionsExchangeAccessToken, sessionsRevoke } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { isUnrecoverable } from '../../core/errors.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { validate } from '../../core/validate.ts'
import { createReader } from '../../session/reader.ts'
import { hasSession, sessionKey } from '../../session/session-state.ts'

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

export function createSessions(
  ctx: Pick<ClientContext, 'authenticate' | 'continueSession' | 'end' | 'request' | 'session'>,
): Sessions {
  const { authenticate, session } = ctx

  return {
    ...createReader(session, 'session', sessionKey),
    getTokens() {
      const state = session.sync()
      return hasSession(state) ? { session_token: state.token, session_jwt: state.jwt } : null
    },
    async authenticate(options) {
      const body = validate<SessionsAuthenticateRequest>(
        'session.authenticate',
        'session_duration_minutes?:number',
        options,
      )
      return ctx.continueSession(body.session_duration_minutes)
    },
    async revoke(options) {
      const { forceClear } = validate<{ forceClear?: boolean }>('session.revoke', 'forceClear?:boolean', options)
      const start = session.sync()
      try {
        const data = await ctx.request(sessionsRevoke, null)
        ctx.end(start)
        return data
      } catch (error) {
        if (forceClear || isUnrecoverable(error)) ctx.end(start)
        throw error
      }
    },
    exchangeAccessToken: async (options) =>
      authenticate(
        sessionsExchangeAccessToken,
        validate('session.exchangeAccessToken', 'access_token session_duration_minutes:number', options),
      ),
    attest: async (options) =>
      authenticate(
        sessionsAttest,
        validate(
          'session.attest',
          'profile_id token session_duration_minutes?:number session_token? session_jwt?',
          options,
        ),
      ),
    updateSession(tokens) {
      const given = validate<SessionTokens>('session.updateSession', 'session_token session_jwt?', tokens)
      session.sync()
      session.dispatch({ token: given.session_token, jwt: given.session_jwt ?? '' })
    },
  }
}
