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
import type { Tokens } from '../../session/session-state.ts'
import { toPublic } from '../../session/session-state.ts'

export interface Sessions {
  /** The session this tab knows, without asking anybody. */
  getSync(): Session | null
  /** The same, and whether it comes from storage, not yet confirmed by the provider. */
  getInfo(): { session: Session | null; fromCache: boolean }
  /** The tokens, for calls to your own backend; null without a session, empty strings in HttpOnly mode. */
  getTokens(): Tokens | null
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
  const { session } = ctx
  const getSync = (): Session | null => toPublic(session.sync()).session

  return {
    getSync,
    getInfo: () => ({ session: getSync(), fromCache: session.isFromCache() }),
    getTokens() {
      const state = session.sync()
      return 'tokens' in state ? state.tokens : null
    },
    onChange: (callback) =>
      session.subscribe(
        (state) => ({ session: state.session, user: null }),
        (state) => callback(state.session),
      ),
    async authenticate(options) {
      const minutes = options?.session_duration_minutes
      validate('session.authenticate', ['number?', 'session_duration_minutes', minutes])
      return ctx.continueSession(minutes)
    },
    async revoke(options) {
      validate('session.revoke', ['boolean?', 'forceClear', options?.forceClear])
      const start = session.sync()
      try {
        const data = await ctx.request(sessionsRevoke, null)
        ctx.end(start)
        return data
      } catch (error) {
        if (options?.forceClear || isUnrecoverable(error)) ctx.end(start)
        throw error
      }
    },
    async exchangeAccessToken(options) {
      const { access_token, session_duration_minutes } = options ?? {}
      validate(
        'session.exchangeAccessToken',
        ['string', 'access_token', access_token],
        ['number', 'session_duration_minutes', session_duration_minutes],
      )
      return ctx.authenticate(sessionsExchangeAccessToken, { access_token, session_duration_minutes })
    },
    async attest(options) {
      const { profile_id, token, session_duration_minutes, session_token, session_jwt } = options ?? {}
      validate(
        'session.attest',
        ['string', 'profile_id', profile_id],
        ['string', 'token', token],
        ['number?', 'session_duration_minutes', session_duration_minutes],
        ['string?', 'session_token', session_token],
        ['string?', 'session_jwt', session_jwt],
      )
      return ctx.authenticate(sessionsAttest, { ...options })
    },
    updateSession(tokens) {
      const { session_token, session_jwt = '' } = tokens ?? {}
      validate(
        'session.updateSession',
        ['string', 'session_token', session_token],
        ['string', 'session_jwt', session_jwt],
      )
      session.sync()
      session.dispatch({ type: 'tokens_given', tokens: { session_token, session_jwt } })
    },
  }
}
