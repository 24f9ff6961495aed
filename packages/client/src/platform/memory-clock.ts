interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** A clock that only moves when a test moves it. */
export interface VirtualClock {
  now(): number
  /** Runs once; the returned function cancels it. */
  setTimeout(run: () => void, ms: number): () => void
  /** Advances time and runs due timers in order. Promises settle after each timer. */
  advance(ms: number): Promise<void>
  /** Advances time and runs due timers synchronously. */
  tick(ms: number): void
  /** Changes the time of day without running timers, as when a user sets the clock. */
  jump(ms: number): void
  /** The number of pending timers. */
  pending(): number
}

/**
 * Waits one macrotask, so that pending promises settle.
 *
 * @example
 * await settle()
 */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/**
 * Creates a clock for tests. `settled` waits for the effects of a timer; a provider on a real database needs longer than
 * one macrotask.
 *
 * @example
 * const clock = createVirtualClock()
 * await clock.advance(180_000)
 */
export function createVirtualClock(
  start: number = Date.UTC(2030, 0, 1),
  settled: () => Promise<void> = settle,
): VirtualClock {
  let elapsed = 0
  let shown = start
  let order = 0
  const timers = new Set<Timer>()

  function next(limit: number): Timer | undefined {
    let first: Timer | undefined
    for (const timer of timers) {
      if (timer.at > limit) continue
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer
    }
    return first
  }

  function moveTo(time: number): void {
    shown += time - elapsed
    elapsed = time
  }

  function fire(timer: Timer): void {
    timers.delete(timer)
    moveTo(Math.max(elapsed, timer.at))
    timer.run()
  }

  return {
    now: () => shown,
    setTimeout(run, ms) {
      const timer: Timer = { at: elapsed + Math.trunc(Math.max(0, ms)), order: order++, run }
      timers.add(timer)
      return () => {
        timers.delete(timer)
      }
    },
    async advance(ms) {
      const limit = elapsed + ms
      await settled()
      for (let timer = next(limit); timer; timer = next(limit)) {
        fire(timer)
        await settled()
      }
      moveTo(Math.max(elapsed, limit))
    },
    tick(ms) {
      const limit = elapsed + ms
      for (let timer = next(limit); timer; timer = next(limit)) fire(timer)
      moveTo(Math.max(elapsed, limit))
    },
    jump: (ms) => {
      shown += ms
    },
    pending: () => timers.size,
  }
}
