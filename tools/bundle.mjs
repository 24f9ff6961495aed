// Bundles a TypeScript entry of ours for Node.
import { join, sep } from 'node:path'
import { build } from 'esbuild'
import { root } from './run.mjs'

const hoisted = join(root, 'node_modules') + sep

/**
 * Our own packages are compiled in. What npm put at the top is left outside and found at run time; what it had to
 * put below one package (two versions of it are installed) could not be found from the bundle, and is compiled in.
 */
const outsideStaysOutside = {
  name: 'outside-stays-outside',
  setup(setup) {
    setup.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === 'asked' || kind === 'entry-point' || path.startsWith('@latchkey/')) return undefined
      if (path.startsWith('node:')) return { path, external: true }
      const found = await setup.resolve(path, { kind, importer, resolveDir, pluginData: 'asked' })
      if (found.errors.length > 0 || found.external || found.path.startsWith(hoisted)) return { path, external: true }
      return found
    })
  },
}

/** Options that every bundle of ours shares. */
export const fromSource = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  conditions: ['@latchkey/source'],
  logLevel: 'warning',
}

export const forNode = {
  ...fromSource,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  plugins: [outsideStaysOutside],
  // CommonJS that is compiled in asks for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
}

/** Answers with the bundle's path, inside node_modules so that imports from there resolve. */
export async function bundleForNode(entry, name) {
  const outdir = join(root, 'node_modules', '.latchkey', name)
  await build({ ...forNode, entryPoints: { main: join(root, entry) }, outdir })
  return join(outdir, 'main.mjs')
}
