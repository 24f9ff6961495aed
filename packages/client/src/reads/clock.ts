import type { ClientInternals } from '../context/client-internals.ts'
import { internalsKey } from '../context/client-internals.ts'

/** The time of a client: that of the browser, or the virtual time of a test. */
export interface Clock {
  now(): number
  /** Runs once; the returned function cancels it. */
  setTimeout(run: () => void, ms: number): () => void
}

/** Returns the clock of a client. */
export function clockOf(client: { readonly [internalsKey]: Pick<ClientInternals, 'platform'> }): Clock {
  const { platform } = client[internalsKey]
  return {
    now: () => platform.Date.now(),
    setTimeout(run, ms) {
      const timer = platform.setTimeout(run, ms)
      return () => platform.clearTimeout(timer)
    },
  }
}
