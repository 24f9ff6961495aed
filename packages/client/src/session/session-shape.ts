import type { Endpoint, Ok, SessionDuration, Vertical } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import type { Answer, SessionKind } from './session-kind.ts'
import type { SessionState, Shared } from './session-state.ts'

/**
 * Where the session of a page is stored. `snapshot` differs after each change of what is stored, by this tab or by
 * another; `memory` is the state of this tab. A tuple, because bundlers cannot shorten the names of properties.
 */
export type SessionPersistence<Kind extends SessionKind> = readonly [
  snapshot: () => string,
  read: (memory: SessionState<Kind>) => Shared<Kind>,
  write: (state: SessionState<Kind>) => void,
]

/** How the sessions of a kind of project are refreshed, ended and read. The rest of the client is the same. */
export interface SessionShape<Kind extends SessionKind> {
  /** The kind of project that does not have these sessions. */
  readonly foreign: Vertical
  readonly authenticate: Endpoint<Partial<SessionDuration>, Kind['response']>
  readonly revoke: Endpoint<null, Ok>
  persist(base: BaseContext): SessionPersistence<Kind>
  /** `known` completes a response with a part of the subject. */
  read(response: object, known?: Kind['subject']): Answer<Kind>
  view(state: { readonly session?: Kind['session']; readonly subject?: Kind['subject'] }): Kind['state']
}
