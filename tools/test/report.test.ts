import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Report } from './report.ts'
import { runVitest } from './vitest.ts'

const files = {
  'broken.test.js': 'nonsense()',
  'long.test.js': "it('fails', () => expect(Array.from({ length: 500 }, (_, n) => n)).toEqual([]))",
  'sample.test.js': `
describe('a group', () => {
  it('passes', () => {})
  it('fails', () => expect({ user: 'one', factors: 1 }).toEqual({ user: 'two', factors: 1 }))
  it.${'skip'}('is skipped', () => {})
  it.${'todo'}('is planned')
})
describe('a group with a broken hook', () => {
  beforeAll(() => { throw new Error('no database', { cause: new Error('connection refused') }) })
  it('does not run', () => {})
})`,
  'stray.test.js': `
it('passes', async () => {
  Promise.reject(new Error('left behind'))
  await new Promise(setImmediate)
})`,
}

let code: number
let report: Report
const reported = (name: string) => report.files.find(({ file }) => file === name)

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-report-test-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const options = { args: ['--globals', '--root', '.'], cwd: folder, quiet: true, env: { FORCE_COLOR: '1' } }
  ;({ code, report } = await runVitest(options))
  await rm(folder, { recursive: true })
}, 60_000)

it('lists every file and returns the exit code', () => {
  expect({ code, files: report.files.map(({ file }) => file).sort() }).toEqual({ code: 1, files: Object.keys(files) })
})

it('reports a file that cannot be loaded', () => {
  expect(reported('broken.test.js')).toEqual({
    file: 'broken.test.js',
    seconds: expect.any(Number),
    errors: ['ReferenceError: nonsense is not defined\n  at broken.test.js:1:1'],
    tests: [],
  })
})

it('reports the difference, the place and the cause of each failure, without colors', () => {
  expect(reported('sample.test.js')).toEqual({
    file: 'sample.test.js',
    seconds: expect.any(Number),
    errors: [
      expect.stringMatching(
        /^a group with a broken hook\nError: no database\n {2}at sample\.test\.js:9:\d+\nCaused by Error: connection refused/,
      ),
    ],
    tests: [
      { name: 'a group > passes', state: 'passed', errors: [] },
      {
        name: 'a group > fails',
        state: 'failed',
        errors: [
          [
            "AssertionError: expected { user: 'one', factors: 1 } to deeply equal { user: 'two', factors: 1 }",
            '- Expected',
            '+ Received',
            '',
            '  {',
            '    "factors": 1,',
            '-   "user": "two",',
            '+   "user": "one",',
            '  }',
            '  at sample.test.js:4:57',
          ].join('\n'),
        ],
      },
      { name: 'a group > is skipped', state: 'skipped', errors: [] },
      { name: 'a group > is planned', state: 'todo', errors: [] },
      { name: 'a group with a broken hook > does not run', state: 'skipped', errors: [] },
    ],
  })
})

it('reports errors that belong to no test', () => {
  expect(reported('stray.test.js')?.tests).toEqual([{ name: 'passes', state: 'passed', errors: [] }])
  expect(report.errors).toEqual([expect.stringContaining('left behind')])
})

it('shortens long differences', () => {
  const [error] = reported('long.test.js')?.tests[0]?.errors ?? []
  expect(error?.split('\n').length).toBeLessThan(80)
  expect(error).toMatch(/… \d+ more lines/)
})
