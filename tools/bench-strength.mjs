// Compares the estimates of password strength with the unchanged library: see tools/bench/bench-strength.ts.
import { runTool } from './run-ts.mjs'

await runTool('./bench/bench-strength.ts')
