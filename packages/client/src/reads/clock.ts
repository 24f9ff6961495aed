import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'

/** Time as hooks and widgets see it: the world is an argument, so that every countdown is proven in milliseconds. */
export interface Clock {
  now(): number
  /** Runs once; the returned function cancels it. */
  setTimeout(run: () => void, ms: number): () => void
}

/** The one a client goes by: the browser's, or that of a test. */
export function clockOf(client: Client): Clock {
  const { platform } = clientInternals(client)
  return {
    now: () => platform.Date.now(),
    setTimeout(run, ms) {
      const timer = platform.setTimeout(run, ms)
      return () => platform.clearTimeout(timer)
    },
  }
}
