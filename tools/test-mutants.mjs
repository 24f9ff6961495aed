// Tests the tests: twelve broken builds, and on each of them the suites named for it must fail.
//   node tools/test-mutants.mjs                 all twelve, and first the unbroken build, on which the same suites pass
//   node tools/test-mutants.mjs "no counter"    one of them
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

async function runSuites(mutant, files) {
  const report = join(reports, 'report.json')
  rmSync(report, { force: true })
  const { code, output } = await run(
    process.execPath,
    [
      ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'e2e/mutants/vitest.config.mjs'],
      // SQLite alone: a mistake that shows there needs no second server to show on.
      ...['-t', '^(?!.*postgres)', '--reporter=json', `--outputFile.json=${report}`, ...files],
    ],
    { env: { ...scale, MUTANT: mutant }, quiet: true },
  )
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed'),
    )
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return {
      code,
      failed: failed.map(({ fullName }) => fullName),
      broken: broken.map(({ name, message }) => `${name}: ${message}`),
    }
  } catch {
    return { code, failed: [], broken: [output.trim().split('\n').slice(-15).join('\n')] }
  }
}

let complaints = 0
const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
const whole = await runSuites('', files)
if (whole.failed.length + whole.broken.length > 0) {
  complaints += 1
  console.log('The unbroken build fails too, so that nothing is proven:')
  for (const words of [...whole.failed, ...whole.broken]) console.log(`  ${words}`)
} else console.log('The unbroken build passes all of them.')

for (const { name, what, tests } of chosen) {
  const { failed, broken } = await runSuites(name, tests)
  // A suite that could not even be loaded has caught nothing.
  const isCaught = failed.length > 0 && broken.length === 0
  if (!isCaught) complaints += 1
  console.log(`\n${isCaught ? 'caught' : 'NOT CAUGHT'}: ${name} (${what})`)
  for (const words of failed.slice(0, 3)) console.log(`  by "${words}"`)
  if (failed.length > 3) console.log(`  and ${failed.length - 3} more`)
  for (const words of broken) console.log(`  ${words}`)
}
rmSync(reports, { recursive: true, force: true })
console.log(
  `\n${chosen.length - (complaints - Number(whole.failed.length + whole.broken.length > 0))} of ${chosen.length} caught`,
)
process.exit(complaints === 0 ? 0 : 1)
