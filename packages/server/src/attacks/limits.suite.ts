import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, expect } from 'vitest'
import type { LimitName } from '../core/limits.ts'
import type { Storage } from '../storage/storage.ts'
import type { LimitVerbs } from '../storage/verbs.ts'
import { createBarrier } from '../testing/barrier.ts'

/** The storage steps of one call: each transaction, and each use of a counter outside of a transaction. */
interface Trace {
  steps: number
  /** The counters that were used, and the step of each. */
  counted: { key: string; step: number }[]
  arrive(step: number): Promise<void>
}

/**
 * Holds calls at the step in which they use a counter. That is not always the first step, because a call can use other
 * counters in an earlier transaction.
 */
export interface HeldCounters {
  storage: Storage
  /** The step in which a call uses the counter of a limit; null if it uses no counter in the storage. */
  stepOf(name: LimitName, call: () => Promise<unknown>): Promise<number | null>
  /** Runs `concurrency` calls and holds each before this step until all of them have reached it. */
  raceAt<T>(step: number, concurrency: number, call: (index: number) => Promise<T>): Promise<T[]>
}

/** Disabled at the end: an enabled one slows down every promise of the test files that run after this one. */
const traces = new AsyncLocalStorage<Trace>()
afterAll(() => traces.disable())

export function withHeldCounters(storage: Storage): HeldCounters {
  async function begin(trace: Trace | undefined): Promise<number> {
    if (!trace) return 0
    trace.steps += 1
    const step = trace.steps
    await trace.arrive(step)
    return step
  }
  const withTrace = (limits: LimitVerbs, trace: Trace | undefined, step: number): LimitVerbs => ({
    ...limits,
    consume(projectId, key, window, now) {
      trace?.counted.push({ key, step })
      return limits.consume(projectId, key, window, now)
    },
  })
  const newTrace = (arrive: Trace['arrive']): Trace => ({ steps: 0, counted: [], arrive })

  return {
    storage: {
      ...storage,
      limits: {
        ...storage.limits,
        async consume(...args) {
          const trace = traces.getStore()
          return withTrace(storage.limits, trace, await begin(trace)).consume(...args)
        },
      },
      async transaction(work) {
        const trace = traces.getStore()
        const step = await begin(trace)
        return storage.transaction((tx) => work({ ...tx, limits: withTrace(tx.limits, trace, step) }))
      },
    },
    async stepOf(name, call) {
      const trace = newTrace(async () => undefined)
      await traces.run(trace, call)
      return trace.counted.find(({ key }) => key.startsWith(`${name}:`))?.step ?? null
    },
    async raceAt(step, concurrency, call) {
      const barrier = createBarrier(concurrency)
      const arrive = async (reached: number) => {
        if (reached === step) await barrier.arrive()
      }
      const answers = await Promise.all(
        Array.from({ length: concurrency }, (_, index) => traces.run(newTrace(arrive), () => call(index))),
      )
      expect(barrier.met).toBe(concurrency)
      return answers
    },
  }
}
