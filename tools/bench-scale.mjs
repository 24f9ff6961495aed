// `npm run bench:scale`: the same calls on databases with few and very many users, written to bench/results-scale.md.
import { installPackages, requireNode } from './install.mjs'
import { run } from './run.mjs'

requireNode()
await installPackages()
const { bundleForNode } = await import('./bundle.mjs')
const script = await bundleForNode('bench/scale.ts', 'bench-scale')
const { code } = await run(process.execPath, ['--enable-source-maps', script])
process.exit(code)
