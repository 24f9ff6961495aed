import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { Callbacks } from '../callbacks.ts'

export interface HostCallbacks {
  /** In a turn of its own: whatever the host page does in it, the widget has moved on. */
  notifyHost(run: (callbacks: Callbacks) => void): void
  /** Tells the host page of a call that did not work. */
  reportError(thrown: unknown): void
}

/** How a widget speaks to its host page, which may throw what it likes. */
export function createHostCallbacks(client: Client, callbacks: () => Callbacks): HostCallbacks {
  const { error: logError } = clientInternals(client)

  function notifyHost(run: (callbacks: Callbacks) => void): void {
    queueMicrotask(() => {
      try {
        run(callbacks())
      } catch (error) {
        logError('A callback threw.', error)
      }
    })
  }

  return {
    notifyHost,
    reportError(thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      notifyHost(({ onError }) => onError?.(error))
    },
  }
}
