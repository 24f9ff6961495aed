// The README's test command. Installs what is missing, runs every check and every test, and ends with what failed and the count.
//   node tools/test.mjs            each race 50 times, 10 kills
//   node tools/test.mjs --full     the counts of the test plan and every matrix
import { randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { installChromium, installDesktopChromium } from './chromium.mjs'
import { installPackages, requireNode } from './install.mjs'
import { root, run } from './run.mjs'

const full = process.argv.includes('--full')
// The short run draws the same cases every time, so that red says something of the change; the long one explores.
const FUZZ_SEED = process.env.FUZZ_SEED ?? String(full ? randomInt(2 ** 31) : 1)
const scale = full
  ? {
      RACE_ROUNDS: '500',
      MODEL_RUNS: '10000',
      MODEL_DEPTH: '12',
      FUZZ_RUNS: '500',
      FAULT_CYCLES: '10',
      MAIL_SENDS: '200',
      LEAK_MOUNTS: '1000',
      TEST_MATRIX: 'full',
    }
  : {}

requireNode()
await installPackages()
const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
// The checks pack the packages, and the browser tests install them into host applications.
process.env.TEST_TARBALLS = join(reports, 'tarballs')
const env = { ...scale, FUZZ_SEED, CHROMIUM_PATH: await installChromium() }

let passed = 0
/** By name: a long output is read from its end, and often only the end of it is kept. */
const failed = []
const started = Date.now()

const { runChecks } = await import('./check.mjs')
const results = await runChecks()
passed += results.filter(({ ok }) => ok).length
failed.push(...results.filter(({ ok }) => !ok).map(({ name }) => `check: ${name}`))

/** What runs one after another: projects of the test configuration, and what is different for them. */
const runs = [
  { projects: ['unit', 'unit-alone', 'server', 'jsdom', 'happy-dom'] },
  { projects: ['faults'] },
  { projects: ['browser'] },
]
if (full) {
  runs.push({ projects: ['attacks'] }, { projects: ['browser-attacks'] })
  // What another build of PostgreSQL could do differently is below the storage port, and in how it dies.
  const embedded = { TEST_POSTGRES: 'embedded' }
  runs.push({ projects: ['server'], files: ['packages/server/src/storage'], env: embedded })
  runs.push({ projects: ['faults'], files: ['e2e/faults/kill'], env: embedded })
  const desktop = await installDesktopChromium()
  if (desktop) runs.push({ projects: ['browser'], env: { CHROMIUM_PATH: desktop } })
  else console.log('No desktop Chromium here: the browser tests run on the headless shell only.')
}
for (const one of runs) await runVitest(one)
rmSync(reports, { recursive: true, force: true })

async function runVitest({ projects, files = [], env: own }) {
  const report = join(reports, `${projects.join('-')}.json`)
  rmSync(report, { force: true })
  const { code } = await run(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...projects.flatMap((name) => ['--project', name]),
      ...files,
    ],
    { env: { ...env, ...own } },
  )
  let ran = []
  try {
    ran = JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    // No report: the runner itself fell over, and its exit code below says so.
  }
  const known = failed.length
  for (const { name, assertionResults, status: ended, message } of ran) {
    if (ended === 'failed' && assertionResults.length === 0)
      failed.push(`${relative(root, name)} could not be loaded\n${message}`)
    for (const { fullName, status, failureMessages = [] } of assertionResults) {
      if (status === 'passed') passed += 1
      // A skipped test proves nothing: it counts as failed.
      else failed.push([`${relative(root, name)} > ${fullName}: ${status}`, ...failureMessages].join('\n'))
    }
  }
  if (code !== 0 && failed.length === known)
    failed.push(`${projects.join(', ')}: the runner ended with ${code}, by an error outside of the tests`)
}

if (process.platform !== 'linux') {
  const left = readdirSync(join(root, 'packages'), { recursive: true }).filter((path) =>
    /^[^/]+\/src\/.*\.linux\.test\.ts$/.test(path),
  )
  console.log(`\nNot run on ${process.platform}, because they test what only Linux has: ${left.join(', ')}`)
}
for (const one of failed) console.log(`\nFAILED ${one}`)
console.log(`\nseed ${FUZZ_SEED}, in ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${passed} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
