import type { Callbacks } from '../callbacks.ts'

/** In a turn of its own: whatever the host page does in it, the widget has moved on. Who does not listen reads it. */
export function reportOrThrow(error: Error, { onError }: Callbacks): void {
  queueMicrotask(() => {
    if (!onError) throw error
    onError(error)
  })
}
