import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('reports the depth and the age of the outbox as they are at each scrape, with one query', async () => {
  let waitedMs = 0
  let queries = 0
  const metrics = createMetrics({
    async outbox() {
      queries += 1
      return { depth: [{ channel: 'email', queued: waitedMs / 1_000, oldestAt: 0 }], now: waitedMs }
    },
  })
  const scrape = async () => (await metrics.text()).match(/^latchkey_outbox_\w+\{channel="email"\} \d+$/gm)
  for (const seconds of [5, 9]) {
    waitedMs = seconds * 1_000
    expect(await scrape()).toEqual([
      `latchkey_outbox_oldest_age_seconds{channel="email"} ${seconds}`,
      `latchkey_outbox_depth{channel="email"} ${seconds}`,
    ])
  }
  expect(queries).toBe(2)
  metrics.close()
})

it('reports no outbox gauge, and the rest of the metrics, without the database', async () => {
  const metrics = createMetrics({ outbox: () => Promise.reject(new Error('down')) })
  const text = await metrics.text()
  expect(text.match(/^latchkey_outbox_\w+\{/gm)).toBeNull()
  expect(text).toContain('latchkey_event_loop_delay_seconds{')
  metrics.close()
})
