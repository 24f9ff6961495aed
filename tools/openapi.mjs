// `npm run openapi`: see tools/build/write-openapi.ts.
import { runTool } from './run-ts.mjs'

await runTool('./build/write-openapi.ts', { installs: 'all' })
