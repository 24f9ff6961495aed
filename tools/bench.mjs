// `npm run bench`: see tools/bench/bench.ts.
import { runTool } from './run-ts.mjs'

await runTool('./bench/bench.ts', { installs: 'all' })
