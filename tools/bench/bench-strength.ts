// Compares the estimates of password strength with the unchanged library (docs/decisions/0016-own-search-for-zxcvbn.md):
//   node tools/bench-strength.mjs
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { stop } from 'esbuild'
import { bundleForNode } from '../build/bundle.ts'

const runs = 3
const script = await bundleForNode('bench/password-strength.ts', 'bench-strength')
await stop()

interface Figures {
  firstMs: number
  eachMs: number
  memory: number
}

const kinds = ['own', 'library'] as const
const measure = async (kind: string): Promise<Figures> =>
  JSON.parse((await promisify(execFile)(process.execPath, [script, kind])).stdout)
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const results: Record<(typeof kinds)[number], Figures[]> = { own: [], library: [] }
// Alternating, so that other load on the machine affects both.
for (let run = 0; run < runs; run += 1) for (const kind of kinds) results[kind].push(await measure(kind))
const fields = [
  ['first estimate, ms of CPU', 'firstMs'],
  ['further estimates, ms of CPU', 'eachMs'],
  ['memory, MB', 'memory'],
] as const
for (const [what, field] of fields) {
  const [own, library] = [results.own, results.library].map((all) => median(all.map((one) => one[field])))
  if (own === undefined || library === undefined) continue
  console.log(`${what}: own ${own.toFixed(2)}, library ${library.toFixed(2)}, ratio ${(library / own).toFixed(2)}`)
}
