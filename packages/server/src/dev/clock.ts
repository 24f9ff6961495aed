import type { Clock } from '../core/clock-and-random.ts'

/** A clock that can be moved, so that every expiry is proven in milliseconds. */
export interface MovableClock extends Clock {
  /** Moves on by so many milliseconds; back, when negative. */
  advance(ms: number): void
  /** Jumps to an instant (epoch milliseconds) and runs on from there. */
  set(instant: number): void
  /** Back to the clock underneath. */
  reset(): void
  /** How far it stands from the clock underneath. */
  offset(): number
}

/**
 * @example
 * const clock = createMovableClock({ now: () => Date.now() })
 * clock.advance(5 * 60_000)
 */
export function createMovableClock(underneath: Clock): MovableClock {
  let offset = 0
  return {
    now: () => underneath.now() + offset,
    advance(ms) {
      offset += ms
    },
    set(instant) {
      offset = instant - underneath.now()
    },
    reset() {
      offset = 0
    },
    offset: () => offset,
  }
}
