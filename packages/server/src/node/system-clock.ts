import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock, Random } from '../core/clock-and-random.ts'

/** The clock of the machine. */
export function createClock(): Clock {
  return { now: () => Date.now() }
}

const poolSize = 4_096

/** Randomness of the operating system, read in larger blocks: each request needs a dozen small values. */
export function createRandom(): Random {
  const pool = new Uint8Array(poolSize)
  let used = poolSize
  return {
    bytes(length) {
      if (length > poolSize / 8) return randomBytes(length)
      if (used + length > poolSize) {
        randomFillSync(pool)
        used = 0
      }
      const bytes = pool.slice(used, used + length)
      // Erased, so that no copy of a secret stays in the pool.
      pool.fill(0, used, used + length)
      used += length
      return bytes
    },
  }
}
