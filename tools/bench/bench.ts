// `npm run bench`: sizes and speeds as ratios taken in one run, written to bench/results.md. With names of sections
// (`npm run bench -- business sizes`) only these, printed.
import { join } from 'node:path'
import { bundledSections, sectionNames } from '../../bench/sections.ts'
import { root, run } from '../bootstrap/run.mjs'
import { bundleForNode } from '../build/bundle.ts'
import { bundleMeasured } from '../build/bundle-measured.ts'
import { bundleProvider } from '../build/bundle-provider.ts'
import { installChromium } from '../test/chromium.ts'

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !sectionNames.some((known) => known === name))
if (unknown !== undefined) {
  console.error(`Unknown section: ${unknown}. Sections: ${sectionNames.join(', ')}.`)
  process.exit(1)
}
const includes = (names: readonly string[]): boolean =>
  chosen.length === 0 || chosen.some((name) => names.includes(name))

const [bench, bare, signedIn, business, sso, rawHashes, oidcProvider] = await Promise.all([
  bundleForNode('bench/bench.ts', 'bench'),
  bundleForNode('bench/bare-server.ts', 'bench-bare-server'),
  bundleForNode('bench/provider-server.ts', 'bench-provider-server'),
  bundleForNode('bench/business-server.ts', 'bench-business-server'),
  bundleForNode('bench/sso-server.ts', 'bench-sso-server'),
  bundleForNode('bench/raw-hashes.ts', 'bench-raw-hashes'),
  bundleForNode('bench/oidc-provider-server.ts', 'bench-oidc-provider-server'),
])
const provider = await bundleProvider(join(root, 'node_modules', '.latchkey', 'provider'))
const bundles = join('node_modules', '.latchkey', 'bench-bundles')
if (includes(bundledSections)) await bundleMeasured(bundles)
const { code } = await run(
  process.execPath,
  ['--enable-source-maps', bench, bare, signedIn, business, sso, rawHashes, oidcProvider, provider, bundles, ...chosen],
  { env: includes(['mount']) ? { CHROMIUM_PATH: await installChromium() } : {} },
)
process.exit(code)
