import { fetchDedupeMs, fetchErrorRetryMs, fetchErrorRetrySlowMs } from '@latchkey/contract'
import type { ApiError } from '../core/errors.ts'
import { isUnrecoverable } from '../core/errors.ts'
import type { BrowserNavigator } from '../platform/platform.ts'
import type { Clock } from './clock.ts'

/** A value and the status of its last read. The value stays during the next read, and when that fails. */
export type ReadState<Value> =
  | { readonly status: 'loading' | 'loaded'; readonly value: Value }
  | { readonly status: 'failed'; readonly value: Value; readonly error: unknown }

export interface Read<Value> {
  getState(): ReadState<Value>
  /** Calls back after every change. */
  subscribe(listener: () => void): () => void
  /** Reads, and retries after a failure until the returned function is called. May be called repeatedly. */
  start(): () => void
}

export interface ReadOptions {
  readonly clock: Clock
  /** The delay before the retry; undefined if a retry would fail in the same way. */
  readonly retryDelay: (error: unknown) => number | undefined
}

/** A value that is fetched once for simultaneous readers. */
export function createCachedRead<Value>(
  first: Value,
  fetch: () => Promise<Value>,
  { clock, retryDelay }: ReadOptions,
): Read<Value> {
  const listeners = new Set<() => void>()
  let state: ReadState<Value> = { status: 'loading', value: first }
  let readers = 0
  /** Until then, new readers share the last fetch. */
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
    const startedAt = clock.now()
    try {
      const value = await fetch()
      freshUntil = startedAt + fetchDedupeMs
      set({ status: 'loaded', value })
    } catch (error) {
      freshUntil = 0
      set({ status: 'failed', value: state.value, error })
      const delay = retryDelay(error)
      if (readers > 0 && delay) cancelRetry = clock.setTimeout(read, delay)
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

/** The delay before a failed read is retried; undefined without an error, or if a retry would fail in the same way. */
export function retryDelay(error: unknown, connection: BrowserNavigator['connection']): number | undefined {
  if (!error || isUnrecoverable(error) || (error as Partial<ApiError>).error_type === 'invalid_public_token') return
  const isSlow = connection?.saveData || /2g$/.test(connection?.effectiveType as string)
  return isSlow ? fetchErrorRetrySlowMs : fetchErrorRetryMs
}
