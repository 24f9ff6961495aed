import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const options = { count: 2, longestWaitMs: 5_000, mostWaiting: 2 }

it('gives a place at once while there is one, and then to whoever has waited longest', async () => {
  const places = createConcurrencyLimiter(options)
  expect([places.take(), places.take(), places.taken()]).toEqual([undefined, undefined, 2])
  const order: string[] = []
  const first = places.take()?.then(() => order.push('first'))
  const second = places.take()?.then(() => order.push('second'))
  places.leave()
  await first
  // Handed on, not freed: nobody slips in.
  expect([order, places.taken()]).toEqual([['first'], 2])
  places.leave()
  await second
  places.leave()
  places.leave()
  expect([order, places.taken()]).toEqual([['first', 'second'], 0])
})

it('turns away who has waited too long, and whoever comes when too many wait', async () => {
  const places = createConcurrencyLimiter(options)
  for (let count = 0; count < options.count; count += 1) places.take()
  const waiting = [places.take(), places.take()].map((one) => one?.catch((error) => error.type))
  expect(() => places.take()).toThrow('service_unavailable')
  await vi.advanceTimersByTimeAsync(options.longestWaitMs)
  expect(await Promise.all(waiting)).toEqual(['service_unavailable', 'service_unavailable'])
  // Who has gone is given nothing.
  places.leave()
  expect([places.taken(), places.take()]).toEqual([1, undefined])
})
