/** A lock with a queue. */
export interface Mutex {
  /** Takes the lock. Returns undefined if it was free, otherwise a promise that resolves when the caller has it. */
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
