import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const options = { count: 2, longestWaitMs: 5_000, mostWaiting: 2 }

it('gives a free slot at once, and a released one to the request that has waited longest', async () => {
  const limiter = createConcurrencyLimiter(options)
  expect([limiter.acquire(), limiter.acquire(), limiter.inUse()]).toEqual([undefined, undefined, 2])
  const order: string[] = []
  const first = limiter.acquire()?.then(() => order.push('first'))
  const second = limiter.acquire()?.then(() => order.push('second'))
  limiter.release()
  await first
  // The slot was handed over, not freed: no later request can take it.
  expect([order, limiter.inUse()]).toEqual([['first'], 2])
  limiter.release()
  await second
  limiter.release()
  limiter.release()
  expect([order, limiter.inUse()]).toEqual([['first', 'second'], 0])
})

it('rejects a request that has waited too long, and any request when too many wait', async () => {
  const limiter = createConcurrencyLimiter(options)
  for (let count = 0; count < options.count; count += 1) limiter.acquire()
  const waiting = [limiter.acquire(), limiter.acquire()].map((one) => one?.catch((error) => error.type))
  expect(() => limiter.acquire()).toThrow('service_unavailable')
  await vi.advanceTimersByTimeAsync(options.longestWaitMs)
  expect(await Promise.all(waiting)).toEqual(['service_unavailable', 'service_unavailable'])
  // A request that has timed out gets no slot.
  limiter.release()
  expect([limiter.inUse(), limiter.acquire()]).toEqual([1, undefined])
})
