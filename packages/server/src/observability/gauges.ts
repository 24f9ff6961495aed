import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'
import type { PoolUsage } from '../storage/storage.ts'
import type { OutboxDepth } from '../storage/verbs.ts'

/** Channels without messages report 0: an alert cannot compare with a series that does not exist. */
const channels = ['email', 'sms', 'whatsapp', 'http'] as const

/** Waiting messages, and the age of the oldest. */
export function gaugeOutbox(
  registers: Registry[],
  read: (() => Promise<{ depth: OutboxDepth[]; now: number }>) | undefined,
): void {
  if (!read) return
  // Both gauges of a scrape share one query, because a registry collects all gauges at the same time.
  let reading: Promise<{ depth: OutboxDepth[]; now: number } | null> | undefined
  const readOnce = () => {
    // Without the database there is no value, but the scrape still succeeds.
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauge = (name: string, help: string, toValue: (found: OutboxDepth, now: number) => number): void => {
    new Gauge({
      ...{ name, help, registers },
      labelNames: ['channel'],
      async collect() {
        const known = await readOnce()
        this.reset()
        if (known === null) return
        for (const channel of channels) {
          const found = known.depth.find((one) => one.channel === channel)
          this.set({ channel }, found ? toValue(found, known.now) : 0)
        }
      },
    })
  }
  gauge(
    'latchkey_outbox_oldest_age_seconds',
    'How long the oldest waiting message has waited; 0 without one',
    ({ oldestAt }, now) => Math.max(0, now - oldestAt) / 1_000,
  )
  gauge('latchkey_outbox_depth', 'Messages that wait to be sent', ({ queued }) => queued)
}

/** Connections to PostgreSQL; SQLite has no pool. */
export function gaugePool(registers: Registry[], read: (() => PoolUsage | null) | undefined): void {
  if (!read || read() === null) return
  new Gauge({
    name: 'latchkey_database_connections',
    help: 'Connections of this process: max, open, idle; waiting are requests without one',
    labelNames: ['state'],
    registers,
    collect() {
      const usage = read()
      if (usage) for (const [state, count] of Object.entries(usage)) this.set({ state }, count)
    },
  })
}

/** Delay of the event loop since the last scrape. Measuring starts with the first scrape. */
export function gaugeEventLoop(registers: Registry[]): { close(): void } {
  let histogram: IntervalHistogram | undefined
  new Gauge({
    name: 'latchkey_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape',
    labelNames: ['quantile'],
    registers,
    async collect() {
      if (!histogram) {
        histogram = monitorEventLoopDelay({ resolution: resolutionMs })
        histogram.enable()
        // A first value needs a few samples.
        await new Promise((resolve) => setTimeout(resolve, 4 * resolutionMs))
      }
      for (const quantile of ['0.5', '0.99']) this.set({ quantile }, late(histogram.percentile(Number(quantile) * 100)))
      this.set({ quantile: '1' }, late(histogram.max))
      histogram.reset()
    },
  })
  return { close: () => histogram?.disable() }
}

const resolutionMs = 10

/** The histogram includes the interval of its own timer; only what exceeds it is a delay. */
function late(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3) : 0
}
