import { noTracing, type Span, type SpanStart } from '../../core/tracing.ts'
import type { OutboxRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { Message } from '../delivery.ts'
import { leaseMs } from './lease.ts'
import { loggedReason, type OutboxDeps } from './outbox-deps.ts'
import { enqueueMessage } from './outbox-row.ts'
import { createPolling } from './polling.ts'
import { sendRow } from './send-row.ts'
import { createSendSlots } from './send-slots.ts'

export interface Outbox {
  /**
   * Adds a message to the transaction that causes it. It is sent right after the commit, and never if the
   * transaction is rolled back. The key stays the same on every attempt (it becomes the Message-ID).
   */
  enqueue(
    tx: StorageVerbs,
    projectId: string,
    message: Message,
    options: { expiresAt: number; idempotencyKey: string; purpose?: string },
  ): Promise<void>
  /** Whether messages of this channel can be sent at all. */
  delivers(channel: Message['channel']): boolean
  /** Looks for due messages now instead of at the next poll. */
  kick(): void
  start(): void
  /** Takes no new messages and waits for those in flight; a send that takes over three seconds returns to the outbox. */
  stop(): Promise<void>
  /** Sends every due message and waits for the outcomes, whether or not the worker runs. */
  drain(): Promise<void>
}

const stopGraceMs = 3_000
const expireBatch = 500
const expireEveryMs = 5_000

/**
 * Messages are sent at least once; a repeat is the same message with the same key. A message that got no response twice
 * (from the carrier, or because the worker died) may have arrived twice, so it is not sent a third time.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, delivery, clock, logger, onOutcome, tracing = noTracing } = deps
  const inFlight = new Set<Promise<void>>()
  const polling = createPolling()
  const slots = createSendSlots({ onFree: polling.kick })
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let filling: Promise<unknown> = Promise.resolve()
  let expiredAt = Number.NEGATIVE_INFINITY
  let stopped = false
  const isStopped = (): boolean => stopped

  async function send(row: OutboxRecord): Promise<void> {
    try {
      const isCarrierBusy = slots.isCarrierBusy(row.channel)
      await tracing.run(
        () => spanOf(row),
        (span) => sendRow(reportOutcome(deps, span), row, { isCarrierBusy, stopping: stopping.signal, span }),
      )
    } catch (error) {
      // The database is unavailable: the lease expires and the message is leased again.
      logger?.error({ reason: loggedReason(error) }, 'outbox could not store an outcome')
    }
  }

  /** Runs one at a time: the worker and a drain must not both count the same free slots. */
  function fill(): Promise<number> {
    const filled = filling.then(takeDue)
    filling = filled.catch(() => {})
    return filled
  }

  /** Starts as many sends as there are slots; a slow carrier does not delay other messages. Returns their number. */
  async function takeDue(): Promise<number> {
    const limit = slots.free()
    if (limit <= 0) return 0
    const now = clock.now()
    await expireUnsent(now)
    const rows = await storage.outbox.lease({ now, leaseMs, limit })
    for (const row of rows) {
      const task = slots.run(row.channel, () => send(row)).then(() => void inFlight.delete(task))
      inFlight.add(task)
    }
    return rows.length
  }

  async function expireUnsent(now: number): Promise<void> {
    if (Math.abs(now - expiredAt) < expireEveryMs) return
    for (const { channel, isDecoy } of await storage.outbox.expire(now, expireBatch))
      if (!isDecoy) onOutcome?.(channel, 'dropped', null)
    expiredAt = now
  }

  async function run(): Promise<void> {
    while (!isStopped()) {
      polling.begin()
      try {
        while (!isStopped() && (await fill()) > 0);
      } catch (error) {
        logger?.error({ reason: loggedReason(error) }, 'outbox could not read the database')
      }
      if (!isStopped()) await polling.next()
    }
  }

  return {
    delivers: (channel) => delivery.channels?.includes(channel) ?? true,
    async enqueue(tx, projectId, message, options) {
      const queuedBy = tracing.activeSpan() ?? undefined
      await enqueueMessage(tx, deps, projectId, message, { ...options, queuedBy })
      if (running && !stopped) polling.kickSoon()
    },
    kick: polling.kick,
    start() {
      if (!stopped) running ??= run()
    },
    async stop() {
      stopped = true
      polling.stop()
      polling.kick()
      await running
      const grace = setTimeout(() => stopping.abort(new Error('the provider is stopping')), stopGraceMs)
      await Promise.all(inFlight)
      clearTimeout(grace)
    },
    async drain() {
      for (;;) {
        await Promise.all(inFlight)
        if ((await fill()) === 0 && inFlight.size === 0) return
      }
    },
  }
}

/** One attempt is a trace of its own: the request that queued the message does not wait for it. */
function spanOf({ projectId, id, channel, attempts }: OutboxRecord): SpanStart {
  return {
    name: `deliver ${channel}`,
    kind: 'consumer',
    attributes: {
      'latchkey.project_id': projectId,
      'latchkey.outbox_id': id,
      'latchkey.channel': channel,
      'latchkey.attempt': attempts,
    },
    parent: 'none',
  }
}

function reportOutcome(deps: OutboxDeps, span: Span): OutboxDeps {
  return {
    ...deps,
    onOutcome(channel, outcome, purpose) {
      span.setAttributes({ 'latchkey.outcome': outcome, ...(purpose === null ? {} : { 'latchkey.purpose': purpose }) })
      if (outcome !== 'accepted') span.fail(outcome)
      deps.onOutcome?.(channel, outcome, purpose)
    },
  }
}
