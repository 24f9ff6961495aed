// `npm run bench`: sizes and speeds as ratios taken in one run, written to bench/results.md.
import { installPackages, requireNode } from './install.mjs'
import { run } from './run.mjs'

requireNode()
await installPackages()
const { bundleForNode } = await import('./bundle.mjs')
const [bench, bare, provider] = await Promise.all([
  bundleForNode('bench/bench.ts', 'bench'),
  bundleForNode('bench/bare-server.ts', 'bench-bare-server'),
  bundleForNode('bench/provider-server.ts', 'bench-provider-server'),
])
const { code } = await run(process.execPath, ['--enable-source-maps', bench, bare, provider, ...process.argv.slice(2)])
process.exit(code)
