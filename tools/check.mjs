// Everything that is checked without running a test: `npm run check`, and a part of `npm test`. `node tools/check.mjs
// words` runs one check by its name; further arguments go to that check.
import { pathToFileURL } from 'node:url'
import { checkAsvs } from './asvs.mjs'
import { buildFrame, buildStandalone } from './build.mjs'
import { checkArrows } from './checks/arrows.mjs'
import { checkBundles } from './checks/bundles.mjs'
import { checkClauses } from './checks/clauses.mjs'
import { checkDocs } from './checks/docs.mjs'
import { checkExports } from './checks/exports.mjs'
import { checkFiles } from './checks/files.mjs'
import { checkImports } from './checks/imports.mjs'
import { checkLayers } from './checks/layers.mjs'
import { checkMutants } from './checks/mutants.mjs'
import { checkPacked } from './checks/packed.mjs'
import { listUnavailable } from './checks/unavailable.mjs'
import { checkWords } from './checks/words.mjs'
import { checkFaults } from './faults.mjs'
import { bin, run } from './run.mjs'

const command =
  (program, args = []) =>
  async () => {
    const { code, output } = await run(program, args, { quiet: true })
    return code === 0 ? [] : [output.trim()]
  }

/**
 * Each check returns its complaints; an empty list means success. The first stage reads sources and builds, the second
 * reads the build. The slowest check of a stage comes first, so that the others run in parallel with it.
 */
const stages = [
  [
    ['types', command(bin('tsc'), ['-b'])],
    ['stand-alone widgets and the frame', async () => (await Promise.all([buildStandalone(), buildFrame()])) && []],
    ['lint', command(bin('biome'), ['check', '--error-on-warnings', '.'])],
    ['unused files, exports and dependencies', command(bin('knip'), ['--no-progress'])],
    ['arrows and cycles', checkArrows],
    ['layers of folders', checkLayers],
    ['mutants fit the source', checkMutants],
    ['file sizes and forbidden code', checkFiles],
    ['words', checkWords],
    ['documentation', checkDocs],
    ['every clause is named by a test', checkClauses],
    ['every fault is tried', checkFaults],
    ['every line of the ASVS is held or answered for', checkAsvs],
    ['flows are walked edge by edge', command(process.execPath, ['tools/check-flows.mjs'])],
    ['flows are drawn as they are', command(process.execPath, ['tools/draw-flows.mjs', '--check'])],
    ['OpenAPI document', command(process.execPath, ['tools/openapi.mjs', '--lint'])],
  ],
  [
    ['types of the tests', command(bin('tsc'), ['-p', 'tsconfig.tests.json'])],
    ['packed packages', checkPacked],
    ['imports in plain Node', checkImports],
    ['flows know neither browser nor Node', command(bin('tsc'), ['-p', 'packages/widgets/tsconfig.flows.json'])],
    ['bundles', checkBundles],
    ['exports', checkExports],
  ],
]

/** The number of cores of the smallest supported machine. */
const atOnce = 2

/** Runs all checks, or the one with the name `only`, which receives `args`. */
export async function runChecks(only, args = []) {
  const results = []
  async function runOne([name, check]) {
    const complaints = await check(...(only ? [args] : [])).catch((error) => [error.stack ?? String(error)])
    const ok = complaints.length === 0
    console.log(`${ok ? '✓' : '✗'} ${name}`)
    for (const complaint of complaints) console.log(complaint.replace(/^/gm, '    '))
    results.push({ name, ok })
  }
  if (only) {
    const entry = stages.flat().find(([name]) => name === only)
    if (!entry) throw new Error(`No check is called ${only}.`)
    await runOne(entry)
    return results
  }
  for (const stage of stages) {
    const waiting = [...stage]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await runOne(next)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  const unavailable = await listUnavailable()
  console.log(`  not available yet (endpoint_not_available): ${unavailable.join(', ') || 'none'}`)
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [only, ...args] = process.argv.slice(2)
  const results = await runChecks(only, args)
  process.exit(results.every(({ ok }) => ok) ? 0 : 1)
}
