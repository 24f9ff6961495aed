// Mutation tests: each mutant is a build with one mistake, and every suite listed for it must fail.
//   node tools/test-mutants.mjs                 all mutants; first the original build, which must pass
//   node tools/test-mutants.mjs "no counter"    mutants with this name
//   node tools/test-mutants.mjs S-13            mutants of this attack
import { admissionMutants } from '../../e2e/mutants/admission-mutants.mjs'
import { type AttackMutant, attackMutants } from '../../e2e/mutants/attack-mutants.mjs'
import { type Mutant, mutants } from '../../e2e/mutants/mutants.mjs'
import type { ReportedTest } from './report.ts'
import { runVitest } from './vitest.ts'

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const classic = [...mutants, ...admissionMutants].filter(({ name }) => isWanted(name))
const ofAttacks = attackMutants.filter(({ name, attack }) => isWanted(name) || isWanted(attack))
if (classic.length + ofAttacks.length === 0)
  throw new Error(
    `No such mutant. Names: ${[...mutants, ...admissionMutants, ...attackMutants].map(({ name }) => name).join(', ')}`,
  )

/** Small counts are enough, because a mutant fails at once. */
const scale = {
  RACE_ROUNDS: '10',
  SEQUENCE_RUNS: '200',
  WIDGET_FUZZ_RUNS: '40',
  FUZZ_SEED: process.env.FUZZ_SEED ?? '1',
  PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '100000',
}
/** Which tests run, and on which engines. */
interface Selection {
  titles: string
  isOnPostgres: boolean
  rounds?: number | undefined
}

/** For each file: the tests that ran, the tests that failed, and the error if the file could not run. */
async function runSuites(mutant: string, files: readonly string[], { titles, isOnPostgres, rounds }: Selection) {
  const { output, report } = await runVitest({
    args: ['--config', 'e2e/mutants/vitest.config.mjs', '-t', titles, ...files],
    env: {
      ...scale,
      ...(rounds && { RACE_ROUNDS: String(rounds) }),
      MUTANT: mutant,
      MUTANT_POSTGRES: isOnPostgres ? '1' : '',
    },
    quiet: true,
  })
  return files.map((file) => {
    const own = report.files.filter((one) => one.file === file)
    const tests = own.flatMap((one) => one.tests)
    const namesOf = (...states: ReportedTest['state'][]) =>
      tests.filter(({ state }) => states.includes(state)).map(({ name }) => name)
    const unloaded = own.find(({ errors, tests }) => errors.length > 0 && tests.length === 0)
    const [ran, failed] = [namesOf('failed', 'passed'), namesOf('failed')]
    const broken = unloaded?.errors.join('\n') ?? (ran.length > 0 ? null : `no test ran: ${lastLines(output)}`)
    return { file, ran, failed, broken }
  })
}

const lastLines = (output: string) => output.trim().split('\n').slice(-15).join('\n')

/** A rule in the database must fail on both engines; a pure function is tested once. */
const enginesOf = (titles: readonly string[]) => ['sqlite', 'postgres'].filter((engine) => countOn(titles, engine) > 0)
const countOn = (titles: readonly string[], engine: string) =>
  titles.filter((title) => title.toLowerCase().includes(`on ${engine}`)).length

let complaints = 0

async function requirePasses(files: readonly string[], how: Selection): Promise<void> {
  const results = await runSuites('', files, how)
  const spoilt = results.filter(({ failed, broken }) => failed.length > 0 || broken !== null)
  if (spoilt.length === 0) return
  complaints += 1
  console.log('The original build fails too, so the result proves nothing:')
  for (const { file, failed, broken } of spoilt)
    for (const words of broken === null ? failed : [broken]) console.log(`  ${file}: ${words}`)
}

/** Whether every suite listed for the mutant failed, on every engine it ran on. */
async function isCaught(
  { name, what, tests }: Mutant,
  how: Selection,
  attack?: AttackMutant['attack'],
): Promise<boolean> {
  const results = await runSuites(name, tests, how)
  const isMissed = ({ ran, failed, broken }: (typeof results)[number]) =>
    broken !== null || failed.length === 0 || (enginesOf(failed).length === 1 && enginesOf(ran).length === 2)
  const caught = !results.some(isMissed)
  console.log(
    `\n${caught ? 'caught' : 'NOT CAUGHT'}: ${attack === undefined ? '' : `${attack} `}${name}${what === undefined ? '' : ` (${what})`}`,
  )
  for (const { file, ran, failed, broken } of results) {
    const engines = enginesOf(ran).map((engine) => `${countOn(failed, engine)} of ${countOn(ran, engine)} on ${engine}`)
    if (broken !== null) console.log(`  NOT by ${file}: ${broken}`)
    else if (failed.length === 0) console.log(`  NOT by ${file}: all ${ran.length} tests pass`)
    else
      console.log(
        `  by ${file}: ${engines.join(', ') || `${failed.length} of ${ran.length}`} red, first "${failed[0]}"`,
      )
  }
  return caught
}

let caught = 0
if (classic.length > 0) {
  // SQLite only: these mutants do not depend on the database.
  const how = { titles: '^(?!.*postgres)', isOnPostgres: false }
  await requirePasses([...new Set(classic.flatMap(({ tests }) => tests))], how)
  for (const mutant of classic) if (await isCaught(mutant, how)) caught += 1
}
if (ofAttacks.length > 0) {
  const howOf = (ids: readonly string[]) => ({ titles: `\\((${ids.join('|')})\\)`, isOnPostgres: true })
  await requirePasses(
    [...new Set(ofAttacks.flatMap(({ tests }) => tests))],
    howOf([...new Set(ofAttacks.map(({ attack }) => attack))]),
  )
  for (const mutant of ofAttacks)
    if (await isCaught(mutant, { ...howOf([mutant.attack]), rounds: mutant.rounds }, mutant.attack)) caught += 1
}
const all = classic.length + ofAttacks.length
console.log(`\n${caught} of ${all} caught by every suite that is listed for them`)
process.exit(complaints === 0 && caught === all ? 0 : 1)
