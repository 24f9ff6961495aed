import type { Endpoint, Ok, SessionDuration, Vertical } from '@latchkey/contract'

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

/** How the sessions of a kind of project are refreshed, ended and read. The rest of the client is the same. */
export interface SessionShape<Kind extends SessionKind> {
  /** The kind of project that does not have these sessions. */
  readonly foreign: Vertical
  readonly authenticate: Endpoint<Partial<SessionDuration>, Kind['response']>
  readonly revoke: Endpoint<null, Ok>
  /** `known` completes a response with a part of the subject. */
  read(response: object, known?: Kind['subject']): Answer<Kind>
  view(state: { readonly session?: Kind['session']; readonly subject?: Kind['subject'] }): Kind['state']
}
