import { it, type TestFunction, type TestOptions } from 'vitest'
import { runsOn } from '../storage/testing/engine-cases.ts'
import type { Engine } from './harness.ts'

/**
 * An `it` for tests that use the storage in the same way as many others: in `npm test` each of them runs on one engine.
 * The full run has all of them on both. Tests of attacks and races use the `it` of Vitest, and run on both engines.
 */
export function takeTurns(
  engine: Engine,
): (title: string, ...work: [TestFunction] | [TestOptions, TestFunction]) => void {
  let index = -1
  return (title, ...work) => {
    index += 1
    if (!runsOn(engine, index)) return
    if (work.length === 1) it(title, work[0])
    else it(title, ...work)
  }
}
