import { retryJitterMs } from '@latchkey/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffDelay } from './refresh.ts'

const attempts = fc.nat({ max: 1000 })
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const base = (attempt: number): number => 2000 * 2 ** Math.min(attempt, 7)

describe('the retry delay', () => {
  it('starts the retry delay at two seconds and doubles it [C-REF-07]', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffDelay(attempt, 0.5))).toEqual([
      2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000,
    ])
  })

  it('does not increase the retry delay after the seventh attempt [C-REF-08]', () => {
    expect([7, 8, 20, 1000].map((attempt) => backoffDelay(attempt, 0.5))).toEqual([256_000, 256_000, 256_000, 256_000])
  })

  it('adds up to 175 ms of jitter to the retry delay on both sides [C-REF-09]', () => {
    expect([backoffDelay(0, 0), backoffDelay(0, 1 - 2 ** -32)]).toEqual([1825, expect.closeTo(2175, 3)])
    fc.assert(
      fc.property(attempts, chances, (attempt, chance) => {
        const delay = backoffDelay(attempt, chance)
        expect(delay).toBeGreaterThanOrEqual(base(attempt) - retryJitterMs)
        expect(delay).toBeLessThanOrEqual(base(attempt) + retryJitterMs)
      }),
      { numRuns: 10_000 },
    )
  })

  it('never waits less than Retry-After', () => {
    fc.assert(
      fc.property(attempts, chances, fc.nat({ max: 2 ** 40 }), (attempt, chance, asked) => {
        expect(backoffDelay(attempt, chance, asked)).toBe(Math.max(backoffDelay(attempt, chance), asked))
      }),
      { numRuns: 10_000 },
    )
  })
})
