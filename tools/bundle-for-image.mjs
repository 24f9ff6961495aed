// Bundles the provider for the container image: see tools/build/bundle-for-image.ts.
import { runTool } from './run-ts.mjs'

await runTool('./build/bundle-for-image.ts')
