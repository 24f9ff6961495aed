// `npm start`: see tools/build/start.ts.
import { runTool } from './run-ts.mjs'

await runTool('./build/start.ts', { installs: 'provider' })
