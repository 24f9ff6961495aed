// `npm run bench:scale`: the same calls on databases with few and very many users, written to bench/results-scale.md.
import { run } from '../bootstrap/run.mjs'
import { bundleForNode } from '../build/bundle.ts'

const script = await bundleForNode('bench/scale.ts', 'bench-scale')
const { code } = await run(process.execPath, ['--enable-source-maps', script])
process.exit(code)
