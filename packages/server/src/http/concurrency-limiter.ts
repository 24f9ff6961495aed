import { ProviderError } from '../core/provider-error.ts'

/** Limits how many requests are handled at the same time. */
export interface ConcurrencyLimiter {
  /**
   * Undefined if a slot was free; else a promise that resolves with the next free one, or rejects with
   * `service_unavailable` if none is released in time.
   */
  acquire(): Promise<void> | undefined
  release(): void
  inUse(): number
}

export interface ConcurrencyLimiterOptions {
  count: number
  /**
   * How long a request may wait for a slot. A short wait is better than an error: clients that are rejected together
   * retry together.
   */
  longestWaitMs: number
  /** Further requests are rejected at once: each waiting one holds memory. */
  mostWaiting: number
}

/** In order of arrival. */
export function createConcurrencyLimiter({
  count,
  longestWaitMs,
  mostWaiting,
}: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const waiting = new Set<() => void>()
  let inUse = 0

  function wait(): Promise<void> {
    if (longestWaitMs <= 0 || waiting.size >= mostWaiting) throw new ProviderError('service_unavailable')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(next)
        reject(new ProviderError('service_unavailable'))
      }, longestWaitMs)
      const next = (): void => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(next)
    })
  }

  return {
    inUse: () => inUse,
    acquire() {
      if (inUse >= count) return wait()
      inUse += 1
      return undefined
    },
    release() {
      const [next] = waiting
      if (!next) {
        inUse -= 1
        return
      }
      // The slot goes straight to the next waiting request, so that no later one can take it.
      waiting.delete(next)
      next()
    },
  }
}
