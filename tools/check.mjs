// `npm run check`: see tools/checks/check.ts.
import { runTool } from './run-ts.mjs'

await runTool('./checks/check.ts')
