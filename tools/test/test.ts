// `npm test`: runs all checks and tests, and ends with the failures and the count.
//   npm test                            small counts of races and kills, one case of each matrix
//   npm run test:full                   the counts of the test plan and every matrix
//   npm test -- client e2e/inbox        only the tests of a package or below a path, without the checks
//   npm test -- --changed[=<commit>]    only the tests that import a changed file, without the checks
// Other options (`-t <title>`) are passed to Vitest.
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { runChecks } from '../checks/run-checks.ts'
import { installChromium, installDesktopChromium } from './chromium.ts'
import { runVitest } from './vitest.ts'

const args = process.argv.slice(2)
const full = args.includes('--full')
const selection = args.filter((argument) => argument !== '--full').map(pathOfPackage)
const isByTitle = selection.some((argument) => /^(-t|--testNamePattern)/.test(argument))
// The short run uses a fixed seed, so that a failure is caused by the change. The full run uses a random one.
const FUZZ_SEED = process.env.FUZZ_SEED ?? String(full ? randomInt(2 ** 31) : 1)
const scale: Record<string, string> = full
  ? {
      RACE_ROUNDS: '500',
      MODEL_RUNS: '10000',
      MODEL_DEPTH: '12',
      FUZZ_RUNS: '500',
      SAML_FUZZ_RUNS: '50000',
      FAULT_CYCLES: '10',
      MAIL_SENDS: '200',
      LEAK_MOUNTS: '1000',
      PROPERTY_RUNS: '100000',
      TEST_MATRIX: 'full',
    }
  : {}

const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
// The checks create the tarballs, and the browser tests install them into host applications.
if (selection.length === 0) process.env.TEST_TARBALLS = join(reports, 'tarballs')
// The installation mostly waits for the network, and only the last tests need a browser.
const chromium = installChromium()

let passed = 0
/** Printed at the end, because often only the end of a long log is kept. */
const failed: string[] = []
/** The wall time of the checks and of each run of Vitest. */
const times: string[] = []
const started = Date.now()

interface Run {
  projects: string[]
  files?: string[]
  env?: Record<string, string>
}

/** Groups of Vitest projects that run one after another. */
const runs: Run[] = [
  { projects: ['unit', 'unit-alone', 'server', 'jsdom', 'happy-dom'] },
  // The full run measures throughput under faults, so nothing else may run at the same time. Otherwise one run uses the
  // processors while the longest fault test ends.
  ...(full ? [{ projects: ['faults'] }, { projects: ['browser'] }] : [{ projects: ['faults', 'browser'] }]),
]
if (full) {
  runs.push({ projects: ['further-browser'] }, { projects: ['attacks'] }, { projects: ['browser-attacks'] })
  // Another build of PostgreSQL can differ in the storage layer and in crash recovery.
  const embedded = { TEST_POSTGRES: 'embedded' }
  runs.push({ projects: ['server'], files: ['packages/server/src/storage'], env: embedded })
  runs.push({ projects: ['faults'], files: ['e2e/faults/kill'], env: embedded })
  const desktop = await installDesktopChromium()
  const both = ['browser', 'further-browser']
  if (desktop) runs.push({ projects: both, env: { CHROMIUM_PATH: desktop } })
  else console.log('No desktop Chromium here: the browser tests run on the headless shell only.')
}
// Runs with files of their own repeat a part of another run: they do not belong to a selection.
if (selection.length === 0) {
  // Many checks wait for npm and for files: one at a time uses what the tests leave of the processors.
  await Promise.all([runAllChecks(), runs[0] && runProjects(runs[0])])
  for (const one of runs.slice(1)) await runProjects(one)
} else for (const one of runs.filter(({ files }) => !files)) await runProjects({ ...one, files: selection })
rmSync(reports, { recursive: true, force: true })

/** `client` and `@latchkey/client` are the folder of the package; anything else is a path or an option of Vitest. */
function pathOfPackage(argument: string): string {
  const name = argument.replace(/^@latchkey\//, '')
  const folders = ['packages', 'apps'].map((parent) => `${parent}/${name}`)
  return folders.find((folder) => /^[\w-]+$/.test(name) && existsSync(join(root, folder))) ?? argument
}

async function runAllChecks(): Promise<void> {
  const begun = Date.now()
  const results = await runChecks(undefined, [], 1)
  times.push(`checks: ${Math.round((Date.now() - begun) / 1000)} s`)
  passed += results.filter(({ ok }) => ok).length
  failed.push(...results.filter(({ ok }) => !ok).map(({ name }) => `check: ${name}`))
}

async function runProjects({ projects, files = [], env: own }: Run): Promise<void> {
  const isInBrowser = projects.some((name) => name.includes('browser'))
  const begun = Date.now()
  const { code, report } = await runVitest({
    args: [
      ...projects.flatMap((name) => ['--project', name]),
      ...(selection.length === 0 ? [] : ['--passWithNoTests']),
      ...files,
    ],
    env: { ...scale, FUZZ_SEED, ...(isInBrowser && { CHROMIUM_PATH: await chromium }), ...own },
  })
  const known = failed.length
  for (const { file, errors, tests } of report.files) {
    if (errors.length > 0) failed.push([`${file}: an error outside of the tests`, ...errors].join('\n'))
    for (const { name, state, errors } of tests) {
      if (state === 'passed') passed += 1
      // Vitest skips all tests that `-t` does not match. Any other skipped test counts as failed.
      else if (!(isByTitle && state === 'skipped')) failed.push([`${file} > ${name}: ${state}`, ...errors].join('\n'))
    }
  }
  if (report.errors.length > 0)
    failed.push([`${projects.join(', ')}: errors outside of the tests`, ...report.errors].join('\n'))
  if (code !== 0 && failed.length === known)
    failed.push(`${projects.join(', ')}: the runner exited with ${code} because of an error outside of the tests`)
  const seconds = Math.round((Date.now() - begun) / 1000)
  const where = own
    ? ` with ${Object.entries(own)
        .map((pair) => pair.join('='))
        .join(' ')}`
    : ''
  times.push(`${projects.join(', ')}${where}: ${seconds} s`)
  const slowest = report.files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  if (slowest.length > 0) console.log(`\n${times.at(-1)}. Slowest files:`)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

if (process.platform !== 'linux') {
  const linuxOnly = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^[^/]+\/src\/.*\.linux\.test\.ts$/.test(path),
  )
  console.log(`\nNot run on ${process.platform}, because they need Linux: ${linuxOnly.join(', ')}`)
}
const isEmpty = passed + failed.length === 0
if (isEmpty) console.log(`\nNo test matches ${selection.join(' ')}.`)
for (const one of failed) console.log(`\nFAILED ${one}`)
console.log(`\n${times.join('\n')}`)
console.log(`seed ${FUZZ_SEED}, in ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${passed} passed, ${failed.length} failed`)
// A change without tests is fine; a path without tests is a typo.
process.exit(failed.length > 0 || (isEmpty && !selection.some((one) => one.startsWith('--changed'))) ? 1 : 0)
