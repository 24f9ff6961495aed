// Runs the checks in parallel, each as soon as those that it needs have ended.
import { availableParallelism } from 'node:os'
import { bin, run } from '../bootstrap/run.mjs'
import { buildFrame, buildProvider, buildStandalone } from '../build/build.ts'
import { checkLicenses } from '../build/licenses.ts'
import { lintOpenApi, writeOpenApi } from '../build/openapi.ts'
import { checkDocsPages } from '../docs/check-pages.ts'
import { checkArrows } from './arrows.ts'
import { checkAsvs } from './asvs.ts'
import { checkBundles } from './bundles.ts'
import { checkClauses } from './clauses.ts'
import { checkDocs } from './docs.ts'
import { checkExports } from './exports.ts'
import { checkFaults } from './faults.ts'
import { checkFiles } from './files.ts'
import { checkFolders } from './folders.ts'
import { checkImports } from './imports.ts'
import { checkLayers } from './layers.ts'
import { checkMethodFiles } from './method-files.ts'
import { checkMutants } from './mutants.ts'
import { checkPacked } from './packed.ts'
import { checkPermissions } from './routes/permissions.ts'
import { checkSmallFiles } from './small-files.ts'
import { checkSnippets } from './snippets/snippets.ts'
import { listUnavailable } from './unavailable.ts'
import { checkWords } from './words.ts'

interface Check {
  name: string
  /** Returns the complaints; an empty list means success. */
  run: (args: readonly string[]) => Promise<string[]>
  /** Names of checks whose output this one reads. */
  after?: string[]
}

const command = (program: string, args: readonly string[]) => async (): Promise<string[]> => {
  const { code, output } = await run(program, args, { quiet: true })
  return code === 0 ? [] : [output.trim()]
}
const tool = (...args: string[]) => command(process.execPath, args)

/** Not by the command `npm run openapi`, which may install packages while other checks use them. */
async function checkOpenApi(): Promise<string[]> {
  return lintOpenApi(await writeOpenApi('http://localhost:4000'))
}

async function buildBundles(): Promise<string[]> {
  await Promise.all([buildStandalone(), buildFrame(), buildProvider()])
  return []
}

/** In the order of their start: the longest chain of checks first. */
const checks: Check[] = [
  { name: 'types', run: command(bin('tsgo'), ['-b']) },
  { name: 'types of the tests', run: command(bin('tsgo'), ['-p', 'tsconfig.tests.json']), after: ['types'] },
  {
    name: 'types of the Next.js example',
    run: command(bin('tsgo'), ['-p', 'examples/nextjs/tsconfig.json']),
    after: ['types'],
  },
  { name: 'stand-alone widgets, frame and provider', run: buildBundles },
  { name: 'packed packages', run: checkPacked, after: ['types', 'stand-alone widgets, frame and provider'] },
  { name: 'snippets', run: checkSnippets, after: ['types'] },
  { name: 'imports in plain Node', run: checkImports, after: ['types'] },
  { name: 'unused files, exports and dependencies', run: command(bin('knip'), ['--no-progress']) },
  { name: 'lint', run: command(bin('biome'), ['check', '--error-on-warnings', '.']) },
  { name: 'OpenAPI document', run: checkOpenApi },
  {
    name: 'flows know neither browser nor Node',
    run: command(bin('tsgo'), ['-p', 'packages/widgets/tsconfig.flows.json']),
  },
  { name: 'every transition of a flow is tested', run: tool('tools/check-flows.mjs') },
  { name: 'flows are drawn as they are', run: tool('tools/draw-flows.mjs', '--check') },
  { name: 'bundles', run: checkBundles },
  { name: 'arrows and cycles', run: checkArrows },
  { name: 'layers of folders', run: checkLayers },
  { name: 'permissions of business routes', run: checkPermissions },
  { name: 'mutants fit the source', run: checkMutants },
  { name: 'file sizes and forbidden code', run: checkFiles },
  { name: 'files per folder', run: checkFolders },
  { name: 'small files', run: checkSmallFiles },
  { name: 'shared files of a method', run: checkMethodFiles },
  { name: 'licenses', run: checkLicenses },
  { name: 'words', run: checkWords },
  { name: 'documentation', run: checkDocs },
  { name: 'pages of the documentation site', run: checkDocsPages },
  { name: 'every clause is named by a test', run: checkClauses },
  { name: 'every fault is tried', run: checkFaults },
  { name: 'every line of the ASVS is held or answered for', run: checkAsvs },
  { name: 'exports', run: checkExports },
]

export interface CheckResult {
  name: string
  ok: boolean
  seconds: number
}

/** Runs all checks, at most `limit` at a time, or those with the name `only`, which receive `args`. */
export async function runChecks(
  only?: string,
  args: readonly string[] = [],
  limit: number = availableParallelism(),
): Promise<CheckResult[]> {
  if (only === undefined) return runAll(limit)
  const chosen = checks.filter(({ name }) => name === only)
  if (chosen.length === 0)
    throw new Error(`No check is called ${only}. Names:\n${checks.map(({ name }) => name).join('\n')}`)
  const results: CheckResult[] = []
  for (const check of chosen) results.push(await runOne(check, args))
  return results
}

async function runAll(limit: number): Promise<CheckResult[]> {
  const results = await runInParallel(checks, limit, (check) => runOne(check))
  const unavailable = await listUnavailable()
  console.log(`  not available yet (endpoint_not_available): ${unavailable.join(', ') || 'none'}`)
  console.log('  seconds per check, in parallel:')
  for (const { name, seconds } of results.toSorted((one, other) => other.seconds - one.seconds))
    console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`)
  return results
}

async function runOne({ name, run }: Check, args: readonly string[] = []): Promise<CheckResult> {
  const started = performance.now()
  const complaints = await run(args).catch((error: unknown) => [
    error instanceof Error ? String(error.stack) : String(error),
  ])
  const ok = complaints.length === 0
  console.log(`${ok ? '✓' : '✗'} ${name}`)
  for (const complaint of complaints) console.log(complaint.replace(/^/gm, '    '))
  return { name, ok, seconds: (performance.now() - started) / 1000 }
}

/**
 * Runs `work` for each job, at most `limit` at a time and each after those that it names. A job also starts if one that
 * it names has failed: its own complaints may help.
 */
export async function runInParallel<J extends { name: string; after?: string[] }, R>(
  jobs: readonly J[],
  limit: number,
  work: (job: J) => Promise<R>,
): Promise<R[]> {
  const waiting = [...jobs]
  const ended = new Set<string>()
  const results: R[] = []
  const running = new Set<Promise<void>>()
  while (waiting.length + running.size > 0) {
    const next = waiting.findIndex(({ after = [] }) => after.every((name) => ended.has(name)))
    const [job] = next >= 0 && running.size < limit ? waiting.splice(next, 1) : []
    if (job) {
      const task: Promise<void> = work(job).then((result) => {
        results.push(result)
        ended.add(job.name)
        running.delete(task)
      })
      running.add(task)
    } else if (running.size > 0) await Promise.race(running)
    else throw new Error(`These wait for a check that does not exist: ${waiting.map(({ name }) => name).join(', ')}`)
  }
  return results
}
