import type { Callbacks } from '../flow/callbacks.ts'

/** Passes an error to `onError`. Without one, throws it in a microtask, so that the browser logs it. */
export function reportOrThrow(error: Error, { onError }: Callbacks): void {
  queueMicrotask(() => {
    if (!onError) throw error
    onError(error)
  })
}
