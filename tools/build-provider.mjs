// Bundles the provider as it is published: see tools/build/build-provider.ts.
import { runTool } from './run-ts.mjs'

await runTool('./build/build-provider.ts')
