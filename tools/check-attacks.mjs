// `npm run test:attacks`: see tools/test/check-attacks.ts.
import { runTool } from './run-ts.mjs'

await runTool('./test/check-attacks.ts', { installs: process.argv.includes('--list') ? 'none' : 'all' })
