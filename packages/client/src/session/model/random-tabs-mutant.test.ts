import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { actions, runTabs } from './random-tabs.suite.ts'

// The very client of the other test, with its commit guard taken out.
vi.mock('../session-state.ts', async (load) => ({ ...(await load<object>()), mayCommit: () => true }))

it('without the commit guard, the run of three tabs fails', async () => {
  const property = fc.asyncProperty(fc.scheduler(), actions, runTabs)
  await expect(fc.assert(property, { numRuns: 300, endOnFailure: true, includeErrorInReport: true })).rejects.toThrow(
    /an ended session is back|the tabs disagree|not the cookie’s/,
  )
}, 120_000)
