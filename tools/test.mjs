// `npm test`: see tools/test/test.ts.
import { runTool } from './run-ts.mjs'

await runTool('./test/test.ts', { installs: 'all' })
