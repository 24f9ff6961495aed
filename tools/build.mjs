// Builds every package to its dist folder, as it is published.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleStandalone } from './bundle-standalone.mjs'
import { bin, root, run } from './run.mjs'

/** A page without React loads this one: a bundle, where every other entry is a file for a file. */
export async function buildStandalone() {
  const outdir = 'packages/elements/dist/standalone'
  // Chunks are named by what is in them: those of an earlier build would stay for ever.
  await rm(join(root, outdir), { recursive: true, force: true })
  await bundleStandalone(outdir)
}

if (process.argv[1] === import.meta.filename) {
  const { code } = await run(bin('tsc'), ['-b'])
  if (code === 0) await buildStandalone()
  process.exit(code)
}
