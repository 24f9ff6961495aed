import type { OutboxRecord } from '../../storage/records.ts'
import { DeliveryError } from '../delivery.ts'
import { loggedReason, type OutboxDeps } from './outbox-deps.ts'

/** A worker renews a lease while it waits for a response, so that only the messages of a dead worker are taken over. */
export const leaseMs = 60_000
const renewEveryMs = 20_000

export interface Lease {
  /** Aborts when the time is over or the outbox stops. */
  signal: AbortSignal
  isOver(): boolean
  /** Restarts the timeout with this duration. */
  extend(toMs: number): void
  /** Resolves after the last renewal, so that the outcome is written after it. */
  end(): Promise<void>
}

/** Limits the duration of a send, at most to the expiry of its message, and renews the lease until then. */
export function holdLease(
  { storage, clock, logger }: Pick<OutboxDeps, 'storage' | 'clock' | 'logger'>,
  row: OutboxRecord,
  { timeoutMs, stopping }: { timeoutMs: number; stopping: AbortSignal },
): Lease {
  const late = new AbortController()
  const giveUp = (): void => late.abort(new DeliveryError('no response in time', { permanent: false }))
  const start = (forMs: number) => setTimeout(giveUp, Math.max(0, Math.min(forMs, row.expiresAt - clock.now())))
  let timer = start(timeoutMs)
  let isEnded = false
  let renewal: Promise<void> = Promise.resolve()
  const renewing = setInterval(() => {
    renewal = storage.outbox
      .extendLease(row.projectId, row.id, clock.now() + leaseMs)
      .catch((error: unknown) => logger?.error({ reason: loggedReason(error) }, 'outbox could not renew a lease'))
  }, renewEveryMs)
  renewing.unref()
  return {
    signal: AbortSignal.any([late.signal, stopping]),
    isOver: () => late.signal.aborted,
    extend(toMs) {
      if (isEnded) return
      clearTimeout(timer)
      timer = start(toMs)
    },
    end() {
      isEnded = true
      clearTimeout(timer)
      clearInterval(renewing)
      return renewal
    },
  }
}
