// Bundles the stand-alone widgets: the client, the widgets and Preact, as one ES module with chunks.
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { widgetsOnPreact } from './bundle.mjs'
import { root } from './run.mjs'

/**
 * What is loaded together is one file: it comes in one round trip, and is compressed as a whole. Left to itself a bundler
 * cuts up what several chunks share by who shares it.
 */
const groups = [
  { name: 'first-load', tags: ['$initial'], priority: 4 },
  // What stands around every widget, and what all of them end with.
  {
    name: 'around',
    test: /widgets\/src\/(widget\/(extras|use-work|shown-by)|ui\/(announcement|link-button|success|text)|login\/logged-in\.view|methods\/passwords\/passwords\.flow)\.tsx?$/,
    priority: 3,
  },
  // Everything beyond Main that all methods of signing in have, flows included.
  { name: 'login-rest', test: /widgets\/src\/login\/login-rest\.ts$/, priority: 2 },
  // Buttons on Main.
  {
    name: 'choices',
    test: /widgets\/src\/(login\/main-choices|ui\/choice|methods\/oauth\/(oauth\.method|load-mark))\.tsx?$/,
    priority: 1,
  },
]

/**
 * Nearly all of the first load runs before a form shows: V8 compiles it while it comes in, beside the page's own thread,
 * and not function by function once they are called. A comment to everybody else.
 */
const compileHint = '//# allFunctionsCalledOnLoad'

/** For browsers, in chunks. What a page needs at once is one file. */
export async function bundleChunks({
  input,
  outdir,
  plugins = [],
  write = false,
  hasScreens = true,
  isPublished = false,
  ...options
}) {
  const bundle = await rolldown({
    cwd: root,
    input,
    plugins,
    platform: 'browser',
    // 'use client' is for a server of React's components, and means nothing in a bundle.
    onLog: (level, log, show) => log.code === 'MODULE_LEVEL_DIRECTIVE' || show(level, log),
    transform: { jsx: { runtime: 'automatic' }, target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    ...options,
    resolve: { conditionNames: ['@latchkey/source', 'import', 'browser', 'default'], ...options.resolve },
  })
  const output = {
    dir: join(root, outdir),
    format: 'es',
    minify: true,
    chunkFileNames: '[name]-[hash].js',
    // What loads no screen later is one file by itself.
    ...(hasScreens ? { codeSplitting: { groups } } : {}),
    ...(isPublished ? { postBanner: ({ name }) => (name === 'first-load' ? compileHint : '') } : {}),
  }
  const result = await (write ? bundle.write(output) : bundle.generate(output))
  await bundle.close()
  const chunks = new Map(result.output.map((chunk) => [chunk.fileName, chunk]))
  return { chunks, firstLoad: firstLoadOf(chunks) }
}

/** The files that a page has fetched before a line of the entry runs: itself and all that it imports, not `import()`. */
function firstLoadOf(chunks) {
  const names = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const name of names) {
    for (const imported of chunks.get(name).imports) if (chunks.has(imported)) names.add(imported)
  }
  return [...names]
}

/** Writes `latchkey.js` and its chunks into a folder below the root. */
export function bundleStandalone(outdir, { write = true } = {}) {
  return bundleChunks({
    input: { latchkey: join('packages', 'elements', 'src', 'standalone.ts') },
    outdir,
    write,
    isPublished: true,
    resolve: { alias: widgetsOnPreact },
  })
}
