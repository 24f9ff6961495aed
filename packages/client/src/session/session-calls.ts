import type { Endpoint, Ok, SessionDuration } from '@latchkey/contract'
import { isUnrecoverable, malformedResponse, unreachableError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { Platform } from '../platform/platform.ts'
import type { Answer, SessionKind, UserSessions } from './session-kind.ts'
import type { SessionShape } from './session-shape.ts'
import type { SessionState } from './session-state.ts'
import { hasSession, hasSubjectChanged, isSameSession, mayCommit, signedIn } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

export interface SessionCalls<Kind extends SessionKind = UserSessions> {
  /** Sends a request that starts a session or adds a factor to it, and stores the session of the response. */
  readonly authenticate: <Body, Data extends Kind['signIn']>(
    endpoint: Endpoint<Body, Data>,
    body: Body,
  ) => Promise<Data>
  /**
   * Sends `sessions/authenticate`. If the session has changed meanwhile, the response is dropped and the request sent
   * once more. An unrecoverable error, or a response for another session or account, ends the session.
   */
  readonly refresh: (body: Partial<SessionDuration>) => Promise<Kind['response']>
  /**
   * Sends any other request. A subject in the response replaces the stored one if the session is still the same;
   * another account ends the session. `read` returns the part of a read-only response that has the subject.
   */
  readonly request: <Body, Data>(
    endpoint: Endpoint<Body, Data>,
    body: Body,
    id?: string,
    read?: (data: Data) => object,
  ) => Promise<Data>
  /** Sends `sessions/revoke` and ends the local session, if it is still the one that the request was sent in. */
  readonly revoke: (forceClear?: boolean) => Promise<Ok>
}

/** Creates the calls that may change the session. Each response is checked against the session at its arrival. */
export function createSessionCalls<Kind extends SessionKind>(
  send: Request,
  session: SessionStore<Kind>,
  shape: SessionShape<Kind>,
  { Date: clock }: Platform,
  customApiDomain?: string,
): SessionCalls<Kind> {
  type State = SessionState<Kind>

  /** Ends the session that a request was sent in, unless it has been replaced. */
  function endSession(start: State): void {
    const now = session.sync()
    if (isSameSession(start, now)) session.dispatch({}, now.id)
  }

  /** Rejects a response for another session or account than that of the request, and ends the session. */
  function requireSame(start: State, { account, id = start.id }: Partial<Answer<Kind>>): void {
    if (start.id && account && start.id + start.account !== id + account) {
      endSession(start)
      throw unreachableError(malformedResponse)
    }
  }

  /** Stores the session of a response. Returns false if the session has changed meanwhile. */
  function commit(
    start: State,
    data: object,
    isSignIn: boolean,
    { session_duration_minutes }: Partial<SessionDuration>,
  ): boolean {
    const { intermediate_session_token: ist } = data as { intermediate_session_token?: string }
    const answer = shape.read(data)
    const now = session.sync()
    // In HttpOnly mode the token of an unfinished sign-in is empty too.
    if (typeof ist === 'string' && (ist || customApiDomain) && !answer.session) {
      session.dispatch({ ist }, now.id)
      return true
    }
    const strings = [
      answer.token,
      // The token may be empty in HttpOnly mode only; otherwise an empty token would end the current session.
      answer.token || customApiDomain,
      answer.jwt,
      // A session without an id could not be distinguished from another one.
      answer.id || 0,
      answer.session?.expires_at,
      answer.account,
    ]
    const time = clock.now()
    const change =
      strings.every((value: unknown) => typeof value === 'string') &&
      signedIn(
        now,
        !isSignIn && hasSubjectChanged(start, now) ? { ...answer, subject: now.subject } : answer,
        isSignIn,
        time,
        session_duration_minutes,
      )
    // A session without id or expiry, or an expired one, is rejected; the current session stays.
    if (!(change && (change.end as number) > time)) throw unreachableError(malformedResponse)
    if (!isSignIn) requireSame(start, answer)
    if (!mayCommit(start, now, answer, isSignIn)) return false
    session.dispatch(change)
    return true
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
        const answer = send(shape.authenticate, body).then((data) => {
          isTaken = commit(start, data, false, body)
          return data
        })
        await answer.catch((error) => isUnrecoverable(error) && endSession(start))
        const now = session.sync()
        if (isTaken || isRetry || isSameSession(start, now) || !hasSession(now)) return answer
      }
    },
    async request(endpoint, body, id, read) {
      const start = session.sync()
      const data = await send(endpoint, body, id)
      const now = session.sync()
      const isSame = start.id === now.id
      const answer = shape.read((read ? read(data) : data) as object, (isSame ? now : start).subject)
      requireSame(start, answer)
      if (isSame && now.id && answer.account && !(read && hasSubjectChanged(start, now))) {
        session.dispatch({ ...now, subject: answer.subject })
      }
      return data
    },
    async revoke(forceClear) {
      const start = session.sync()
      const answer = send(shape.revoke, null)
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
