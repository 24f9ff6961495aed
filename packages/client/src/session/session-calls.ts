import type {
  AuthenticateResponse,
  Endpoint,
  Ok,
  SessionDuration,
  SessionsAuthenticateRequest,
  User,
} from '@latchkey/contract'
import { sessionsAuthenticate, sessionsRevoke } from '@latchkey/contract'
import { isUnrecoverable, malformedAnswer, unreachableError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { Platform } from '../platform/platform.ts'
import type { SessionState } from './session-state.ts'
import { hasNews, hasSession, isSameSession, mayCommit, signedIn } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

export interface SessionCalls {
  /** Sends a call that begins a session or adds to it, and commits its answer. */
  readonly authenticate: <Body, Data extends AuthenticateResponse>(
    endpoint: Endpoint<Body, Data>,
    body: Body,
  ) => Promise<Data>
  /**
   * `sessions/authenticate`. An answer that comes back to another session is dropped and the call made once
   * more. An unrecoverable error, or the response of another session or user, ends the session that asked.
   */
  readonly refresh: (body: SessionsAuthenticateRequest) => Promise<AuthenticateResponse>
  /**
   * Any call that begins no session. A user that its answer brings is taken over, if still the one of this session;
   * the response of another user ends it. `userOf` finds the user of a call that only reads.
   */
  readonly request: <Body, Data>(
    endpoint: Endpoint<Body, Data>,
    body: Body,
    id?: string,
    userOf?: (data: Data) => User | undefined,
  ) => Promise<Data>
  /** `sessions/revoke`. Ends the session here too, if it is still the one that the call was started in. */
  readonly revoke: (forceClear?: boolean) => Promise<Ok>
}

/** The commit guard: every answer is judged against the session as it is when the answer arrives. */
export function createSessionCalls(
  send: Request,
  session: SessionStore,
  { Date: clock }: Platform,
  customApiDomain?: string,
): SessionCalls {
  /** Ends the session that a call was started in, if it is still here. */
  function endSession(start: SessionState): void {
    const now = session.sync()
    if (isSameSession(start, now)) session.dispatch({}, now.id)
  }

  /** Rejects the response of another session or user than the one that asked: for the page, its session is gone. */
  function requireSame(start: SessionState, user: User | undefined, id = start.id): void {
    if (start.id && user?.user_id && start.id + start.user.user_id !== id + user.user_id) {
      endSession(start)
      throw unreachableError(malformedAnswer)
    }
  }

  /** Says whether the answer was taken. */
  function commit(
    start: SessionState,
    data: AuthenticateResponse,
    isSignIn: boolean,
    { session_duration_minutes }: Partial<SessionDuration>,
  ): boolean {
    const { intermediate_session_token: ist, session_token, session: answered } = data
    const now = session.sync()
    if (ist && typeof ist === 'string' && !session_token) {
      session.dispatch({ ist }, now.id)
      return true
    }
    const user = data.__user ?? data.user
    // Only cookies that no script reads come with an empty token; elsewhere it would end what was there.
    const token = session_token || customApiDomain
    // Nor could a session without a name be told from another.
    const strings = [
      session_token,
      token,
      data.session_jwt,
      answered?.session_id || 0,
      answered?.expires_at,
      user?.user_id,
    ]
    const answer = !isSignIn && hasNews(start, now) ? { ...data, __user: now.user } : data
    const time = clock.now()
    const change =
      strings.every((value: unknown) => typeof value === 'string') &&
      signedIn(now, answer, isSignIn, time, session_duration_minutes)
    // One without a name or an end, or that is over already, is none: what was there before stays.
    if (!(change && (change.end as number) > time)) throw unreachableError(malformedAnswer)
    if (!isSignIn) requireSame(start, user, answered.session_id)
    const isTaken = mayCommit(start, now, answered, isSignIn)
    if (isTaken) session.dispatch(change)
    return isTaken
  }

  return {
    async authenticate(endpoint, body) {
      const start = session.sync()
      const data = await send(endpoint, body)
      commit(start, data, true, body as Partial<SessionDuration>)
      return data
    },
    async refresh(body) {
      for (let isRetry = false; ; isRetry = true) {
        const start = session.sync()
        let isTaken: boolean | undefined
        const answer = send(sessionsAuthenticate, body).then((data) => {
          isTaken = commit(start, data, false, body)
          return data
        })
        await answer.catch((error) => isUnrecoverable(error) && endSession(start))
        const now = session.sync()
        if (isTaken || isRetry || isSameSession(start, now) || !hasSession(now)) return answer
      }
    },
    async request(endpoint, body, id, userOf) {
      const start = session.sync()
      const data = await send(endpoint, body, id)
      const user = userOf ? userOf(data) : (data as { __user?: User }).__user
      requireSame(start, user)
      const now = session.sync()
      const isSame = now.id && start.id === now.id && user?.user_id
      if (isSame && !(userOf && hasNews(start, now))) session.dispatch({ ...now, user })
      return data
    },
    async revoke(forceClear) {
      const start = session.sync()
      const answer = send(sessionsRevoke, null)
      const isOver = await answer.then(
        () => true,
        (error) => forceClear || isUnrecoverable(error),
      )
      const now = session.sync()
      const isSame = start.id ? start.id === now.id : isSameSession(start, now)
      // One that has been replaced meanwhile has ended all the same.
      if (isOver) session.dispatch(isSame ? {} : now, start.id)
      return answer
    },
  }
}
