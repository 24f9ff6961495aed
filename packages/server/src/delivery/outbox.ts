import type { Clock, Random } from '../core/clock-and-random.ts'
import type { Vault } from '../core/vault.ts'
import type { OutboxRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { backoffMs } from './backoff.ts'
import { type Delivery, DeliveryError, type Message } from './delivery.ts'
import type { DeliveryChannel, DeliveryOutcome } from './delivery-health.ts'
import { untilAborted } from './until-aborted.ts'

/** The log of the outbox. Fields never contain a recipient, a code or a link. */
export interface OutboxLogger {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export interface OutboxDeps {
  storage: Storage
  delivery: Delivery
  vault: Vault
  clock: Clock
  random: Random
  /** Sends a notice to a client application; rejects as `delivery` does. */
  notices?: ((notice: string, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<void>) | undefined
  logger?: OutboxLogger | undefined
  /** Called once per attempt, and once per message that expired unsent. `purpose` as given to `enqueue`. */
  onOutcome?: ((channel: DeliveryChannel, outcome: DeliveryOutcome, purpose: string | null) => void) | undefined
}

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

/** A worker renews a lease while it waits for a response, so that only the messages of a dead worker are taken over. */
const leaseMs = 60_000
const renewEveryMs = 20_000
const sendTimeoutMs = 30_000
/** A repeat is the last attempt, so it waits longer, but less than the five minutes after which `fetch` fails. */
const repeatTimeoutMs = 240_000
/** How long to wait for the response to a message that the carrier has. Less leads to copies (RFC 5321 §4.5.3.2.6). */
const answerTimeoutMs = 600_000
const stopGraceMs = 3_000
const pollMs = 1_000
const concurrency = 16
/** A send that takes longer is no longer counted against `concurrency`. */
const slowAfterMs = 2_000
/** The most sends of one channel that wait for a slow carrier. Further messages are retried later; other channels go on. */
const slowPerChannel = 48
const expireBatch = 500
const expireEveryMs = 5_000
/** The commit follows the enqueue within milliseconds; polling at these times finds it long before the next poll. */
const pollsAfterEnqueueMs = [2, 20, 150] as const

/**
 * Messages are sent at least once; a repeat is the same message with the same key. A message that got no response twice
 * (from the carrier, or because the worker died) may have arrived twice, so it is not sent a third time.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, delivery, vault, clock, random, logger, onOutcome } = deps
  const inFlight = new Set<Promise<void>>()
  /** Sends that count against `concurrency`, and slow sends per channel, which do not. */
  let activeSends = 0
  const slowSends = new Map<OutboxRecord['channel'], number>()
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const earlyPolls = new Map<number, ReturnType<typeof setTimeout>>()
  let filling: Promise<unknown> = Promise.resolve()
  let expiredAt = Number.NEGATIVE_INFINITY
  let wake: () => void = () => {}
  let woken = false

  function kick(): void {
    woken = true
    wake()
  }

  /**
   * The loop waits in its own asynchronous context: a timer set inside `enqueue` would otherwise carry the
   * caller's transaction with it.
   */
  function nextPoll(): Promise<void> {
    if (woken) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function send(row: OutboxRecord): Promise<void> {
    const fields = { project_id: row.projectId, outbox_id: row.id, channel: row.channel, attempt: row.attempts }
    // A repeated notice to a client application is harmless. A message to a user is repeated at most once.
    const isToUser = row.channel !== 'http'
    let purpose: string | null = null
    const giveUp = (reason: string): Promise<void> => {
      onOutcome?.(row.channel, 'failed', purpose)
      logger?.warn({ ...fields, reason }, 'delivery outcome unknown after a repeat: not retried')
      return storage.outbox.markFailed(row.projectId, row.id, clock.now())
    }
    if (isToUser && row.unanswered > 1) return giveUp('the worker died')
    const isRepeat = isToUser && row.unanswered > 0
    const wait = waitFor(row, isRepeat ? repeatTimeoutMs : sendTimeoutMs)
    const { signal } = wait
    let isHandedOver = false
    let to = ''
    try {
      if ((slowSends.get(row.channel) ?? 0) >= slowPerChannel)
        throw new DeliveryError('too many messages wait for this carrier', { permanent: false })
      const payload = vault.open(row.payloadSealed, outboxSealContext(row))
      const { idempotencyKey } = row
      if (isToUser) {
        const { purpose: named = null, ...message } = JSON.parse(payload) as Message & { purpose?: string }
        purpose = named
        to = message.to
        const onHandedOver = (): void => {
          isHandedOver = true
          wait.extend(answerTimeoutMs)
        }
        await untilAborted(delivery.send(message, { idempotencyKey, signal, onHandedOver }), signal)
      } else {
        await untilAborted(deps.notices?.(payload, { idempotencyKey, signal }) ?? Promise.resolve(), signal)
      }
    } catch (error) {
      await wait.end()
      const now = clock.now()
      if (error instanceof DeliveryError && error.permanent) {
        onOutcome?.(row.channel, 'rejected', purpose)
        logger?.warn({ ...fields, reason: error.message }, 'delivery rejected permanently')
        // The next request for a message to this address gets an error instead of waiting for a message in vain.
        if (error.suppression !== null && to !== '' && row.channel !== 'http')
          await storage.suppressions.add({
            ...{ channel: row.channel, address: to, reason: error.suppression, createdAt: now },
          })
        return storage.outbox.markFailed(row.projectId, row.id, now)
      }
      const isAnswered = error instanceof DeliveryError && error.isAnswer
      const isUnanswered = wait.isOver() || (isHandedOver && !isAnswered)
      if (isRepeat && isUnanswered) return giveUp(reasonOf(error))
      // A send that stop() aborted did not fail: the next worker may send it at once.
      const nextAttemptAt = stopping.signal.aborted ? now : now + backoffMs(row.attempts, random)
      if (nextAttemptAt >= row.expiresAt) {
        onOutcome?.(row.channel, 'failed', purpose)
        logger?.warn(
          { ...fields, reason: reasonOf(error) },
          'delivery given up: the message would expire before the next attempt',
        )
        return storage.outbox.markFailed(row.projectId, row.id, now)
      }
      // A send that stop() aborted says nothing about the health of the carrier.
      if (!stopping.signal.aborted) onOutcome?.(row.channel, 'retried', purpose)
      logger?.warn({ ...fields, reason: reasonOf(error) }, 'delivery failed, trying again')
      return storage.outbox.retry(row.projectId, row.id, nextAttemptAt, isUnanswered ? 'unanswered' : undefined)
    }
    await wait.end()
    onOutcome?.(row.channel, 'accepted', purpose)
    await storage.outbox.markDelivered(row.projectId, row.id, clock.now())
    logger?.info(fields, 'delivered')
  }

  /** Limits the duration of a send, at most to the expiry of its message, and renews the lease until then. */
  function waitFor(row: OutboxRecord, ms: number) {
    const late = new AbortController()
    const giveUp = (): void => late.abort(new DeliveryError('no response in time', { permanent: false }))
    const start = (forMs: number) => setTimeout(giveUp, Math.max(0, Math.min(forMs, row.expiresAt - clock.now())))
    let timer = start(ms)
    let isEnded = false
    let renewal: Promise<void> = Promise.resolve()
    const renewing = setInterval(() => {
      renewal = storage.outbox
        .extendLease(row.projectId, row.id, clock.now() + leaseMs)
        .catch((error: unknown) => logger?.error({ reason: reasonOf(error) }, 'outbox could not renew a lease'))
    }, renewEveryMs)
    renewing.unref()
    return {
      signal: AbortSignal.any([late.signal, stopping.signal]),
      isOver: () => late.signal.aborted,
      /** Restarts the timeout with this duration. */
      extend(toMs: number): void {
        if (isEnded) return
        clearTimeout(timer)
        timer = start(toMs)
      },
      /** Resolves after the last renewal, so that the outcome is written after it. */
      end(): Promise<void> {
        isEnded = true
        clearTimeout(timer)
        clearInterval(renewing)
        return renewal
      },
    }
  }

  /** Counts a send against `concurrency` while it is fast, and against the limit of its channel once it is slow. */
  async function sendCounted(row: OutboxRecord): Promise<void> {
    const countSlow = (by: number): void => void slowSends.set(row.channel, (slowSends.get(row.channel) ?? 0) + by)
    let isSlow = false
    activeSends += 1
    const timer = setTimeout(() => {
      isSlow = true
      activeSends -= 1
      countSlow(1)
      kick()
    }, slowAfterMs)
    timer.unref()
    try {
      await send(row)
    } catch (error) {
      // The database is unavailable: the lease expires and the message is leased again.
      logger?.error({ reason: reasonOf(error) }, 'outbox could not store an outcome')
    } finally {
      clearTimeout(timer)
      if (isSlow) {
        countSlow(-1)
      } else {
        activeSends -= 1
        // While all sends were in use, more messages may have become due.
        if (activeSends === concurrency - 1) kick()
      }
    }
  }

  /** Runs one at a time: the worker and a drain must not both count the same free sends. */
  function fill(): Promise<number> {
    const filled = filling.then(takeDue)
    filling = filled.catch(() => {})
    return filled
  }

  /** Starts sends up to `concurrency`; a slow carrier does not delay other messages. Returns how many were started. */
  async function takeDue(): Promise<number> {
    const free = concurrency - activeSends
    if (free <= 0) return 0
    const now = clock.now()
    if (Math.abs(now - expiredAt) >= expireEveryMs) {
      for (const { channel, isDecoy } of await storage.outbox.expire(now, expireBatch))
        if (!isDecoy) onOutcome?.(channel, 'dropped', null)
      expiredAt = now
    }
    const rows = await storage.outbox.lease({ now, leaseMs, limit: free })
    for (const row of rows) {
      const task = sendCounted(row).then(() => void inFlight.delete(task))
      inFlight.add(task)
    }
    return rows.length
  }

  async function run(): Promise<void> {
    while (!isStopped()) {
      woken = false
      try {
        while (!isStopped() && (await fill()) > 0);
      } catch (error) {
        logger?.error({ reason: reasonOf(error) }, 'outbox could not read the database')
      }
      if (!isStopped()) await nextPoll()
    }
  }

  let stopped = false
  const isStopped = (): boolean => stopped

  return {
    delivers: (channel) => delivery.channels?.includes(channel) ?? true,
    async enqueue(tx, projectId, message, { expiresAt, idempotencyKey, purpose }) {
      const id = `outbox-${Buffer.from(random.bytes(16)).toString('hex')}`
      const now = clock.now()
      await tx.outbox.enqueue({
        projectId,
        id,
        channel: message.channel,
        payloadSealed: vault.seal(JSON.stringify({ ...message, purpose }), outboxSealContext({ projectId, id })),
        idempotencyKey,
        state: 'queued',
        attempts: 0,
        unanswered: 0,
        nextAttemptAt: now,
        leasedUntil: null,
        createdAt: now,
        expiresAt,
      })
      if (!running || stopped) return
      for (const ms of pollsAfterEnqueueMs) {
        if (earlyPolls.has(ms)) continue
        const earlyPoll = setTimeout(() => {
          earlyPolls.delete(ms)
          kick()
        }, ms)
        earlyPolls.set(ms, earlyPoll.unref())
      }
    },
    kick,
    start() {
      if (!stopped) running ??= run()
    },
    async stop() {
      stopped = true
      for (const earlyPoll of earlyPolls.values()) clearTimeout(earlyPoll)
      kick()
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

/** A sealed payload opens only in the row it was written for. */
export function outboxSealContext(row: { projectId: string; id: string }): string {
  return `outbox:${row.projectId}:${row.id}`
}

/** Carriers put addresses into their error messages, so only our own texts and error codes are logged. */
function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError) return error.message
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'unknown'
}
