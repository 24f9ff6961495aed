// A Vitest reporter that prints each failure at once, because a long run may be aborted before its summary.
export default class FailuresAtOnce {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    if (state !== 'failed') return
    console.log(`\n${test.module.relativeModuleId ?? test.module.moduleId} > ${test.fullName} failed:`)
    for (const { message = '', diff, stacks = [] } of errors) {
      console.log(message)
      if (diff) console.log(diff)
      const [first] = stacks
      if (first) console.log(`  at ${first.file}:${first.line}:${first.column}`)
    }
  }
}
