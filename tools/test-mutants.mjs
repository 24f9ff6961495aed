// `npm run test:mutants`: see tools/test/test-mutants.ts.
import { runTool } from './run-ts.mjs'

await runTool('./test/test-mutants.ts', { installs: 'all' })
