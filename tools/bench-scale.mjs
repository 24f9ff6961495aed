// `npm run bench:scale`: see tools/bench/bench-scale.ts.
import { runTool } from './run-ts.mjs'

await runTool('./bench/bench-scale.ts', { installs: 'all' })
