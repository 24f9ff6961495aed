import { expect, it } from 'vitest'
import { type ArrivalClock, offer, sequence } from './open-loop.ts'
import { createRecorder } from './recorder.ts'

/** A clock that advances only when the test waits for it. */
function manualClock(): ArrivalClock & { pass(ms: number): void } {
  let now = 0
  return {
    now: () => now,
    async sleep(ms) {
      now += ms
    },
    pass(ms) {
      now += ms
    },
  }
}

it('keeps arriving without responses, and measures from the due time', async () => {
  const setup = manualClock()
  const waiting: (() => void)[] = []
  const dueAt: number[] = []
  const arrivedAt: number[] = []
  const offered = offer(
    { perSecond: 100, seconds: 10, random: sequence(1) },
    (due, index) => {
      dueAt.push(due)
      arrivedAt.push(setup.now())
      // The generator is delayed once: arrivals due in that time are late, which the latency shows.
      if (index === 100) setup.pass(1_000)
      if (setup.now() > 9_900) for (const answer of waiting) answer()
      return new Promise((resolve) => waiting.push(resolve))
    },
    setup,
  )
  await Promise.resolve()
  const { arrivals, latestMs } = await offered
  expect(arrivals).toBe(dueAt.length)
  expect(arrivals).toBeGreaterThan(900)
  expect(arrivals).toBeLessThan(1_100)
  expect(Math.round(latestMs / 100)).toBe(10)
  const late = dueAt.filter((due, index) => (arrivedAt[index] ?? 0) - due > 1)
  expect(late.length).toBeGreaterThan(80)
  expect(late.length).toBeLessThan(120)
})

it('counts the outcomes of all calls and reports the p99 latency', () => {
  const recorder = createRecorder()
  for (let ms = 1; ms <= 1_000; ms += 1) recorder.note('refresh', '200', ms)
  recorder.note('refresh', '503 service_unavailable', 5)
  expect(recorder.latency('refresh')).toEqual({ count: 1_000, p50: 500, p95: 950, p99: 990, max: 1_000 })
  expect(recorder.failures()).toEqual(['refresh 503 service_unavailable: 1'])
})
