import { randomBytes } from 'node:crypto'
import type { Clock, Random } from '../world.ts'

/** The machine's clock. */
export function createClock(): Clock {
  return { now: () => Date.now() }
}

/** The operating system's randomness. */
export function createRandom(): Random {
  return { bytes: (length) => randomBytes(length) }
}
