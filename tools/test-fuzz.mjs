// `npm run test:fuzz`: see tools/test/test-fuzz.ts.
import { runTool } from './run-ts.mjs'

await runTool('./test/test-fuzz.ts', { installs: 'all' })
