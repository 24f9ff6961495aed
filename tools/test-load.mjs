// `npm run test:load`: see tools/test/test-load.ts.
import { runTool } from './run-ts.mjs'

await runTool('./test/test-load.ts', { installs: 'all' })
