// Bundles the provider for the container image, without running it:
//   node tools/bundle-for-image.mjs node_modules/.latchkey/provider
import { join } from 'node:path'
import { bundleProvider } from './bundle-provider.mjs'
import { root } from './run.mjs'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node tools/bundle-for-image.mjs <folder inside the repository>')
console.log(await bundleProvider(join(root, folder), 'serve'))
await (await import('esbuild')).stop()
