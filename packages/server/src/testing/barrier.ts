import type { Storage } from '../storage/storage.ts'

/** Holds callers until `count` have arrived, then releases all at once. */
export interface Barrier {
  arrive(): Promise<void>
  /** How many callers were released together. */
  readonly met: number
}

export function createBarrier(count: number): Barrier {
  let waiting: (() => void)[] = []
  let met = 0
  return {
    arrive() {
      return new Promise((resolve) => {
        waiting.push(resolve)
        if (waiting.length < count) return
        met = waiting.length
        const released = waiting
        waiting = []
        for (const release of released) release()
      })
    },
    get met() {
      return met
    },
  }
}

/** Every transaction waits at the barrier before it begins, so that all callers are inside the handler. */
export function withBarrier(storage: Storage): {
  storage: Storage
  set(barrier: Pick<Barrier, 'arrive'> | null): void
} {
  let current: Pick<Barrier, 'arrive'> | null = null
  const transaction: Storage['transaction'] = async (work) => {
    await current?.arrive()
    return storage.transaction(work)
  }
  return {
    storage: { ...storage, transaction },
    set(barrier) {
      current = barrier
    },
  }
}
