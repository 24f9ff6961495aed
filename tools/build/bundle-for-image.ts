// Bundles the provider for the container image, without running it:
//   node tools/bundle-for-image.mjs node_modules/.latchkey/provider
import { join } from 'node:path'
import { stop } from 'esbuild'
import { root } from '../bootstrap/run.mjs'
import { bundleProvider } from './bundle-provider.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node tools/bundle-for-image.mjs <folder inside the repository>')
console.log(await bundleProvider(join(root, folder), 'serve'))
await stop()
