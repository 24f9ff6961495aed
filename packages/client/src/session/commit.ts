import type { AuthenticateResponse, Endpoint, Session, User } from '@latchkey/contract'
import { sessionsAuthenticate } from '@latchkey/contract'
import { isUnrecoverable, UnreachableError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { Clock } from '../platform/platform.ts'
import type { SessionState, Verdict } from './session-state.ts'
import { hasSession, isSameSession, judgeContinuation, judgeSignIn, sessionIdOf } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

/** Sends a call that begins a session or adds to it, and commits its answer. */
export type Authenticate = <Body, Data extends AuthenticateResponse>(
  endpoint: Endpoint<Body, Data>,
  body: Body,
) => Promise<Data>

export interface Commits {
  readonly authenticate: Authenticate
  /**
   * `sessions/authenticate`. An answer that comes back to another session is dropped and the call made once
   * more; an unrecoverable error ends the session, unless it is about one that is no longer there.
   */
  readonly continueSession: (minutes?: number) => Promise<AuthenticateResponse>
  /** Takes over a user that an answer brought, if it is still the user of this session. */
  readonly userChanged: (start: SessionState, user: unknown) => void
  /** Ends the session, if it is still the one that the call was started in. */
  readonly end: (start: SessionState) => void
}

interface World {
  readonly request: Request
  readonly session: SessionStore
  readonly clock: Clock
  readonly clockDelta: () => number | undefined
}

/** Differences below this are the network's, not the clock's. */
const clockTolerance = 60_000

/** The commit guard: every answer is judged against the session as it is when the answer arrives. */
export function createCommits({ request, session, clock, clockDelta }: World): Commits {
  type Judge = (start: SessionState, now: SessionState, answered: Session) => Verdict

  function commit(start: SessionState, data: AuthenticateResponse, minutes: number | undefined, judge: Judge): Verdict {
    const { intermediate_session_token: ist, session_token, session_jwt } = data
    const user = data.__user ?? data.user
    const now = session.sync()
    if (typeof ist === 'string' && ist && !session_token) {
      session.dispatch({ type: 'intermediate_received', ist })
      return 'commit'
    }
    if (
      typeof session_token !== 'string' ||
      typeof session_jwt !== 'string' ||
      !isSession(data.session) ||
      !isUser(user)
    ) {
      throw new UnreachableError('invalid_response')
    }
    const verdict = judge(start, now, data.session)
    if (verdict === 'commit') {
      const delta = clockDelta() ?? (Date.parse(data.session.last_accessed_at) - clock.now() || 0)
      session.dispatch({
        type: 'authenticated',
        answer: { session: data.session, user, session_token, session_jwt },
        minutes,
        delta: Math.abs(delta) < clockTolerance ? 0 : delta,
      })
    }
    return verdict
  }

  return {
    async authenticate(endpoint, body) {
      const start = session.sync()
      const data = await request(endpoint, body)
      const minutes = (body as { session_duration_minutes?: number } | null)?.session_duration_minutes
      commit(start, data, minutes, judgeSignIn)
      return data
    },
    async continueSession(minutes) {
      for (let isRetry = false; ; isRetry = true) {
        const start = session.sync()
        try {
          const data = await request(
            sessionsAuthenticate,
            minutes === undefined ? {} : { session_duration_minutes: minutes },
          )
          const verdict = commit(start, data, minutes, judgeContinuation)
          if (verdict !== 'changed' || isRetry) return data
        } catch (error) {
          const now = session.sync()
          if (isSameSession(start, now)) {
            if (isUnrecoverable(error)) session.dispatch({ type: 'destroyed' })
            throw error
          }
          if (isRetry || !hasSession(now)) throw error
        }
      }
    },
    userChanged(start, user) {
      const now = session.sync()
      if (now.kind !== 'signed_in' || sessionIdOf(start) !== sessionIdOf(now)) return
      if (isUser(user) && user.user_id === now.user.user_id) session.dispatch({ type: 'user_changed', user })
    },
    end(start) {
      const now = session.sync()
      const isSame = isSameSession(start, now) || (sessionIdOf(start) && sessionIdOf(start) === sessionIdOf(now))
      if (isSame && now.kind !== 'signed_out') session.dispatch({ type: 'destroyed' })
    },
  }
}

function isSession(value: Partial<Session> | undefined): value is Session {
  return typeof value?.session_id === 'string' && typeof value.expires_at === 'string'
}

function isUser(value: unknown): value is User {
  return typeof (value as Partial<User> | undefined)?.user_id === 'string'
}
