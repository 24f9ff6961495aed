// Writes the bundle of @latchkey/provider into apps/provider/dist/bundle, for the container image:
//   node tools/build-provider.mjs
import { stop } from 'esbuild'
import { buildProvider } from './build.ts'

await buildProvider()
await stop()
