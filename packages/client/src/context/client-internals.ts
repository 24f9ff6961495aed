import type { Pkce } from '../pkce/pkce.ts'
import type { SessionKind, UserSessions } from '../session/session-kind.ts'
import type { ClientContext } from './context.ts'

/** A string, not a symbol, so that the widgets of one bundle accept a client of another. */
export const internalsKey = '@internals'

/** The context of a client, for other packages of Latchkey. */
export interface ClientInternals<Kind extends SessionKind = UserSessions> extends ClientContext<Kind> {
  readonly pkce: Pkce
  /** Drops the token that `authenticateByUrl` stores until the user confirms. */
  readonly forgetLanding: () => void
}

/** Returns the context of a client, for other packages of Latchkey. Not part of the public API. */
export function clientInternals<Kind extends SessionKind = UserSessions>(client: {
  readonly [internalsKey]: ClientInternals<Kind>
}): ClientInternals<Kind> {
  return client[internalsKey]
}
