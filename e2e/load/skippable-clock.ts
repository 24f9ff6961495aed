import type { VirtualClock } from '@latchkey/client/testing'

/** Real time that can be advanced. Timers of the skipped time fire at once. */
export type SkippableClock = VirtualClock & { skip(ms: number): void }

interface Timer {
  at: number
  run(): void
  handle: ReturnType<typeof setTimeout>
}

export function createSkippableClock(): SkippableClock {
  const timers = new Set<Timer>()
  let skipped = 0
  const now = (): number => Date.now() + skipped

  function arm(timer: Timer): void {
    timer.handle = setTimeout(
      () => {
        timers.delete(timer)
        timer.run()
      },
      Math.max(0, timer.at - now()),
    )
  }

  function skip(ms: number): void {
    skipped += ms
    for (const timer of timers) {
      clearTimeout(timer.handle)
      arm(timer)
    }
  }

  return {
    now,
    skip,
    setTimeout(run, ms) {
      const timer: Timer = { at: now() + Math.max(0, ms), run, handle: undefined as never }
      timers.add(timer)
      arm(timer)
      return () => {
        timers.delete(timer)
        clearTimeout(timer.handle)
      }
    },
    async advance(ms) {
      skip(ms)
    },
    tick: skip,
    jump(ms) {
      skipped += ms
    },
    pending: () => timers.size,
  }
}
