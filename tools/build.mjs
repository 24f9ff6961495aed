// Builds every package to its dist folder, as it is published.
import { bin, run } from './run.mjs'

const { code } = await run(bin('tsc'), ['-b'])
process.exit(code)
