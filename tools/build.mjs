// `npm run build`: see tools/build/build-and-pack.ts.
import { runTool } from './run-ts.mjs'

await runTool('./build/build-and-pack.ts', { installs: 'all' })
