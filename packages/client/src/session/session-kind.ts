import type { AuthenticateResponse, Session, User } from '@latchkey/contract'
import type { PublicState } from '../core/options.ts'

/** The types of the sessions of a kind of project. */
export interface SessionKind {
  readonly session: { started_at: string; last_accessed_at: string; expires_at: string }
  /** Who is signed in. */
  readonly subject: object
  /** The state as applications see it. */
  readonly state: object
  /** The response of the call that refreshes the session. */
  readonly response: object
  /** The responses of all calls that start a session or add a factor to it. */
  readonly signIn: object
}

/** The part of a response that the client stores. A malformed response may lack each field. */
export interface Answer<Kind extends SessionKind> {
  /** The id of the session. */
  readonly id: string
  /** The id of the subject's account, which is also the `sub` of its JWTs. */
  readonly account: string
  readonly session: Kind['session']
  readonly subject: Kind['subject']
  readonly token: string
  readonly jwt: string
}

/** The sessions of consumer projects. */
export interface UserSessions {
  readonly session: Session
  readonly subject: User
  readonly state: PublicState
  readonly response: AuthenticateResponse
  readonly signIn: AuthenticateResponse
}
