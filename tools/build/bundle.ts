// Bundles TypeScript entries for Node and for browsers.
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { root } from '../bootstrap/run.mjs'
import { directImportsForEsbuild } from './direct-imports.ts'
import { passwordWorkerForEsbuild } from './password-worker.ts'

/** Options of all bundles. */
export const fromSource: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  conditions: ['@latchkey/source'],
  logLevel: 'warning',
}

const ownReact = join(root, 'packages', 'elements', 'src', 'on-preact')

/** Aliases from React to the parts of Preact that the widgets use, for the stand-alone build. */
export const widgetsOnPreact: Record<string, string> = {
  'react-dom/client': join(ownReact, 'react-dom-client.ts'),
  'react-dom': join(ownReact, 'react-dom.ts'),
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: join(ownReact, 'react.ts'),
}

/** Bundles a page in chunks, in production mode. The playground uses React, as most host applications do. */
export const forBrowser: BuildOptions = {
  ...fromSource,
  define: { 'process.env.NODE_ENV': '"production"' },
  jsx: 'automatic',
  minify: true,
  platform: 'browser',
  splitting: true,
  target: 'es2022',
}

export const forNode: BuildOptions = {
  ...fromSource,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  platform: 'node',
  target: 'node20',
  plugins: [passwordWorkerForEsbuild, directImportsForEsbuild],
  sourcemap: 'linked',
  // One file instead of hundreds halves the start time. Packages with binaries and optional packages are not bundled.
  external: ['@photostructure/sqlite', 'esbuild', 'pg-native', 'cloudflare:sockets', 'playwright-core'],
  // Bundled CommonJS modules call `require` for built-in modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
}

/** Returns the path of the bundle, which is inside node_modules so that its imports resolve. */
export async function bundleForNode(entry: string, name: string): Promise<string> {
  const outdir = join(root, 'node_modules', '.latchkey', name)
  await build({ ...forNode, entryPoints: { main: join(root, entry) }, outdir })
  return join(outdir, 'main.mjs')
}
