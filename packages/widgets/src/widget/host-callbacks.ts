import type { AnyClient } from '@latchkey/client/internal'
import { clientInternals } from '@latchkey/client/internal'
import type { Callbacks } from '../flow/callbacks.ts'

export interface HostCallbacks {
  /** Runs in a microtask of its own, after the widget has finished its step. */
  notifyHost(run: (callbacks: Callbacks) => void): void
  /** Reports a failed call to the host page. */
  reportError(thrown: unknown): void
}

/** Calls the host page's callbacks. Errors that they throw are logged. */
export function createHostCallbacks(client: AnyClient, callbacks: () => Callbacks): HostCallbacks {
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
