import type { Vault } from '../security/vault.ts'
import type { OutboxRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import type { Clock, Random } from '../world.ts'
import { backoffMs } from './backoff.ts'
import { type Delivery, DeliveryError, type Message } from './delivery.ts'

/** What the outbox tells an operator. Fields never hold a recipient, a code or a link. */
export interface OutboxLogger {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export interface OutboxWorld {
  storage: Storage
  delivery: Delivery
  vault: Vault
  clock: Clock
  random: Random
  /** Tells applications what they have to know; rejects as `delivery` does. */
  notices?: ((notice: string, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<void>) | undefined
  logger?: OutboxLogger | undefined
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
    options: { expiresAt: number; idempotencyKey: string },
  ): Promise<void>
  /** Looks for due messages now instead of at the next poll. */
  kick(): void
  start(): void
  /** Takes nothing new and waits for what is on its way; whatever still hangs after three seconds is put back. */
  stop(): Promise<void>
  /** Sends everything that is due by the clock and waits for it, whether or not the worker runs. */
  drain(): Promise<void>
}

/** A lease outlives the send's own time-out, so that only a dead worker's messages are taken over. */
const leaseMs = 60_000
const sendTimeoutMs = 30_000
const stopGraceMs = 3_000
const pollMs = 1_000
const concurrency = 16
const expireBatch = 500
const expireEveryMs = 5_000
/** The commit follows the enqueue within milliseconds; these looks catch it long before the poll would. */
const looksAfterEnqueueMs = [2, 20, 150] as const

/** Mail and messages leave at least once, and a repeated one is the same message with the same key. */
export function createOutbox(world: OutboxWorld): Outbox {
  const { storage, delivery, vault, clock, random, logger } = world
  const inFlight = new Set<Promise<void>>()
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
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new DeliveryError('no answer in time', { permanent: false })),
      sendTimeoutMs,
    )
    const signal = AbortSignal.any([late.signal, stopping.signal])
    let to = ''
    try {
      const payload = vault.open(row.payloadSealed, outboxSealContext(row))
      const options = { idempotencyKey: row.idempotencyKey, signal }
      if (row.channel === 'http') {
        await untilAborted(world.notices?.(payload, options) ?? Promise.resolve(), signal)
      } else {
        const message = JSON.parse(payload) as Message
        to = message.to
        await untilAborted(delivery.send(message, options), signal)
      }
    } catch (error) {
      const now = clock.now()
      if (error instanceof DeliveryError && error.permanent) {
        logger?.warn({ ...fields, reason: error.message }, 'delivery refused for good')
        // Whoever asks next is told, instead of waiting for what cannot come.
        if (error.suppression !== null && to !== '' && row.channel !== 'http')
          await storage.suppressions.add({
            ...{ channel: row.channel, address: to, reason: error.suppression, createdAt: now },
          })
        return storage.outbox.failed(row.projectId, row.id, now)
      }
      // A send cut short by stop() is the next worker's at once: nothing is known to be wrong with it.
      const nextAttemptAt = stopping.signal.aborted ? now : now + backoffMs(row.attempts, random)
      if (nextAttemptAt >= row.expiresAt) {
        logger?.warn({ ...fields, reason: reasonOf(error) }, 'delivery given up: the message would be worthless')
        return storage.outbox.failed(row.projectId, row.id, now)
      }
      logger?.warn({ ...fields, reason: reasonOf(error) }, 'delivery failed, trying again')
      return storage.outbox.retry(row.projectId, row.id, nextAttemptAt)
    } finally {
      clearTimeout(timer)
    }
    await storage.outbox.delivered(row.projectId, row.id, clock.now())
    logger?.info(fields, 'delivered')
  }

  /** One at a time: the worker and a drain must not both count the same free places. */
  function fill(): Promise<number> {
    const filled = filling.then(takeDue)
    filling = filled.catch(() => {})
    return filled
  }

  /** Fills the free places; a slow carrier holds its own place and nobody else's. Returns how many it took. */
  async function takeDue(): Promise<number> {
    const free = concurrency - inFlight.size
    if (free <= 0) return 0
    const now = clock.now()
    if (Math.abs(now - expiredAt) >= expireEveryMs) {
      await storage.outbox.expire(now, expireBatch)
      expiredAt = now
    }
    const rows = await storage.outbox.lease({ now, leaseMs, limit: free })
    for (const row of rows) {
      const task = send(row)
        // The store is away: the lease runs out and the message is taken again.
        .catch((error: unknown) => logger?.error({ reason: reasonOf(error) }, 'outbox could not write an outcome'))
        .then(() => {
          inFlight.delete(task)
          // A full house has likely left messages waiting.
          if (inFlight.size === concurrency - 1) kick()
        })
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
    async enqueue(tx, projectId, message, { expiresAt, idempotencyKey }) {
      const id = `outbox-${Buffer.from(random.bytes(16)).toString('hex')}`
      const now = clock.now()
      await tx.outbox.enqueue({
        projectId,
        id,
        channel: message.channel,
        payloadSealed: vault.seal(JSON.stringify(message), outboxSealContext({ projectId, id })),
        idempotencyKey,
        state: 'queued',
        attempts: 0,
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

/** Adapters may not be able to stop half-way; the worker does not wait for them. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let abort: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
    aborted.catch(() => {})
    work.catch(() => {})
  }
}

/** Carriers put addresses into their messages; only our own words and error codes are logged. */
function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError) return error.message
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'unknown'
}
