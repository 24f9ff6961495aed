// Compares the estimates of password strength with the unchanged library (docs/decisions/0016-own-search-for-zxcvbn.md):
//   node tools/bench-strength.mjs
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { bundleForNode } from './bundle.mjs'

const runs = 3
const script = await bundleForNode('bench/password-strength.ts', 'bench-strength')
await (await import('esbuild')).stop()
const measure = async (kind) => JSON.parse((await promisify(execFile)(process.execPath, [script, kind])).stdout)
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

const results = { own: [], library: [] }
// Alternating, so that other load on the machine affects both.
for (let run = 0; run < runs; run += 1) for (const kind of Object.keys(results)) results[kind].push(await measure(kind))
for (const [what, field] of Object.entries({
  'first estimate, ms of CPU': 'firstMs',
  'further estimates, ms of CPU': 'eachMs',
  'memory, MB': 'memory',
})) {
  const [own, library] = Object.values(results).map((all) => median(all.map((one) => one[field])))
  console.log(`${what}: own ${own.toFixed(2)}, library ${library.toFixed(2)}, ratio ${(library / own).toFixed(2)}`)
}
