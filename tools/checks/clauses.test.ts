import { expect, it } from 'vitest'
import { namedBy } from './clauses.ts'

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
