import { join } from 'node:path'
import { bundleProvider } from '../tools/build/bundle-provider.ts'

/** The provider as `npm start` bundles it, once for all test files of all projects. */
export async function setup(): Promise<void> {
  process.env.TEST_PROVIDER_SCRIPT ??= await bundleProvider(
    join(import.meta.dirname, '..', 'node_modules', '.latchkey', 'e2e'),
  )
}
