import type { Clock } from '../core/clock-and-random.ts'
import type { OutboxRecord } from '../storage/records.ts'

/**
 * The outcome of a message or of one attempt: the carrier accepted it, the carrier rejected it permanently, the attempt
 * failed and will be repeated, the message was given up after failures, or it expired before it was ever sent.
 */
export type DeliveryOutcome = 'accepted' | 'rejected' | 'retried' | 'failed' | 'dropped'

export type DeliveryChannel = OutboxRecord['channel']

interface HealthLogger {
  info(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export interface DeliveryHealth {
  record(channel: DeliveryChannel, outcome: DeliveryOutcome): void
  /** Channels without a successful attempt for a while. */
  stuck(): DeliveryChannel[]
}

/** Fewer failures in a row can be a single bad message. */
const failuresInARow = 3
const stuckAfterMs = 60_000

/** Watches whether carriers answer at all. It never stops the provider: sign-in by other methods still works. */
export function createDeliveryHealth({
  clock,
  logger,
}: {
  clock: Clock
  logger?: HealthLogger | undefined
}): DeliveryHealth {
  const failing = new Map<DeliveryChannel, { count: number; since: number; isLogged: boolean }>()

  function isStuck(channel: DeliveryChannel): boolean {
    const state = failing.get(channel)
    return state !== undefined && state.count >= failuresInARow && clock.now() - state.since >= stuckAfterMs
  }

  return {
    record(channel, outcome) {
      if (outcome === 'dropped') return
      if (outcome === 'accepted' || outcome === 'rejected') {
        if (failing.get(channel)?.isLogged) logger?.info({ channel }, 'delivery works again')
        failing.delete(channel)
        return
      }
      const state = failing.get(channel) ?? { count: 0, since: clock.now(), isLogged: false }
      state.count += 1
      failing.set(channel, state)
      if (!isStuck(channel) || state.isLogged) return
      state.isLogged = true
      logger?.error({ channel, failures: state.count }, 'delivery is stuck: no message of this channel is accepted')
    },
    stuck: () => [...failing.keys()].filter(isStuck),
  }
}
