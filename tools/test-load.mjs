// Load in the rows of the test plan: `npm run test:load`. It ends by itself and leaves loopback alone.
//   node tools/test-load.mjs                                   every row, some twelve minutes
//   LOAD_ROWS=L3,L7 LOAD_ENGINE=SQLite node tools/test-load.mjs   some of them
//   LOAD_LONG=1 node tools/test-load.mjs                       as long and as much as the plan says, some three hours
// LOAD_FACTOR stretches or shortens the usual run, LOAD_SEED changes who comes when, LOAD_REPORT is where the figures go.
import { join } from 'node:path'
import { installChromium } from './chromium.mjs'
import { installPackages, requireNode } from './install.mjs'
import { root, run } from './run.mjs'

requireNode()
await installPackages()
const { bundleForNode } = await import('./bundle.mjs')
const { bundleProvider } = await import('./bundle-provider.mjs')
const { bundleStandalone } = await import('./bundle-standalone.mjs')
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
