// A Vitest reporter that writes the result of each test to the file TEST_REPORT. Unlike Vitest's JSON report it has the
// difference between the expected and the received value.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

export interface ReportedTest {
  /** The titles of its groups and its own. */
  name: string
  state: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo'
  /** Message, difference and stack of each error. */
  errors: string[]
  /** Cases that the test has tried, if it counts them. */
  variants?: number
}

export interface ReportedFile {
  /** The path relative to the root of the project. */
  file: string
  seconds: number
  /** Errors outside of the tests: of the file itself, or of a hook. */
  errors: string[]
  tests: ReportedTest[]
}

export interface Report {
  files: ReportedFile[]
  /** Errors that belong to no file, such as an unhandled rejection. */
  errors: string[]
}

/** Vitest loads the default export. */
export default class TestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.TEST_REPORT
    if (!path) throw new Error('TEST_REPORT is not set: it is the path of the report.')
    const report: Report = { files: modules.map(reportFile), errors: unhandled.map((error) => describeError(error)) }
    writeFileSync(path, JSON.stringify(report))
  }
}

function reportFile(module: TestModule): ReportedFile {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return {
    file: pathOf(module),
    seconds: (duration + collectDuration + setupDuration) / 1000,
    errors: [module, ...module.children.allSuites()].flatMap(errorsOf),
    tests: [...module.children.allTests()].map(reportTest),
  }
}

function errorsOf(group: TestModule | TestSuite): string[] {
  const where = group.type === 'suite' ? `${group.fullName}\n` : ''
  return group.errors().map((error) => where + describeError(error))
}

function reportTest(test: TestCase): ReportedTest {
  const { state, errors = [] } = test.result()
  const { variants } = test.meta() as { variants?: number }
  return {
    name: test.fullName,
    state: test.options.mode === 'todo' ? 'todo' : state,
    errors: errors.map((error) => describeError(error)),
    ...(variants === undefined ? {} : { variants }),
  }
}

/** The path of a test file relative to the root of the project. */
export function pathOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId).replaceAll('\\', '/')
}

/** Long values are cut: the end of a log with several failures must show each of them. */
const maxLines = 60

/** The message, the difference and the first frames of the stack, without codes for colors. */
export function describeError(error: SerializedError): string {
  const { name = 'Error', message = '', diff, stacks = [], cause } = error
  const frames = stacks.slice(0, 3).map(({ method, file, line, column }) => {
    const place = `${relative(process.cwd(), file).replaceAll('\\', '/')}:${line}:${column}`
    return `  at ${method ? `${method} (${place})` : place}`
  })
  return [
    shorten(`${name}: ${message}`),
    ...(typeof diff === 'string' && diff !== '' ? [shorten(diff)] : []),
    ...frames,
    ...(isError(cause) ? [`Caused by ${describeError(cause)}`] : []),
  ].join('\n')
}

const isError = (value: unknown): value is SerializedError =>
  typeof value === 'object' && value !== null && 'message' in value

function shorten(text: string): string {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n')
  const left = lines.length - maxLines
  return left <= 0 ? lines.join('\n') : [...lines.slice(0, maxLines), `… ${left} more lines`].join('\n')
}
