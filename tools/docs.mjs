// `npm run docs`: see tools/docs/docs.ts.
import { runTool } from './run-ts.mjs'

// The provider builds in the background, without installing anything below itself.
const isInBackground = process.argv.includes('--background')
await runTool('./docs/docs.ts', { installs: isInBackground ? 'none' : 'all' })
