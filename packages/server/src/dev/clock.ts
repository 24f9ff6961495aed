import type { Clock } from '../core/clock-and-random.ts'

/** A clock that can be moved, so that tests of expiry take milliseconds. */
export interface MovableClock extends Clock {
  /** Moves forward by this many milliseconds, or back if negative. */
  advance(ms: number): void
  /** Jumps to an instant (epoch milliseconds) and runs on from there. */
  set(instant: number): void
  /** Returns to the time of the base clock. */
  reset(): void
  /** The difference to the base clock in milliseconds. */
  offset(): number
}

/**
 * @example
 * const clock = createMovableClock({ now: () => Date.now() })
 * clock.advance(5 * 60_000)
 */
export function createMovableClock(baseClock: Clock): MovableClock {
  let offset = 0
  return {
    now: () => baseClock.now() + offset,
    advance(ms) {
      offset += ms
    },
    set(instant) {
      offset = instant - baseClock.now()
    },
    reset() {
      offset = 0
    },
    offset: () => offset,
  }
}
