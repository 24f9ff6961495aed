// Tests the tests: twelve broken builds, and on each of them every suite that is named for it must fail.
//   node tools/test-mutants.mjs                 all twelve, and first the unbroken build, on which the same suites pass
//   node tools/test-mutants.mjs "no counter"    one of them
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { mutants } from '../e2e/mutants/mutants.mjs'
import { installPackages, requireNode } from './install.mjs'
import { root, run } from './run.mjs'

requireNode()
await installPackages()
const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? mutants : mutants.filter(({ name }) => wanted.includes(name))
if (chosen.length === 0)
  throw new Error(`There is none of that name. There are: ${mutants.map(({ name }) => name).join(', ')}`)

/** Small counts do: what a broken build gets wrong it gets wrong at once. */
const scale = {
  RACE_ROUNDS: '10',
  SEQUENCE_RUNS: '60',
  WIDGET_FUZZ_RUNS: '40',
  FUZZ_SEED: process.env.FUZZ_SEED ?? '1',
}
const reports = mkdtempSync(join(tmpdir(), 'latchkey-mutants-'))

/** Of each file, the tests of it that failed, and why it could not be run if it could not. */
async function runSuites(mutant, files) {
  const report = join(reports, 'report.json')
  rmSync(report, { force: true })
  const { output } = await run(
    process.execPath,
    [
      ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'e2e/mutants/vitest.config.mjs'],
      // SQLite alone: a mistake that shows there needs no second server to show on.
      ...['-t', '^(?!.*postgres)', '--reporter=json', `--outputFile.json=${report}`, ...files],
    ],
    { env: { ...scale, MUTANT: mutant }, quiet: true },
  )
  const results = readResults(report)
  return files.map((file) => {
    const own = results?.filter(({ name }) => relative(root, name).replaceAll('\\', '/') === file) ?? []
    const tests = own.flatMap(({ assertionResults }) => assertionResults)
    const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    const unloaded = own.find(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    const hasRun = tests.some(({ status }) => status === 'failed' || status === 'passed')
    const broken = unloaded?.message ?? (hasRun ? null : `it was not run: ${lastLines(output)}`)
    return { file, failed, broken }
  })
}

function readResults(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    return null
  }
}

const lastLines = (output) => output.trim().split('\n').slice(-15).join('\n')

let complaints = 0
const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
const spoilt = (await runSuites('', files)).filter(({ failed, broken }) => failed.length > 0 || broken !== null)
if (spoilt.length > 0) {
  complaints += 1
  console.log('The unbroken build fails too, so that nothing is proven:')
  for (const { file, failed, broken } of spoilt)
    for (const words of broken === null ? failed : [broken]) console.log(`  ${file}: ${words}`)
} else console.log('The unbroken build passes all of them.')

let caught = 0
for (const { name, what, tests } of chosen) {
  const results = await runSuites(name, tests)
  // A suite that could not even be loaded has caught nothing.
  const missed = results.filter(({ failed, broken }) => failed.length === 0 || broken !== null)
  if (missed.length === 0) caught += 1
  else complaints += 1
  console.log(`\n${missed.length === 0 ? 'caught' : 'NOT CAUGHT'}: ${name} (${what})`)
  for (const { file, failed, broken } of results) {
    if (broken !== null) console.log(`  NOT by ${file}: ${broken}`)
    else if (failed.length === 0) console.log(`  NOT by ${file}: all of it passes`)
    else console.log(`  by ${file}: "${failed[0]}"${failed.length > 1 ? ` and ${failed.length - 1} more` : ''}`)
  }
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${caught} of ${chosen.length} caught by every suite that is named for them`)
process.exit(complaints === 0 ? 0 : 1)
