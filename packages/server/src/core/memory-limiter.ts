import type { Clock } from './clock-and-random.ts'
import type { Limit } from './limits.ts'

/** Counts in the memory of this process: for coarse limits that do not justify a database write. */
export interface MemoryLimiter {
  /** Counts one use. Returns null if it is allowed, else the time to wait. */
  take(key: string, limit: Limit): { retryAfterMs: number; firstRefusal: boolean } | null
}

/** Bounds the memory: beyond this number of keys the oldest is dropped. */
const maxKeys = 100_000

export function createMemoryLimiter(clock: Clock): MemoryLimiter {
  const windows = new Map<string, { startedAt: number; count: number }>()
  return {
    take(key, { limit, windowMs }) {
      const now = clock.now()
      const current = windows.get(key)
      if (!current || now - current.startedAt >= windowMs || now < current.startedAt) {
        windows.delete(key)
        windows.set(key, { startedAt: now, count: 1 })
        if (windows.size > maxKeys) forgetOldest(windows)
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
