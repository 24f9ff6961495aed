import type { Clock } from './clock-and-random.ts'
import type { Limit } from './limits.ts'

/** Counts in this process's memory: for the coarse limits whose exactness is not worth a write. */
export interface MemoryLimiter {
  /** Counts one use; null if it is allowed, else how long to wait. */
  take(key: string, limit: Limit): { retryAfterMs: number; firstRefusal: boolean } | null
}

/** More keys than this are forgotten, oldest first: memory stays bounded whoever calls. */
const keysKept = 100_000

export function createMemoryLimiter(clock: Clock): MemoryLimiter {
  const windows = new Map<string, { startedAt: number; count: number }>()
  return {
    take(key, { limit, windowMs }) {
      const now = clock.now()
      const current = windows.get(key)
      if (!current || now - current.startedAt >= windowMs || now < current.startedAt) {
        windows.delete(key)
        windows.set(key, { startedAt: now, count: 1 })
        if (windows.size > keysKept) forgetOldest(windows)
        return null
      }
      current.count += 1
      if (current.count <= limit) return null
      return { retryAfterMs: current.startedAt + windowMs - now, firstRefusal: current.count === limit + 1 }
    },
  }
}

function forgetOldest(windows: Map<string, unknown>): void {
  const oldest = windows.keys().next()
  if (!oldest.done) windows.delete(oldest.value)
}
