// `npm run test:load`: load tests, row by row of the test plan, on loopback only.
//   node tools/test-load.mjs                                   all rows, about twelve minutes
//   LOAD_ROWS=L3,L7 LOAD_ENGINE=SQLite node tools/test-load.mjs   some rows
//   LOAD_LONG=1 node tools/test-load.mjs                       with the counts of the test plan, about three hours
// LOAD_FACTOR changes the duration, LOAD_SEED the order of arrivals, LOAD_REPORT is the path of the report.
import { join } from 'node:path'
import { root, run } from '../bootstrap/run.mjs'
import { bundleForNode } from '../build/bundle.ts'
import { bundleProvider } from '../build/bundle-provider.ts'
import { bundleStandalone } from '../build/bundle-standalone.ts'
import { installChromium } from './chromium.ts'

const folder = join(root, 'node_modules', '.latchkey')
const standalone = join('node_modules', '.latchkey', 'load-standalone')
const [load, bareServer, rawHashes, provider] = await Promise.all([
  bundleForNode('e2e/load/load.ts', 'load'),
  bundleForNode('bench/bare-server.ts', 'load-bare-server'),
  bundleForNode('bench/raw-hashes.ts', 'load-raw-hashes'),
  bundleProvider(join(folder, 'load-provider')),
  bundleStandalone(standalone),
])
const report = process.env.LOAD_REPORT ?? join(folder, 'load.md')
const { code } = await run(
  process.execPath,
  ['--enable-source-maps', load, provider, bareServer, rawHashes, standalone, report],
  { env: { CHROMIUM_PATH: await installChromium() } },
)
process.exit(code)
