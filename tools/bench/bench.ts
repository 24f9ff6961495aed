// `npm run bench`: sizes and speeds as ratios taken in one run, written to bench/results.md.
import { join } from 'node:path'
import { root, run } from '../bootstrap/run.mjs'
import { bundleForNode } from '../build/bundle.ts'
import { bundleMeasured } from '../build/bundle-measured.ts'
import { bundleProvider } from '../build/bundle-provider.ts'
import { installChromium } from '../test/chromium.ts'

const [bench, bare, signedIn, business, rawHashes, oidcProvider] = await Promise.all([
  bundleForNode('bench/bench.ts', 'bench'),
  bundleForNode('bench/bare-server.ts', 'bench-bare-server'),
  bundleForNode('bench/provider-server.ts', 'bench-provider-server'),
  bundleForNode('bench/business-server.ts', 'bench-business-server'),
  bundleForNode('bench/raw-hashes.ts', 'bench-raw-hashes'),
  bundleForNode('bench/oidc-provider-server.ts', 'bench-oidc-provider-server'),
])
const provider = await bundleProvider(join(root, 'node_modules', '.latchkey', 'provider'))
const bundles = join('node_modules', '.latchkey', 'bench-bundles')
await bundleMeasured(bundles)
const { code } = await run(
  process.execPath,
  ['--enable-source-maps', bench, bare, signedIn, business, rawHashes, oidcProvider, provider, bundles],
  {
    env: { CHROMIUM_PATH: await installChromium() },
  },
)
process.exit(code)
