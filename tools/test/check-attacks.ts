// `npm run test:attacks`: runs the tests of all attacks in docs/security/attacks.md and counts the proven ones.
//   node tools/check-attacks.mjs           each race 500 times
//   node tools/check-attacks.mjs --short   each race as often as in `npm test`
//   node tools/check-attacks.mjs --list    only lists the test files of each attack
//   node tools/check-attacks.mjs M-1 B-2   only these attacks; with the options above, too
import { missingProofs } from '../checks/asvs.ts'
import { readAttacks } from '../checks/attacks.ts'
import { installChromium } from './chromium.ts'
import { listNaming, type NamedTest, runNamed } from './named-tests.ts'

const onlyLists = process.argv.includes('--list')
const isShort = process.argv.includes('--short')
const all = readAttacks()
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = named.filter((name) => !all.some(({ id }) => id === name))
if (unknown.length > 0) {
  console.error(`There is no attack ${unknown.join(', ')}. docs/security/attacks.md lists them.`)
  process.exit(2)
}
const attacks = named.length === 0 ? all : all.filter(({ id }) => named.includes(id))

const gone = missingProofs()
for (const words of gone) console.log(words)

if (onlyLists) {
  const missing = listNaming(attacks)
  console.log(`attacks named / attacks there are: ${attacks.length - missing} / ${attacks.length}`)
  process.exit(missing + gone.length === 0 ? 0 : 1)
}

const started = Date.now()
const { tried, broken } = await runNamed({
  rows: attacks,
  // Vitest projects that can run at the same time.
  groups: [
    { projects: ['unit', 'server', 'attacks'] },
    { projects: ['faults'] },
    { projects: ['browser', 'further-browser', 'browser-attacks'] },
  ],
  env: { CHROMIUM_PATH: await installChromium(), ...(isShort ? {} : { RACE_ROUNDS: '500' }) },
})

/** Per engine; `-` for tests without a database. */
function variantsOf(tests: readonly NamedTest[]): string {
  const sums = new Map<string, [tried: number, refused: number]>()
  for (const { title, passed, variants } of tests) {
    const engine = /\bon (sqlite|postgres)/i.exec(title)?.[1]?.toLowerCase() ?? '-'
    const [tried, refused] = sums.get(engine) ?? [0, 0]
    sums.set(engine, [tried + variants, refused + (passed ? variants : 0)])
  }
  return [...sums].map(([engine, [tried, refused]]) => `${engine} ${refused}/${tried}`).join(', ')
}

console.log('\nVariants refused / tried:')
for (const { id } of attacks) console.log(`${id.padEnd(5)} ${variantsOf(tried.get(id) ?? [])}`)

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
