import type { Clock } from '@latchkey/client/internal'
import { toastDurationMs, toastsKept } from '@latchkey/contract'

export type ToastType = 'blank' | 'error' | 'success' | 'loading' | 'custom'

export interface Toast {
  readonly id: number
  readonly type: ToastType
  readonly message: string
  /** In milliseconds; `null` stays until it is dismissed. */
  readonly duration: number | null
  readonly position: 'bottom-center'
}

export interface Toasts {
  /** Oldest first. The same list until something changes. */
  get(): readonly Toast[]
  subscribe(listener: () => void): () => void
  show(type: ToastType, message: string): Toast
  dismiss(id: number): void
  /** Removes all toasts and their timers. */
  clear(): void
}

/** Short messages that belong to no field and no screen. */
export function createToasts(clock: Pick<Clock, 'setTimeout'>): Toasts {
  const listeners = new Set<() => void>()
  const timers = new Map<number, () => void>()
  let toasts: readonly Toast[] = []
  let count = 0

  function keep(next: readonly Toast[]): void {
    for (const { id } of toasts) {
      if (next.some((toast) => toast.id === id)) continue
      timers.get(id)?.()
      timers.delete(id)
    }
    toasts = next
    for (const listener of listeners) listener()
  }

  const dismiss = (id: number): void => keep(toasts.filter((toast) => toast.id !== id))

  return {
    get: () => toasts,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(type, message) {
      count += 1
      const id = count
      const toast: Toast = { id, type, message, duration: toastDurationMs[type], position: 'bottom-center' }
      if (toast.duration !== null)
        timers.set(
          id,
          clock.setTimeout(() => dismiss(id), toast.duration),
        )
      keep([...toasts, toast].slice(-toastsKept))
      return toast
    },
    dismiss,
    clear: () => keep([]),
  }
}
