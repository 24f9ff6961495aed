import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { actions, runTabs } from './random-tabs.suite.ts'

// The client of the other test without its commit guard.
vi.mock('../session-state.ts', async (load) => ({ ...(await load<object>()), mayCommit: () => true }))

it('the random run of three tabs fails without the commit guard', async () => {
  const property = fc.asyncProperty(fc.scheduler(), actions, runTabs)
  await expect(fc.assert(property, { numRuns: 300, endOnFailure: true, includeErrorInReport: true })).rejects.toThrow(
    /an ended session is back|the tabs disagree|than the cookie/,
  )
}, 120_000)
