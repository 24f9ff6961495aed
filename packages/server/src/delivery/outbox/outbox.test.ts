import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVault } from '../../core/vault.ts'
import { createMovableClock, type MovableClock } from '../../dev/clock.ts'
import { openSqlite } from '../../storage/operations/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Delivery, DeliveryError, type Message } from '../delivery.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const start = Date.UTC(2030, 0, 1)
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
const message: Message = {
  channel: 'email',
  to: 'ada@example.com',
  subject: '042137 is your code',
  text: '042137',
  html: '<p>042137</p>',
  codes: ['042137'],
  links: [],
}

let storage: Storage
let clock: MovableClock
const vault = createVault([{ id: 'k1', key: random.bytes(32) }], random)
const stopping: Outbox[] = []

beforeEach(async () => {
  storage = await openSqlite({ path: ':memory:' })
  clock = createMovableClock({ now: () => start })
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(stopping.splice(0).map((outbox) => outbox.stop()))
  await storage.close()
})

interface Attempt {
  at: number
  key: string
  message: Message
}

/** A carrier whose attempts fail with the given errors, in order, and then succeed. */
function carrier(...outcomes: (Error | null)[]): Delivery & { attempts: Attempt[] } {
  const attempts: Attempt[] = []
  return {
    attempts,
    async send(sent, { idempotencyKey }) {
      attempts.push({ at: clock.now() - start, key: idempotencyKey, message: sent })
      const outcome = outcomes.shift()
      if (outcome) throw outcome
    },
  }
}

function open(delivery: Delivery, logger?: Parameters<typeof createOutbox>[0]['logger']): Outbox {
  const outbox = createOutbox({ storage, delivery, vault, clock, random, logger })
  stopping.push(outbox)
  return outbox
}

const enqueue = (outbox: Outbox, key = 'key-1', lifeMs = 300_000) =>
  storage.transaction((tx) =>
    outbox.enqueue(tx, 'project-1', message, { expiresAt: clock.now() + lifeMs, idempotencyKey: key }),
  )

/** How many messages are neither delivered nor given up: all of them expire in the far future. */
const stillQueued = async () => (await storage.outbox.expire(Number.MAX_SAFE_INTEGER, 100)).length
const hour = 3_600_000
const temporaryFailure = new DeliveryError('SMTP 451', { permanent: false })

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

describe('createOutbox', () => {
  it('sends an enqueued message once and marks it as delivered', async () => {
    const delivery = carrier()
    const outbox = open(delivery)
    await enqueue(outbox)
    await outbox.drain()
    await outbox.drain()
    expect(delivery.attempts).toEqual([{ at: 0, key: 'key-1', message }])
    expect(await stillQueued()).toBe(0)
  })

  it('seals a queued message for its own row', async () => {
    const outbox = open(carrier())
    await enqueue(outbox, 'key-1', 100_000_000)
    const [row] = await storage.outbox.lease({ now: clock.now(), leaseMs: 0, limit: 1 })
    expect(JSON.stringify(row)).not.toMatch(/042137|ada@example/)
    expect(() => vault.open(row?.payloadSealed ?? '', `outbox:project-2:${row?.id}`)).toThrow()
    expect(JSON.parse(vault.open(row?.payloadSealed ?? '', `outbox:project-1:${row?.id}`))).toEqual(message)
  })

  it('sends no message of a transaction that was rolled back', async () => {
    const delivery = carrier()
    const outbox = open(delivery)
    const rolledBack = storage.transaction(async (tx) => {
      await outbox.enqueue(tx, 'project-1', message, { expiresAt: clock.now() + 1_000, idempotencyKey: 'key-1' })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await outbox.drain()
    expect(delivery.attempts).toEqual([])
  })

  it('sends a message right after the commit while it runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const delivery = carrier()
    const outbox = open(delivery)
    const lease = vi.spyOn(storage.outbox, 'lease')
    outbox.start()
    await until(() => lease.mock.settledResults[0]?.type === 'fulfilled')
    await enqueue(outbox)
    // The regular poll comes every second; a new message does not wait for it.
    await vi.advanceTimersByTimeAsync(150)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(delivery.attempts).toEqual([{ at: 0, key: 'key-1', message }])
  })

  it('retries a temporary failure with the same key after growing delays', async () => {
    const delivery = carrier(temporaryFailure, new Error('reset'), temporaryFailure)
    const outbox = open(delivery)
    await enqueue(outbox, 'key-1', 3_600_000)
    for (let second = 0; second < 60 && delivery.attempts.length < 4; second++) {
      await outbox.drain()
      clock.advance(250)
    }
    const waits = delivery.attempts.map(({ at }, index) => at - (delivery.attempts[index - 1]?.at ?? 0))
    expect(delivery.attempts.map(({ key }) => key)).toEqual(Array(4).fill('key-1'))
    expect(waits.map((wait, index) => wait >= Math.max(1_000, 2 ** index * 250) - 250)).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect(await stillQueued()).toBe(0)
  })

  it('gives up at once on a permanent failure and marks the message as failed', async () => {
    const delivery = carrier(new DeliveryError('SMTP 550', { permanent: true }))
    const outbox = open(delivery)
    await enqueue(outbox, 'key-1', 100_000_000)
    await outbox.drain()
    clock.advance(3_600_000)
    await outbox.drain()
    expect([delivery.attempts.length, await stillQueued()]).toEqual([1, 0])
  })

  it('gives up when the message expires', async () => {
    const delivery = carrier(temporaryFailure, temporaryFailure, temporaryFailure, temporaryFailure, temporaryFailure)
    const outbox = open(delivery)
    await enqueue(outbox, 'key-1', 2_500)
    for (let step = 0; step < 40; step++) {
      await outbox.drain()
      clock.advance(250)
    }
    expect(delivery.attempts.length).toBeGreaterThan(1)
    expect(delivery.attempts.every(({ at }) => at < 2_500)).toBe(true)
    expect(await stillQueued()).toBe(0)
  })

  it('gives up a message that would expire before its next attempt', async () => {
    const outbox = open(carrier(temporaryFailure))
    await enqueue(outbox, 'key-1', 500)
    await outbox.drain()
    expect(await stillQueued()).toBe(0)
  })

  it('never sends a message that expired before its first attempt', async () => {
    const delivery = carrier()
    const outbox = open(delivery)
    await enqueue(outbox, 'key-1', 1_000)
    clock.advance(1_000)
    await outbox.drain()
    expect([delivery.attempts, await stillQueued()]).toEqual([[], 0])
  })

  it('takes over the message of a dead worker with the same key when its lease expires', async () => {
    const delivery = carrier()
    const outbox = open(delivery)
    await enqueue(outbox)
    await storage.outbox.lease({ now: clock.now(), leaseMs: 60_000, limit: 1 })
    await outbox.drain()
    expect(delivery.attempts).toEqual([])
    clock.advance(60_000)
    await outbox.drain()
    expect(delivery.attempts).toEqual([{ at: 60_000, key: 'key-1', message }])
  })

  it('does not send a message a third time after two workers died while sending it', async () => {
    const delivery = carrier()
    const outbox = open(delivery)
    await enqueue(outbox)
    for (let deaths = 0; deaths < 2; deaths += 1) {
      await storage.outbox.lease({ now: clock.now(), leaseMs: 60_000, limit: 1 })
      clock.advance(60_000)
    }
    await outbox.drain()
    expect([delivery.attempts, await stillQueued()]).toEqual([[], 0])
  })

  it('counts a connection that broke after the hand-over as unanswered, but not a rejection', async () => {
    const brokenConnection = new DeliveryError('SMTP ECONNECTION', { permanent: false, isAnswer: false })
    let sends = 0
    const outbox = open({
      async send(_message, { onHandedOver }) {
        sends += 1
        onHandedOver?.()
        throw sends < 3 ? temporaryFailure : brokenConnection
      },
    })
    await enqueue(outbox, 'key-1', hour)
    for (let second = 0; second < 600; second += 1) {
      await outbox.drain()
      clock.advance(1_000)
    }
    // Two rejections, then two broken connections.
    expect([sends, await stillQueued()]).toEqual([4, 0])
  })

  it('divides messages between two workers', async () => {
    const delivery = carrier()
    const workers = [open(delivery), open(delivery)]
    for (let i = 0; i < 40; i++) await enqueue(workers[0] as Outbox, `key-${i}`)
    await Promise.all(workers.map((worker) => worker.drain()))
    const keys = delivery.attempts.map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([40, 40])
  })

  it('does not let a slow carrier hold up other messages', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const sent: string[] = []
    const outbox = open({
      async send(_message, { idempotencyKey }) {
        if (idempotencyKey === 'slow') await held
        sent.push(idempotencyKey)
      },
    })
    outbox.start()
    await enqueue(outbox, 'slow')
    await enqueue(outbox, 'quick')
    await until(() => sent.length === 1)
    release()
    await until(() => sent.length === 2)
    expect(sent).toEqual(['quick', 'slow'])
  })

  it('aborts a send when the carrier does not respond for 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let arrived: (signal: AbortSignal) => void = () => {}
    const isSending = new Promise<AbortSignal>((resolve) => {
      arrived = resolve
    })
    const outbox = open({
      send(_message, { signal }) {
        arrived(signal)
        return new Promise(() => {})
      },
    })
    await enqueue(outbox)
    const drained = outbox.drain()
    const signal = await isSending
    await vi.advanceTimersByTimeAsync(29_999)
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await drained
    expect(signal.aborted).toBe(true)
    const again = await storage.outbox.lease({ now: clock.now() + 1_000, leaseMs: 0, limit: 9 })
    expect(again.map(({ state, attempts }) => [state, attempts])).toEqual([['queued', 2]])
  })

  /** A carrier that never responds, with or without reporting the hand-over of the message. */
  function silent({ handsOver }: { handsOver: boolean }): Delivery & { signals: AbortSignal[] } {
    const signals: AbortSignal[] = []
    return {
      signals,
      send(_message, { signal, onHandedOver }) {
        signals.push(signal)
        if (handsOver) onHandedOver?.()
        return new Promise(() => {})
      },
    }
  }

  /** Advances clock and timers. Meanwhile another worker looks for messages without a lease. */
  async function pass(ms: number, other: Outbox): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10_000) {
      const step = Math.min(10_000, ms - passed)
      clock.advance(step)
      await vi.advanceTimersByTimeAsync(step)
      await other.drain()
    }
  }

  const fakeTime = () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

  it('waits ten minutes for the response to a handed-over message and repeats it at most once', async () => {
    fakeTime()
    const carriers = silent({ handsOver: true })
    const rival = carrier()
    const [outbox, other] = [open(carriers), open(rival)]
    await enqueue(outbox, 'key-1', hour)
    for (const attempt of [1, 2]) {
      const drained = outbox.drain()
      await until(() => carriers.signals.length === attempt)
      await pass(599_999, other)
      expect(carriers.signals.at(-1)?.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await drained
      expect(carriers.signals.at(-1)?.aborted).toBe(true)
      clock.advance(2_000)
    }
    clock.advance(300_000)
    for (const worker of [outbox, other]) await worker.drain()
    // No other worker took the message while this one waited for the response.
    expect([carriers.signals.length, rival.attempts, await stillQueued()]).toEqual([2, [], 0])
  })

  it('tries a carrier that never responds at most twice, the second time with a longer timeout', async () => {
    fakeTime()
    const carriers = silent({ handsOver: false })
    const rival = carrier()
    const [outbox, other] = [open(carriers), open(rival)]
    await enqueue(outbox, 'key-1', hour)
    for (const [attempt, timeoutMs] of [30_000, 240_000].entries()) {
      const drained = outbox.drain()
      await until(() => carriers.signals.length === attempt + 1)
      await pass(timeoutMs - 1, other)
      expect(carriers.signals.at(-1)?.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await drained
      clock.advance(2_000)
    }
    clock.advance(300_000)
    await outbox.drain()
    expect([carriers.signals.length, rival.attempts, await stillQueued()]).toEqual([2, [], 0])
  })

  it('waits for a response no longer than until the message expires', async () => {
    fakeTime()
    const carriers = silent({ handsOver: true })
    const outbox = open(carriers)
    await enqueue(outbox, 'key-1', 120_000)
    const drained = outbox.drain()
    await until(() => carriers.signals.length === 1)
    clock.advance(119_999)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(carriers.signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await drained
    expect(await stillQueued()).toBe(0)
  })

  it('repeats a notice to a client application without a limit on unanswered attempts', async () => {
    fakeTime()
    let noticesSent = 0
    const notices = (): Promise<void> => {
      noticesSent += 1
      return new Promise(() => {})
    }
    const outbox = createOutbox({ storage, delivery: carrier(), vault, clock, random, notices })
    stopping.push(outbox)
    const row = { projectId: 'project-1', id: 'notice-1' }
    await storage.outbox.enqueue({
      ...{ ...row, channel: 'http', payloadSealed: vault.seal('{}', `outbox:project-1:notice-1`), idempotencyKey: 'n' },
      ...{
        state: 'queued',
        attempts: 0,
        unanswered: 0,
        nextAttemptAt: clock.now(),
        leasedUntil: null,
        createdAt: clock.now(),
      },
      expiresAt: clock.now() + hour,
    })
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const drained = outbox.drain()
      await until(() => noticesSent === attempt)
      await vi.advanceTimersByTimeAsync(30_000)
      await drained
      clock.advance(60_000)
    }
    expect(await stillQueued()).toBe(1)
  })

  it('sends messages of other channels while a mail server accepts everything and never responds', async () => {
    fakeTime()
    const sent: string[] = []
    const waiting = silent({ handsOver: true })
    const outbox = open({
      async send(one, options) {
        if (one.channel === 'email') return waiting.send(one, options)
        sent.push(one.to)
      },
    })
    outbox.start()
    for (let index = 0; index < 100; index += 1) await enqueue(outbox, `mail-${index}`)
    clock.advance(1)
    await storage.transaction((tx) =>
      outbox.enqueue(
        tx,
        'project-1',
        { ...message, channel: 'sms', to: '+15005550006' },
        { expiresAt: clock.now() + hour, idempotencyKey: 'text-1' },
      ),
    )
    for (let second = 0; second < 10 && sent.length === 0; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(sent).toEqual(['+15005550006'])
    const stop = outbox.stop()
    await vi.advanceTimersByTimeAsync(3_000)
    await stop
    // Messages in flight return to the outbox; unsent messages are unchanged.
    expect(await stillQueued()).toBe(100)
  })

  it('does not return a handed-over message to the outbox a second time when it stops', async () => {
    const carriers = silent({ handsOver: true })
    const enqueued = open(carriers)
    await enqueue(enqueued, 'key-1', hour)
    for (const attempt of [1, 2]) {
      const outbox = open(carriers)
      outbox.start()
      await until(() => carriers.signals.length === attempt)
      fakeTime()
      const stop = outbox.stop()
      await vi.advanceTimersByTimeAsync(3_000)
      await stop
      vi.useRealTimers()
    }
    const delivery = carrier()
    await open(delivery).drain()
    expect([delivery.attempts, await stillQueued()]).toEqual([[], 0])
  })

  it('waits for sends in flight when it stops', async () => {
    let release = () => {}
    let arrived = () => {}
    const isSending = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const outbox = open({
      send: () =>
        new Promise((resolve) => {
          arrived()
          release = resolve
        }),
    })
    outbox.start()
    await enqueue(outbox)
    await isSending
    let stopped = false
    const stop = outbox.stop().then(() => {
      stopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stopped).toBe(false)
    release()
    await stop
    expect(await stillQueued()).toBe(0)
  })

  it('returns a hanging message to the outbox when it stops, for the next worker to send at once', async () => {
    let arrived = () => {}
    const isSending = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const outbox = open({
      send: () => {
        arrived()
        return new Promise(() => {})
      },
    })
    outbox.start()
    await enqueue(outbox)
    await isSending
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stop = outbox.stop()
    await vi.advanceTimersByTimeAsync(3_000)
    await stop
    const delivery = carrier()
    await open(delivery).drain()
    expect(delivery.attempts).toEqual([{ at: 0, key: 'key-1', message }])
  })

  it('continues after a database failure and logs neither recipient nor code', async () => {
    const lines: string[] = []
    const write = (fields: Record<string, unknown>, text: string) => void lines.push(JSON.stringify([fields, text]))
    const delivery = carrier(Object.assign(new Error('550 ada@example.com 042137'), { code: 'EENVELOPE' }))
    const outbox = open(delivery, { info: write, warn: write, error: write })
    await enqueue(outbox)
    const lease = vi.spyOn(storage.outbox, 'lease').mockRejectedValueOnce(new Error('the database is unreachable'))
    outbox.start()
    await until(() => lease.mock.calls.length === 1)
    outbox.kick()
    await until(() => delivery.attempts.length === 1)
    await outbox.drain()
    clock.advance(5_000)
    await outbox.drain()
    expect(delivery.attempts.length).toBe(2)
    expect(lines.join('\n')).toContain('delivered')
    expect(lines.join('\n')).not.toMatch(/ada@|042137/)
  })
})
