import { isUnrecoverable } from '@latchkey/client/internal'
import { fetchDedupeMs, fetchErrorRetryMs, fetchErrorRetrySlowMs } from '@latchkey/contract'
import type { Clock } from '../clock.ts'

/** What is known, and how well. What was read before stays while it is read again, and when that fails. */
export type ReadState<Value> =
  | { readonly status: 'loading' | 'loaded'; readonly value: Value }
  | { readonly status: 'failed'; readonly value: Value; readonly error: unknown }

export interface Read<Value> {
  getState(): ReadState<Value>
  /** Calls back after every change. */
  subscribe(listener: () => void): () => void
  /** Reads, and tries again where it fails, until the returned function is called. Any number may want it at once. */
  start(): () => void
}

export interface ReadWorld {
  readonly clock: Clock
  /** Asked before each retry: networks change. */
  readonly isSlow: () => boolean
}

/** A value that several may want at once and that is fetched once for all of them. */
export function createCachedRead<Value>(
  first: Value,
  fetch: () => Promise<Value>,
  { clock, isSlow }: ReadWorld,
): Read<Value> {
  const listeners = new Set<() => void>()
  let state: ReadState<Value> = { status: 'loading', value: first }
  let readers = 0
  /** A fetch on its way, or so fresh that it counts for whoever asks now. */
  let freshUntil = 0
  let cancelRetry: (() => void) | undefined

  function set(next: ReadState<Value>): void {
    state = next
    for (const listener of listeners) listener()
  }

  async function read(): Promise<void> {
    cancelRetry?.()
    cancelRetry = undefined
    if (clock.now() < freshUntil) return
    freshUntil = Number.POSITIVE_INFINITY
    const begun = clock.now()
    try {
      const value = await fetch()
      freshUntil = begun + fetchDedupeMs
      set({ status: 'loaded', value })
    } catch (error) {
      freshUntil = 0
      set({ status: 'failed', value: state.value, error })
      if (readers > 0 && !isFinal(error)) {
        cancelRetry = clock.setTimeout(read, isSlow() ? fetchErrorRetrySlowMs : fetchErrorRetryMs)
      }
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      readers += 1
      read()
      return () => {
        readers -= 1
        if (readers === 0) cancelRetry?.()
      }
    },
  }
}

/** Whether a retry would fail in the same way. */
export function isFinal(error: unknown): boolean {
  return isUnrecoverable(error) || (error as { error_type?: unknown }).error_type === 'invalid_public_token'
}
