import type { ClientContext } from './context.ts'

/** A string and no symbol, so that a client of one bundle opens up to the widgets of another. */
export const internalsKey = '@internals'

/** The engine behind a client, for the packages above this one. Not part of the public surface. */
export function clientInternals(client: { readonly [internalsKey]: ClientContext }): ClientContext {
  return client[internalsKey]
}
