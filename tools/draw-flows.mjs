// Draws docs/flows.md: see tools/checks/draw-flows.ts.
import { runTool } from './run-ts.mjs'

await runTool('./checks/draw-flows.ts')
