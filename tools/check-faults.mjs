// `npm run test:faults`: see tools/test/check-faults.ts.
import { runTool } from './run-ts.mjs'

await runTool('./test/check-faults.ts', { installs: process.argv.includes('--list') ? 'none' : 'all' })
