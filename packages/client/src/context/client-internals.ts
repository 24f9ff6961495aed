import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import type { Pkce } from '../pkce/pkce.ts'
import type { SessionKind, UserSessions } from '../session/session-kind.ts'
import type { Events } from '../telemetry/events.ts'
import type { ClientContext } from './context.ts'

/** A string, not a symbol, so that the widgets of one bundle accept a client of another. */
export const internalsKey = '@internals'

/** The context of a client, for other packages of Latchkey. */
export interface ClientInternals<Kind extends SessionKind = UserSessions> extends ClientContext<Kind> {
  readonly events: Events
  readonly pkce: Pkce
  /** Drops the token that `authenticateByUrl` stores until the user confirms. */
  readonly forgetLanding: () => void
}

/** What every widget needs of a client, in either kind of project. */
export interface AnyClient {
  readonly bootstrap: Pick<Bootstrap, 'get' | 'getSync'>
  readonly [internalsKey]: Pick<ClientInternals, 'bootstrap' | 'error' | 'events' | 'platform'>
}

/** Returns the context of a client of any kind, for other packages of Latchkey. Not part of the public API. */
export function clientInternals<Internals extends object>(client: { readonly [internalsKey]: Internals }): Internals {
  return client[internalsKey]
}
