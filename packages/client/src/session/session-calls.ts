import type {
  AuthenticateResponse,
  Endpoint,
  Ok,
  SessionDuration,
  SessionsAuthenticateRequest,
  User,
} from '@latchkey/contract'
import { sessionsAuthenticate, sessionsRevoke } from '@latchkey/contract'
import { isUnrecoverable, malformedResponse, unreachableError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { Platform } from '../platform/platform.ts'
import type { SessionState } from './session-state.ts'
import { hasSession, hasUserChanged, isSameSession, mayCommit, signedIn } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

export interface SessionCalls {
  /** Sends a request that starts a session or adds a factor to it, and stores the session of the response. */
  readonly authenticate: <Body, Data extends AuthenticateResponse>(
    endpoint: Endpoint<Body, Data>,
    body: Body,
  ) => Promise<Data>
  /**
   * Sends `sessions/authenticate`. If the session has changed meanwhile, the response is dropped and the request sent
   * once more. An unrecoverable error, or a response for another session or user, ends the session.
   */
  readonly refresh: (body: SessionsAuthenticateRequest) => Promise<AuthenticateResponse>
  /**
   * Sends any other request. A user in the response replaces the stored one if the session is still the same; another
   * user ends the session. `userOf` returns the user of a read-only response.
   */
  readonly request: <Body, Data>(
    endpoint: Endpoint<Body, Data>,
    body: Body,
    id?: string,
    userOf?: (data: Data) => User | undefined,
  ) => Promise<Data>
  /** Sends `sessions/revoke` and ends the local session, if it is still the one that the request was sent in. */
  readonly revoke: (forceClear?: boolean) => Promise<Ok>
}

/** Creates the calls that may change the session. Each response is checked against the session at its arrival. */
export function createSessionCalls(
  send: Request,
  session: SessionStore,
  { Date: clock }: Platform,
  customApiDomain?: string,
): SessionCalls {
  /** Ends the session that a request was sent in, unless it has been replaced. */
  function endSession(start: SessionState): void {
    const now = session.sync()
    if (isSameSession(start, now)) session.dispatch({}, now.id)
  }

  /** Rejects a response for another session or user than that of the request, and ends the session. */
  function requireSame(start: SessionState, user: User | undefined, id = start.id): void {
    if (start.id && user?.user_id && start.id + start.user.user_id !== id + user.user_id) {
      endSession(start)
      throw unreachableError(malformedResponse)
    }
  }

  /** Stores the session of a response. Returns false if the session has changed meanwhile. */
  function commit(
    start: SessionState,
    data: AuthenticateResponse,
    isSignIn: boolean,
    { session_duration_minutes }: Partial<SessionDuration>,
  ): boolean {
    const { intermediate_session_token: ist, session_token, session: answered } = data
    const now = session.sync()
    if (typeof ist === 'string' && ist && !session_token) {
      session.dispatch({ ist }, now.id)
      return true
    }
    const user = data.__user ?? data.user
    // The token may be empty in HttpOnly mode only; otherwise an empty token would end the current session.
    const token = session_token || customApiDomain
    // A session without an id could not be distinguished from another one.
    const strings = [
      session_token,
      token,
      data.session_jwt,
      answered?.session_id || 0,
      answered?.expires_at,
      user?.user_id,
    ]
    const answer = !isSignIn && hasUserChanged(start, now) ? { ...data, __user: now.user } : data
    const time = clock.now()
    const change =
      strings.every((value: unknown) => typeof value === 'string') &&
      signedIn(now, answer, isSignIn, time, session_duration_minutes)
    // A session without id or expiry, or an expired one, is rejected; the current session stays.
    if (!(change && (change.end as number) > time)) throw unreachableError(malformedResponse)
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
      if (isSame && !(userOf && hasUserChanged(start, now))) session.dispatch({ ...now, user })
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
      // A session that was replaced meanwhile has ended too.
      if (isOver) session.dispatch(isSame ? {} : now, start.id)
      return answer
    },
  }
}
