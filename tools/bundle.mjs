// How entries of ours are bundled, for Node and for browsers.
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './run.mjs'

/** Options that every bundle of ours shares. */
export const fromSource = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  conditions: ['@latchkey/source'],
  logLevel: 'warning',
}

const ownReact = join(root, 'packages', 'elements', 'src', 'on-preact')

/** As much of React on Preact as the widgets use: for the stand-alone build, and to compare the two. */
export const widgetsOnPreact = {
  'react-dom/client': join(ownReact, 'react-dom-client.ts'),
  'react-dom': join(ownReact, 'react-dom.ts'),
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: join(ownReact, 'react.ts'),
}

/** A page for browsers, in chunks, in production mode. The playground runs on React, as most host applications do. */
export const forBrowser = {
  ...fromSource,
  define: { 'process.env.NODE_ENV': '"production"' },
  jsx: 'automatic',
  minify: true,
  platform: 'browser',
  splitting: true,
  target: 'es2022',
}

export const forNode = {
  ...fromSource,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  // One file instead of hundreds halves the time to start. What carries a binary, or is asked for by another
  // package only if it is there, stays outside.
  external: ['@photostructure/sqlite', 'esbuild', 'pg-native', 'cloudflare:sockets', 'playwright-core'],
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
