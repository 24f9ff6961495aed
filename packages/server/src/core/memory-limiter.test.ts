import { describe, expect, it } from 'vitest'
import { createMemoryLimiter } from './memory-limiter.ts'

const day = 24 * 60 * 60_000

function createLimiter() {
  let now = 1_000
  const limiter = createMemoryLimiter({ now: () => now })
  return {
    ...limiter,
    advance(ms: number) {
      now += ms
    },
  }
}

describe('a limit in memory (R-13)', () => {
  it('allows uses up to the limit in a window, then returns the time to wait', () => {
    const { take, advance } = createLimiter()
    const limit = { limit: 3, windowMs: day }
    expect([take('a', limit), take('a', limit), take('a', limit)]).toEqual([null, null, null])
    advance(1_000)
    expect(take('a', limit)).toEqual({ retryAfterMs: day - 1_000, firstRefusal: true })
    expect(take('a', limit)).toEqual({ retryAfterMs: day - 1_000, firstRefusal: false })
    expect(take('b', limit)).toBeNull()
  })

  it('starts a new window when the old one has ended, and not a millisecond before', () => {
    const { take, advance } = createLimiter()
    const limit = { limit: 1, windowMs: day }
    take('a', limit)
    advance(day - 1)
    expect(take('a', limit)).toEqual({ retryAfterMs: 1, firstRefusal: true })
    advance(1)
    expect(take('a', limit)).toBeNull()
    expect(take('a', limit)).toEqual({ retryAfterMs: day, firstRefusal: true })
  })

  it('does not extend the window by rejected uses', () => {
    const { take, advance } = createLimiter()
    const limit = { limit: 1, windowMs: day }
    take('a', limit)
    for (let hour = 0; hour < 24; hour += 1) {
      expect(take('a', limit)).not.toBeNull()
      advance(day / 24)
    }
    expect(take('a', limit)).toBeNull()
  })

  it('starts a new window when the clock was set back, instead of waiting longer than one window', () => {
    const { take, advance } = createLimiter()
    const limit = { limit: 1, windowMs: day }
    advance(10 * day)
    take('a', limit)
    advance(-9 * day)
    expect(take('a', limit)).toBeNull()
    expect(take('a', limit)).toEqual({ retryAfterMs: day, firstRefusal: true })
  })

  it('stores 100,000 keys and drops the oldest one first', () => {
    const { take } = createLimiter()
    const limit = { limit: 1, windowMs: day }
    for (let index = 0; index < 100_000; index += 1) take(`key ${index}`, limit)
    expect([take('key 0', limit), take('key 99999', limit)]).not.toContain(null)
    take('one more', limit)
    expect(take('key 1', limit)).not.toBeNull()
    expect(take('key 0', limit)).toBeNull()
  })
})
