import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'vitest'
import type { LimitName } from '../core/limits.ts'
import type { Storage } from '../storage/storage.ts'
import type { LimitVerbs } from '../storage/verbs.ts'
import { createBarrier } from '../testing/barrier.ts'

/** One call's way through the store: each transaction, and each use of a counter outside of one, is a step. */
interface Walk {
  steps: number
  /** Which counters were used, and in which step. */
  counted: { key: string; step: number }[]
  arrive(step: number): Promise<void>
}

/**
 * Holds calls where they count. A call may have counted for something else before, in a transaction of its own, so
 * that its first step is not always the one that a burst has to meet at.
 */
export interface HeldCounters {
  storage: Storage
  /** The step in which a call counts against a limit; null where nothing in the store does. */
  stepOf(name: LimitName, call: () => Promise<unknown>): Promise<number | null>
  /** So many calls, all of which stand before this step together. */
  raceAt<T>(step: number, ways: number, call: (index: number) => Promise<T>): Promise<T[]>
}

export function withHeldCounters(storage: Storage): HeldCounters {
  const walks = new AsyncLocalStorage<Walk>()

  async function begin(walk: Walk | undefined): Promise<number> {
    if (!walk) return 0
    walk.steps += 1
    const step = walk.steps
    await walk.arrive(step)
    return step
  }
  const noting = (limits: LimitVerbs, walk: Walk | undefined, step: number): LimitVerbs => ({
    ...limits,
    consume(projectId, key, window, now) {
      walk?.counted.push({ key, step })
      return limits.consume(projectId, key, window, now)
    },
  })
  const newWalk = (arrive: Walk['arrive']): Walk => ({ steps: 0, counted: [], arrive })

  return {
    storage: {
      ...storage,
      limits: {
        ...storage.limits,
        async consume(...given) {
          const walk = walks.getStore()
          return noting(storage.limits, walk, await begin(walk)).consume(...given)
        },
      },
      async transaction(work) {
        const walk = walks.getStore()
        const step = await begin(walk)
        return storage.transaction((tx) => work({ ...tx, limits: noting(tx.limits, walk, step) }))
      },
    },
    async stepOf(name, call) {
      const walk = newWalk(async () => undefined)
      await walks.run(walk, call)
      return walk.counted.find(({ key }) => key.startsWith(`${name}:`))?.step ?? null
    },
    async raceAt(step, ways, call) {
      const barrier = createBarrier(ways)
      const arrive = async (reached: number) => {
        if (reached === step) await barrier.arrive()
      }
      const answers = await Promise.all(
        Array.from({ length: ways }, (_, index) => walks.run(newWalk(arrive), () => call(index))),
      )
      expect(barrier.met).toBe(ways)
      return answers
    },
  }
}
