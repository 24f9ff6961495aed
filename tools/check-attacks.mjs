// Tries every attack of docs/security/attacks.md and counts those that fail: `npm run test:attacks`.
//   node tools/check-attacks.mjs           every race 500 times
//   node tools/check-attacks.mjs --short   every race as often as in `npm test`
//   node tools/check-attacks.mjs --list    runs nothing: which files name which attack
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { attacksIn, attacksNamedIn, missingProofs, readAttacks } from './attacks.mjs'
import { projectFiles, readSource } from './checks/sources.mjs'
import { installChromium } from './chromium.mjs'
import { installPackages, requireNode } from './install.mjs'
import { root, run } from './run.mjs'

const onlyLists = process.argv.includes('--list')
const isShort = process.argv.includes('--short')
const attacks = readAttacks()
const files = projectFiles().filter(
  (path) => /\.test\.tsx?$/.test(path) && attacksIn(readSource(path), attacks).length > 0,
)

const gone = missingProofs()
for (const words of gone) console.log(words)

if (onlyLists) {
  const missing = attacks.filter(({ id }) => {
    const naming = files.filter((path) => attacksIn(readSource(path), attacks).includes(id))
    console.log(`${id}: ${naming.join(', ') || 'no test names it'}`)
    return naming.length === 0
  })
  console.log(`attacks named / attacks there are: ${attacks.length - missing.length} / ${attacks.length}`)
  process.exit(missing.length + gone.length === 0 ? 0 : 1)
}

requireNode()
await installPackages()
const env = { CHROMIUM_PATH: await installChromium(), ...(isShort ? {} : { RACE_ROUNDS: '500' }) }
const started = Date.now()

/** Projects of the test configuration that may run at once. */
const groups = [['unit', 'server', 'attacks'], ['faults'], ['browser', 'browser-attacks']]
const reports = mkdtempSync(join(tmpdir(), 'latchkey-attacks-'))
/** Of every attack, its tests and how they ended. */
const tried = new Map(attacks.map(({ id }) => [id, []]))
let broken = 0
for (const projects of groups) await tryAll(projects)
rmSync(reports, { recursive: true, force: true })

async function tryAll(projects) {
  const report = join(reports, `${projects[0]}.json`)
  const pattern = `(?<![\\w-])(${attacks.map(({ id }) => id).join('|')})(?![\\w-])`
  const { code } = await run(
    process.execPath,
    [
      ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...projects.flatMap((name) => ['--project', name]),
      ...['-t', pattern, ...files],
    ],
    { env },
  )
  let results = []
  try {
    results = JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    // No report: the runner itself fell over, and its exit code says so.
  }
  for (const { name, assertionResults } of results) {
    for (const { fullName, status } of assertionResults) {
      for (const id of attacksNamedIn(fullName, attacks))
        tried.get(id)?.push({ title: `${relative(root, name)}: ${fullName}`, passed: status === 'passed' })
    }
  }
  if (code !== 0) broken += 1
}

let proven = 0
for (const { id, attack } of attacks) {
  const tests = tried.get(id) ?? []
  const failed = tests.filter(({ passed }) => !passed)
  if (tests.length > 0 && failed.length === 0) proven += 1
  if (tests.length === 0) console.log(`${id} has no test: ${attack}`)
  for (const { title } of failed) console.log(`${id} is not proven by ${title}`)
}
const count = [...tried.values()].reduce((sum, tests) => sum + tests.length, 0)
console.log(`\n${count} tests in ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`attacks proven / attacks there are: ${proven} / ${attacks.length}`)
process.exit(proven === attacks.length && broken + gone.length === 0 ? 0 : 1)
