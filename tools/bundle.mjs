// Bundles a TypeScript entry of ours for Node, with everything from outside left outside.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './run.mjs'

/** Our own packages are compiled in from source; npm's are resolved from node_modules at run time. */
const outsideStaysOutside = {
  name: 'outside-stays-outside',
  setup(setup) {
    setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@latchkey/') ? undefined : { path, external: true },
    )
  },
}

/** Returns the bundle's path, inside node_modules so that imports from there resolve. */
export async function bundleForNode(entry, name) {
  const folder = join(root, 'node_modules', '.latchkey')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${name}.mjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    conditions: ['@latchkey/source'],
    plugins: [outsideStaysOutside],
    logLevel: 'warning',
  })
  return outfile
}
