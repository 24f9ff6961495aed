// `npm run check:flows`: see tools/flows/check-flows.ts.
import { runTool } from './run-ts.mjs'

await runTool('./flows/check-flows.ts')
