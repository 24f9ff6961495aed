// A Vitest reporter that prints each failure at once, because a long run may be aborted before its summary.
import type { Reporter, TestCase } from 'vitest/node'
import { describeError, pathOf } from './report.ts'

export default class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    if (state !== 'failed') return
    console.log(`\n${pathOf(test.module)} > ${test.fullName} failed:`)
    for (const error of errors) console.log(describeError(error))
  }
}
