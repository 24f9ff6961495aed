import type { Clock, Random } from '../core/clock-and-random.ts'
import type { Vault } from '../core/vault.ts'
import type { OutboxRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { backoffMs } from './backoff.ts'
import { type Delivery, DeliveryError, type Message } from './delivery.ts'
import type { DeliveryChannel, DeliveryOutcome } from './delivery-health.ts'
import { untilAborted } from './until-aborted.ts'

/** What the outbox tells an operator. Fields never hold a recipient, a code or a link. */
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
  /** Tells applications what they have to know; rejects as `delivery` does. */
  notices?: ((notice: string, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<void>) | undefined
  logger?: OutboxLogger | undefined
  /** Called once per attempt, and once per message that expired unsent. `purpose` as given to `enqueue`. */
  onOutcome?: ((channel: DeliveryChannel, outcome: DeliveryOutcome, purpose: string | null) => void) | undefined
}

export interface Outbox {
  /**
   * Puts a message into the transaction that makes it true. It leaves at once after the commit, and never if the
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
  /** Takes nothing new and waits for what is on its way; whatever still hangs after three seconds is put back. */
  stop(): Promise<void>
  /** Sends everything that is due by the clock and waits for it, whether or not the worker runs. */
  drain(): Promise<void>
}

/** A lease is renewed for as long as an answer is waited for, so that only a dead worker's messages are taken over. */
const leaseMs = 60_000
const renewEveryMs = 20_000
const sendTimeoutMs = 30_000
/** Nothing follows a repeat without an answer, so it waits longer; `fetch` would fail by itself after five minutes. */
const repeatTimeoutMs = 240_000
/** For the answer to a message that the carrier has. Whoever gives up on it earlier sends copies (RFC 5321, 4.5.3.2.6). */
const answerTimeoutMs = 600_000
const stopGraceMs = 3_000
const pollMs = 1_000
const concurrency = 16
/** A send that takes longer gives its place to another message. */
const slowAfterMs = 2_000
/** So many of a channel wait for a slow carrier at most. The next ones come back later, and other channels go on. */
const slowPerChannel = 48
const expireBatch = 500
const expireEveryMs = 5_000
/** The commit follows the enqueue within milliseconds; these looks catch it long before the poll would. */
const looksAfterEnqueueMs = [2, 20, 150] as const

/**
 * Mail and messages leave at least once, and a repeated one is the same message with the same key. One that was left
 * without an answer twice, by a carrier or by a worker that died with it, may be there twice already: it is not sent a
 * third time.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, delivery, vault, clock, random, logger, onOutcome } = deps
  const inFlight = new Set<Promise<void>>()
  /** How many of them are counted against `concurrency`, and how many of a channel are not. */
  let places = 0
  const slow = new Map<OutboxRecord['channel'], number>()
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const looks = new Map<number, ReturnType<typeof setTimeout>>()
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
  function nextLook(): Promise<void> {
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
    // A copy of a notice to an application harms nobody; a person is sent one more of the same at most.
    const isToPerson = row.channel !== 'http'
    let purpose: string | null = null
    const giveUp = (reason: string): Promise<void> => {
      onOutcome?.(row.channel, 'failed', purpose)
      logger?.warn({ ...fields, reason }, 'delivery not known: repeated already, not tried again')
      return storage.outbox.markFailed(row.projectId, row.id, clock.now())
    }
    if (isToPerson && row.unanswered > 1) return giveUp('the worker died')
    const isRepeat = isToPerson && row.unanswered > 0
    const wait = waitFor(row, isRepeat ? repeatTimeoutMs : sendTimeoutMs)
    const { signal } = wait
    let isHandedOver = false
    let to = ''
    try {
      if ((slow.get(row.channel) ?? 0) >= slowPerChannel)
        throw new DeliveryError('too many wait for this carrier', { permanent: false })
      const payload = vault.open(row.payloadSealed, outboxSealContext(row))
      const { idempotencyKey } = row
      if (isToPerson) {
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
        logger?.warn({ ...fields, reason: error.message }, 'delivery refused for good')
        // Whoever asks next is told, instead of waiting for what cannot come.
        if (error.suppression !== null && to !== '' && row.channel !== 'http')
          await storage.suppressions.add({
            ...{ channel: row.channel, address: to, reason: error.suppression, createdAt: now },
          })
        return storage.outbox.markFailed(row.projectId, row.id, now)
      }
      const isAnswered = error instanceof DeliveryError && error.isAnswer
      const isUnanswered = wait.isOver() || (isHandedOver && !isAnswered)
      if (isRepeat && isUnanswered) return giveUp(reasonOf(error))
      // A send cut short by stop() is the next worker's at once: nothing is known to be wrong with it.
      const nextAttemptAt = stopping.signal.aborted ? now : now + backoffMs(row.attempts, random)
      if (nextAttemptAt >= row.expiresAt) {
        onOutcome?.(row.channel, 'failed', purpose)
        logger?.warn({ ...fields, reason: reasonOf(error) }, 'delivery given up: the message would be worthless')
        return storage.outbox.markFailed(row.projectId, row.id, now)
      }
      // A send that was cut short by stop() says nothing about the carrier.
      if (!stopping.signal.aborted) onOutcome?.(row.channel, 'retried', purpose)
      logger?.warn({ ...fields, reason: reasonOf(error) }, 'delivery failed, trying again')
      return storage.outbox.retry(row.projectId, row.id, nextAttemptAt, isUnanswered ? 'unanswered' : undefined)
    }
    await wait.end()
    onOutcome?.(row.channel, 'accepted', purpose)
    await storage.outbox.markDelivered(row.projectId, row.id, clock.now())
    logger?.info(fields, 'delivered')
  }

  /** The time that a send has, its message's own at most, and the lease on that meanwhile. */
  function waitFor(row: OutboxRecord, ms: number) {
    const late = new AbortController()
    const giveUp = (): void => late.abort(new DeliveryError('no answer in time', { permanent: false }))
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
      /** From now on. */
      extend(toMs: number): void {
        if (isEnded) return
        clearTimeout(timer)
        timer = start(toMs)
      },
      /** What becomes of the message is written after the last renewal. */
      end(): Promise<void> {
        isEnded = true
        clearTimeout(timer)
        clearInterval(renewing)
        return renewal
      },
    }
  }

  /** Holds a place while it is quick, and one of its channel's when it is not. */
  async function sendInPlace(row: OutboxRecord): Promise<void> {
    const count = (by: number): void => void slow.set(row.channel, (slow.get(row.channel) ?? 0) + by)
    let isSlow = false
    places += 1
    const timer = setTimeout(() => {
      isSlow = true
      places -= 1
      count(1)
      kick()
    }, slowAfterMs)
    timer.unref()
    try {
      await send(row)
    } catch (error) {
      // The store is away: the lease runs out and the message is taken again.
      logger?.error({ reason: reasonOf(error) }, 'outbox could not write an outcome')
    } finally {
      clearTimeout(timer)
      if (isSlow) {
        count(-1)
      } else {
        places -= 1
        // A full house has likely left messages waiting.
        if (places === concurrency - 1) kick()
      }
    }
  }

  /** One at a time: the worker and a drain must not both count the same free places. */
  function fill(): Promise<number> {
    const filled = filling.then(takeDue)
    filling = filled.catch(() => {})
    return filled
  }

  /** Fills the free places; a slow carrier holds its own place and nobody else's. Returns how many it took. */
  async function takeDue(): Promise<number> {
    const free = concurrency - places
    if (free <= 0) return 0
    const now = clock.now()
    if (Math.abs(now - expiredAt) >= expireEveryMs) {
      for (const { channel, isDecoy } of await storage.outbox.expire(now, expireBatch))
        if (!isDecoy) onOutcome?.(channel, 'dropped', null)
      expiredAt = now
    }
    const rows = await storage.outbox.lease({ now, leaseMs, limit: free })
    for (const row of rows) {
      const task = sendInPlace(row).then(() => void inFlight.delete(task))
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
        logger?.error({ reason: reasonOf(error) }, 'outbox could not read the store')
      }
      if (!isStopped()) await nextLook()
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
      for (const ms of looksAfterEnqueueMs) {
        if (looks.has(ms)) continue
        const look = setTimeout(() => {
          looks.delete(ms)
          kick()
        }, ms)
        looks.set(ms, look.unref())
      }
    },
    kick,
    start() {
      if (!stopped) running ??= run()
    },
    async stop() {
      stopped = true
      for (const look of looks.values()) clearTimeout(look)
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

/** Carriers put addresses into their messages; only our own words and error codes are logged. */
function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError) return error.message
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'unknown'
}
