import { expect, it } from 'vitest'
import { complaintsAbout, namedBy } from './clauses.ts'

/** The source has # for the area of a clause, because the check reads this file too. */
const found = (source: string): string[] => namedBy(source.replaceAll('#', 'W-OTP-')).map((id) => id.slice(6))

it('finds the clauses that tests of `npm test` name', () => {
  const source = `
describe('a group [#01]', () => {
  it('does one thing [#02] [#03]', () => undefined)
  it.each([1, 2])('does another thing %i [#04]', () => undefined)
  it.skip('does nothing [#05]', () => undefined)
  // it('is a comment [#06]', () => undefined)
})`
  expect(found(source)).toEqual(['02', '03', '04'])
})

it('ignores the tests that only the full run contains', () => {
  const source = `
it('runs always [#01]', () => undefined)
itInFullRun('runs sometimes [#02]', () => undefined)
itInFullRun.each([1, 2])(
  'runs sometimes too %i [#03]',
  () => undefined,
)
describeInFullRun('a group', () => {
  describe('another group', () => {
    it('runs sometimes [#04]', () => undefined)
  })
})
describe('a group that runs always', () => {
  describeInFullRun.each([1, 2])('a group %i', () => {
    it('runs sometimes [#05]', () => undefined)
  })

  it('runs always [#06]', () => undefined)
})`
  expect(found(source)).toEqual(['01', '06'])
})

/** The ids are put together, because the check reads this file too. */
const id = (area: string, number: number) => `${area}-${number}`
const clauses = [id('W-OTP', 1), id('B-ORG', 1), id('B-ORG', 2)].map((one) => ({ id: one, text: 'does it' }))
const complaints = (named: string[], open: string[]) => complaintsAbout(clauses, new Set(named), open)

it('accepts open clauses of business projects only', () => {
  const [otp, first, second] = [id('W-OTP', 1), id('B-ORG', 1), id('B-ORG', 2)]
  expect(complaints([otp], [first, second])).toEqual([])
  expect(complaints([otp], [first])).toEqual([`No test names ${second}: does it`])
  expect(complaints([], [otp, first, second])).toEqual([`No test names ${otp}: does it`])
})

it('rejects an open clause that a test names, and one that is not in the specification', () => {
  const [otp, first, second, unknown] = [id('W-OTP', 1), id('B-ORG', 1), id('B-ORG', 2), id('B-ORG', 3)]
  expect(complaints([otp, first], [first, second])).toEqual([expect.stringContaining(`${first} is not open`)])
  expect(complaints([otp], [first, second, unknown])).toEqual([expect.stringContaining(`${unknown} is not open`)])
  expect(complaints([otp, unknown], [first, second])).toEqual([`A test names ${unknown}, which is not a clause.`])
})
