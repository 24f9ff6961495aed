import type { Random } from '../../core/clock-and-random.ts'

const firstMs = 1_000
const longestMs = 300_000

/**
 * How long to wait after the `attempt`-th failure (1 is the first): 1 s, doubling to 5 min. The upper half of each
 * step is random, so that messages that failed together are not retried together.
 */
export function backoffMs(attempt: number, random: Random): number {
  const step = Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 16))
  const [high = 0, low = 0] = random.bytes(2)
  const fraction = (high * 256 + low) / 65_536
  return Math.max(firstMs, Math.round(step / 2 + (step / 2) * fraction))
}
