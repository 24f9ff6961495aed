import { expect, it } from 'vitest'
import { timeOfIssue } from './time-of-issue.ts'

const at = { now: 1_000_500, skewSeconds: 60 }

it.each([
  ['the end of a second', 1_000, 1_000_999],
  ['an earlier second', 900, 900_999],
  ['the exact time of a fraction', 1_000.25, 1_000_250],
  ['the difference of clocks earlier, if it is in the future', 1_001, 941_000],
  ['the difference of clocks earlier, at the limit', 1_060.5, 1_000_500],
])('is %s', (_, iat, expected) => {
  expect(timeOfIssue(iat, at)).toBe(expected)
})

it('is unknown without a number, and too far in the future', () => {
  for (const iat of [undefined, null, '1000', '', Number.NaN, Number.POSITIVE_INFINITY, [1_000], {}, true, 1_060.501])
    expect([iat, timeOfIssue(iat, at)]).toEqual([iat, null])
})
