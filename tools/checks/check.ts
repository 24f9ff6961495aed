// Everything that is checked without running a test: `npm run check`, and a part of `npm test`. `node tools/check.mjs
// words` runs one check by its name; further arguments go to that check.
import { runChecks } from './run-checks.ts'

const [only, ...args] = process.argv.slice(2)
const results = await runChecks(only, args)
process.exit(results.every(({ ok }) => ok) ? 0 : 1)
