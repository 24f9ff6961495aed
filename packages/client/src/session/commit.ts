import type { AuthenticateResponse, Endpoint, User } from '@latchkey/contract'
import { sessionsAuthenticate } from '@latchkey/contract'
import { clockToleranceMs } from '../constants.ts'
import { isUnrecoverable, malformedAnswer, unreachableError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { Clock } from '../platform/platform.ts'
import type { SessionState, Verdict } from './session-state.ts'
import { hasSession, isSameSession, judge, signedIn } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

export interface Commits {
  /** Sends a call that begins a session or adds to it, and commits its answer. */
  readonly authenticate: <Body, Data extends AuthenticateResponse>(
    endpoint: Endpoint<Body, Data>,
    body: Body,
  ) => Promise<Data>
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

/** The commit guard: every answer is judged against the session as it is when the answer arrives. */
export function createCommits(request: Request, session: SessionStore, clock: Clock): Commits {
  function commit(start: SessionState, data: AuthenticateResponse, isSignIn: boolean, minutes?: number): Verdict {
    const { intermediate_session_token: ist, session_token, session: answered } = data
    const user = data.__user ?? data.user
    const now = session.sync()
    if (ist && typeof ist === 'string' && !session_token) {
      session.dispatch({ ist }, now.id)
      return 'commit'
    }
    const strings: unknown[] = [
      session_token,
      data.session_jwt,
      answered?.session_id,
      answered?.expires_at,
      user?.user_id,
    ]
    if (strings.some((value) => typeof value !== 'string') || !Date.parse(answered.expires_at)) {
      throw unreachableError(malformedAnswer)
    }
    const verdict = judge(start, now, answered, isSignIn)
    if (verdict === 'commit') {
      // An answer shows the server's own time.
      const delta = Date.parse(answered.last_accessed_at) - clock.now()
      const shift = Math.abs(delta) > clockToleranceMs ? delta : 0
      session.dispatch(signedIn(now, { ...data, user }, isSignIn, shift, minutes))
    }
    return verdict
  }

  return {
    async authenticate(endpoint, body) {
      const start = session.sync()
      const data = await request(endpoint, body)
      commit(start, data, true, (body as { session_duration_minutes?: number }).session_duration_minutes)
      return data
    },
    async continueSession(minutes) {
      for (let isRetry = false; ; isRetry = true) {
        const start = session.sync()
        try {
          const data = await request(sessionsAuthenticate, { session_duration_minutes: minutes } as object)
          if (commit(start, data, false, minutes) !== 'changed' || isRetry) return data
        } catch (error) {
          const now = session.sync()
          const isSame = isSameSession(start, now)
          if (isSame && isUnrecoverable(error)) session.dispatch({}, now.id)
          if (isSame || isRetry || !hasSession(now)) throw error
        }
      }
    },
    userChanged(start, user) {
      const now = session.sync()
      if (now.id && start.id === now.id && (user as User | undefined)?.user_id === now.user.user_id) {
        session.dispatch({ ...now, user: user as User })
      }
    },
    end(start) {
      const now = session.sync()
      const isSame = isSameSession(start, now) || (start.id && start.id === now.id)
      // One that has been replaced meanwhile has ended all the same.
      session.dispatch(isSame ? {} : now, start.id)
    },
  }
}
