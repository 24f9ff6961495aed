import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rfc3339 } from './rfc3339.ts'

describe('rfc3339', () => {
  it('is the text of `toISOString`, also before 1970, after the year 9999 and for fractions', () => {
    const instant = fc.oneof(
      fc.integer({ min: -8.64e15, max: 8.64e15 }),
      fc.integer({ min: 0, max: 4e12 }),
      fc.double({ min: 0, max: 4e12, noNaN: true }),
    )
    fc.assert(
      fc.property(instant, (one) => {
        expect(rfc3339(one)).toBe(new Date(one).toISOString())
      }),
      { numRuns: 10_000 },
    )
  })

  it('keeps no date of another day', () => {
    const first = Date.UTC(2026, 10, 19, 23, 59, 59, 999)
    expect([first, first + 1, first].map(rfc3339)).toEqual([
      ...['2026-11-19T23:59:59.999Z', '2026-11-20T00:00:00.000Z', '2026-11-19T23:59:59.999Z'],
    ])
  })

  it('rejects what is not a date', () => {
    expect(() => rfc3339(Number.NaN)).toThrow(RangeError)
    expect(() => rfc3339(8.64e15 + 1)).toThrow(RangeError)
  })
})
