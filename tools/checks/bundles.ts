// Checks bundles for forbidden text and for files that an entry must not contain.
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { fromSource, widgetsOnPreact } from '../build/bundle.ts'
import { scriptSink } from './files.ts'

/** Not for browsers: the schemas of the server, the full list of endpoints, the fake platform. */
const serverOnly = {
  words: [/\bzod\b/i, /\/b2b\//, /toJSONSchema/],
  files: [/contract\/src\/(schemas|endpoints)/, /\/platform\/memory/, /\/src\/testing/],
}

/** Paths of business projects are no sign of the server there. */
const businessWords = serverOnly.words.filter((word) => !word.test('/b2b/'))

/** The gallery and its states, which are next to the methods and widgets. */
const galleryOnly = [/widgets\/src\/gallery/, /\.states\.ts$/]

/** Phone metadata: loaded only when a phone number field is shown. */
const later = [/libphonenumber-js/]

const ownCode: BuildOptions = { ...fromSource, jsx: 'automatic', minify: true, platform: 'browser', splitting: true }
const onHostsReact: BuildOptions = { ...ownCode, external: ['react', 'react-dom'] }
const onNode: BuildOptions = { ...fromSource, platform: 'node', packages: 'external', alias: {} }

interface CheckedBundle {
  entry: string
  options: BuildOptions
  /** Text that the bundle must not contain. */
  words: RegExp[]
  /** Files that the bundle must not contain. */
  files: RegExp[]
  /** Files that the entry must not load at once. */
  later?: RegExp[]
  /** The largest size, gzipped. */
  maxBytes?: number
}

const bundles: CheckedBundle[] = [
  {
    entry: 'packages/client/src/index.ts',
    options: ownCode,
    words: [...serverOnly.words, /\breact\b/i, scriptSink],
    files: [...serverOnly.files, /calling-codes/, /node_modules/],
  },
  {
    entry: 'packages/client/src/b2b.ts',
    options: ownCode,
    words: [...businessWords, /\breact\b/i, scriptSink],
    files: [...serverOnly.files, /calling-codes/, /node_modules/],
    // In several files, each compressed alone: `npm run bench` measures the size in a host application.
    maxBytes: 15_000,
  },
  ...['packages/react/src/index.ts', 'packages/widgets/src/index.ts', 'packages/elements/src/define.ts'].map(
    (entry) => ({
      entry,
      options: onHostsReact,
      words: [...serverOnly.words, /\bpreact\b/i, scriptSink],
      files: [...serverOnly.files, ...galleryOnly, /node_modules\/(?!libphonenumber-js\/)/],
      later,
    }),
  ),
  {
    entry: 'packages/elements/src/standalone.ts',
    options: { ...ownCode, alias: widgetsOnPreact },
    words: serverOnly.words,
    files: [...serverOnly.files, ...galleryOnly, /node_modules\/(?!(preact|libphonenumber-js)\/)/],
    later,
  },
  ...['packages/widgets/src/b2b.ts', 'packages/elements/src/b2b-define.ts'].map((entry) => ({
    entry,
    options: onHostsReact,
    words: [...businessWords, /\bpreact\b/i, scriptSink],
    files: [...serverOnly.files, ...galleryOnly, /node_modules\/(?!libphonenumber-js\/)/],
    later,
  })),
  {
    entry: 'packages/elements/src/b2b-standalone.ts',
    options: { ...ownCode, alias: widgetsOnPreact },
    words: businessWords,
    files: [...serverOnly.files, ...galleryOnly, /node_modules\/(?!(preact|libphonenumber-js)\/)/],
    later,
  },
  { entry: 'packages/contract/src/index.ts', options: ownCode, words: [/\bzod\b/i], files: [/node_modules/] },
  {
    entry: 'packages/backend/src/index.ts',
    // Runs in workers: neither Node nor a package but jose.
    options: { ...ownCode, external: ['jose'] },
    words: [/\bzod\b/i, /node:/],
    files: [/node_modules/, /contract\/src\/admin/],
    maxBytes: 3_100,
  },
  ...['admin', 'express', 'fastify', 'hono', 'ssr'].map((name) => ({
    entry: `packages/backend/src/${name}.ts`,
    options: { ...ownCode, external: ['jose'] },
    words: [/\bzod\b/i, /node:/],
    files: [/node_modules/],
  })),
  // The proxy runs in the edge runtime too.
  {
    entry: 'packages/nextjs/src/proxy.ts',
    options: { ...ownCode, external: ['jose', 'next'] },
    words: [/\bzod\b/i, /node:/, /createElement/],
    files: [/node_modules/, /packages\/(client|react)\//],
  },
  { entry: 'packages/server/src/index.ts', options: onNode, words: [], files: [/\/src\/(dev|testing)[/.]/] },
  { entry: 'packages/server/src/node.ts', options: onNode, words: [], files: [/\/src\/(dev|testing)[/.]/] },
]

export async function checkBundles(): Promise<string[]> {
  const complaints: string[] = []
  for (const { entry, options, words, files, later = [], maxBytes } of bundles) {
    const { outputFiles, metafile } = await build({
      ...options,
      entryPoints: [entry],
      outdir: 'bundle',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const atOnce = loadedAtOnce(metafile, entry)
    const bytes = outputFiles
      .filter(({ path }) => atOnce.some((name) => path === resolve(name)))
      .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
    if (maxBytes !== undefined && bytes > maxBytes)
      complaints.push(`${entry}: ${bytes} bytes, at most ${maxBytes} are allowed`)
    for (const { text } of outputFiles) {
      for (const word of words) if (word.test(text)) complaints.push(`${entry}: the bundle contains ${word}`)
    }
    for (const input of Object.keys(metafile.inputs)) {
      if (files.some((pattern) => pattern.test(input))) complaints.push(`${entry}: reaches ${input}`)
    }
    for (const input of atOnce.flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}))) {
      if (later.some((pattern) => pattern.test(input))) complaints.push(`${entry}: loads ${input} at once`)
    }
  }
  return complaints
}

/** The entry file and its static imports. */
function loadedAtOnce({ outputs }: Metafile, entry: string): string[] {
  const names = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === entry))
  for (const name of names) {
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && path in outputs) names.add(path)
  }
  return [...names]
}
