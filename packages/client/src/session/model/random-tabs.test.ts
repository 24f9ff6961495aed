import fc from 'fast-check'
import { expect, it } from 'vitest'
import { actions, runTabs } from './random-tabs.suite.ts'

const { MODEL_RUNS, MODEL_SEED, MODEL_PATH } = process.env
const numRuns = Number(MODEL_RUNS ?? 300)

it(`three tabs agree after 60 steps of anything, ${numRuns} times [C-SES-06] [C-REF-10]`, async () => {
  await expect(
    fc.assert(fc.asyncProperty(fc.scheduler(), actions, runTabs), {
      numRuns,
      // The short run is the same every time, so that red says something of the change; the long one explores.
      // A counterexample is run again with the seed and the path that it names.
      ...(MODEL_SEED ? { seed: Number(MODEL_SEED) } : MODEL_RUNS ? {} : { seed: 1 }),
      ...(MODEL_PATH ? { path: MODEL_PATH } : {}),
      endOnFailure: true,
      includeErrorInReport: true,
    }),
  ).resolves.toBeUndefined()
}, 900_000)
