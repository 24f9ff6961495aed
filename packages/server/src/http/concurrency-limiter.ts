import { ProviderError } from '../core/provider-error.ts'

/** The places among the requests being answered, of which there are only so many. */
export interface ConcurrencyLimiter {
  /** Undefined where one was free; else a promise of one. Refused with `service_unavailable` if none comes free in time. */
  take(): Promise<void> | undefined
  leave(): void
  taken(): number
}

export interface PlacesOptions {
  count: number
  /**
   * How long somebody may wait for one. Clients that were all turned away together come back together: what can be
   * answered soon is better kept waiting.
   */
  longestWaitMs: number
  /** More do not wait: each holds some memory. */
  mostWaiting: number
}

/** First come, first served. */
export function createConcurrencyLimiter({ count, longestWaitMs, mostWaiting }: PlacesOptions): ConcurrencyLimiter {
  const waiting = new Set<() => void>()
  let taken = 0

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
    taken: () => taken,
    take() {
      if (taken >= count) return wait()
      taken += 1
      return undefined
    },
    leave() {
      const [next] = waiting
      if (!next) {
        taken -= 1
        return
      }
      // Handed straight to the next in line, so that nobody can slip in between.
      waiting.delete(next)
      next()
    },
  }
}
