import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { Callbacks } from '../callbacks.ts'

export interface Teller {
  /** In a turn of its own: whatever the host page does in it, the widget has moved on. */
  tell(run: (callbacks: Callbacks) => void): void
  /** Tells the host page of a call that did not work. */
  report(thrown: unknown): void
}

/** How a widget speaks to its host page, which may throw what it likes. */
export function createTeller(client: Client, callbacks: () => Callbacks): Teller {
  const { error: logError } = clientInternals(client)

  function tell(run: (callbacks: Callbacks) => void): void {
    queueMicrotask(() => {
      try {
        run(callbacks())
      } catch (error) {
        logError('A callback threw.', error)
      }
    })
  }

  return {
    tell,
    report(thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      tell(({ onError }) => onError?.(error))
    },
  }
}
