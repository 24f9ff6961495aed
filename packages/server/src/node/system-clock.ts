import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock, Random } from '../core/clock-and-random.ts'

/** The machine's clock. */
export function createClock(): Clock {
  return { now: () => Date.now() }
}

const drawnAtOnce = 4_096

/** The operating system's randomness, drawn in larger pieces: each request needs a dozen small ones. */
export function createRandom(): Random {
  const drawn = new Uint8Array(drawnAtOnce)
  let used = drawnAtOnce
  return {
    bytes(length) {
      if (length > drawnAtOnce / 8) return randomBytes(length)
      if (used + length > drawnAtOnce) {
        randomFillSync(drawn)
        used = 0
      }
      const taken = drawn.slice(used, used + length)
      // What was handed out is nowhere else.
      drawn.fill(0, used, used + length)
      used += length
      return taken
    },
  }
}
