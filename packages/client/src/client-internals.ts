import type { ClientContext } from './context.ts'
import type { Pkce } from './pkce/pkce.ts'

/** A string and no symbol, so that a client of one bundle opens up to the widgets of another. */
export const internalsKey = '@internals'

/** The engine, and what several method groups share. */
export interface ClientInternals extends ClientContext {
  readonly pkce: Pkce
  /** Drops the token that `authenticateByUrl` keeps for the user to confirm. */
  readonly forgetLanding: () => void
}

/** The engine behind a client, for the packages above this one. Not part of the public surface. */
export function clientInternals(client: { readonly [internalsKey]: ClientInternals }): ClientInternals {
  return client[internalsKey]
}
