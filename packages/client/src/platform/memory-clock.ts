interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** A clock that stands still until it is moved. */
export interface VirtualClock {
  now(): number
  /** Runs once; the returned function cancels it. */
  setTimeout(run: () => void, ms: number): () => void
  /** Moves time and runs what falls due, one after another, letting promises settle in between. */
  advance(ms: number): Promise<void>
  /** The same without waiting for anything. */
  tick(ms: number): void
  /** Changes what the clock shows, as a person or a time server does: timers do not care. */
  jump(ms: number): void
  /** How many timers wait. */
  pending(): number
}

/** Lets every promise that can settle do so, calls of a fetch handler in the same process included. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** `settled` waits for what each timer has set off; a provider on a real database needs longer than one turn. */
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
