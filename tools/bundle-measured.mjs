// For scripts that measure the bundles of a checkout: see tools/build/bundle-measured.ts.
import { runTool } from './run-ts.mjs'

export const { bundleMeasured } = await runTool('./build/bundle-measured.ts')
