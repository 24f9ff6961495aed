// A reporter of the test runner that says what failed when it fails: of a run that takes an hour, and is perhaps cut
// short, nobody should have to wait for the end to learn why.
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
