import fc from 'fast-check'
import { expect, it } from 'vitest'
import { actions, runTabs } from './random-tabs.suite.ts'

const numRuns = Number(process.env.MODEL_RUNS ?? 300)

it(`three tabs agree after 60 steps of anything, ${numRuns} times [C-SES-06] [C-REF-10]`, async () => {
  await expect(
    fc.assert(fc.asyncProperty(fc.scheduler(), actions, runTabs), {
      numRuns,
      endOnFailure: true,
      includeErrorInReport: true,
    }),
  ).resolves.toBeUndefined()
}, 900_000)
