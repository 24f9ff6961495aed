// `npm run check:flows`: see tools/checks/check-flows.ts.
import { runTool } from './run-ts.mjs'

await runTool('./checks/check-flows.ts')
