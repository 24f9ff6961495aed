/** First come, first served. */
export interface Mutex {
  /** Undefined when the lock was free and is now taken; otherwise a promise of it. */
  lock(): Promise<void> | undefined
  unlock(): void
}

export function createMutex(): Mutex {
  let taken = false
  const waiting: (() => void)[] = []
  return {
    lock() {
      if (taken) return new Promise((resolve) => waiting.push(resolve))
      taken = true
      return undefined
    },
    unlock() {
      // Passed directly to the next waiter, so that no other caller gets it in between.
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}
