import { retryAttemptCap, retryBaseMs, retryJitterMs } from '@latchkey/contract'

/**
 * How long to wait before try number `attempt` (from 0) is repeated: doubling from 2 s, the exponent capped,
 * with a little jitter, and never less than the server asked for.
 */
export function backoffDelay(attempt: number, random: number, retryAfterMs = 0): number {
  const delay = retryBaseMs * 2 ** Math.min(attempt, retryAttemptCap) + (random * 2 - 1) * retryJitterMs
  return Math.max(delay, retryAfterMs)
}
