// Draws docs/flows.md: see tools/flows/draw-flows.ts.
import { runTool } from './run-ts.mjs'

await runTool('./flows/draw-flows.ts')
