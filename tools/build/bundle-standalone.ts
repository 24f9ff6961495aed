// Bundles the stand-alone widgets: the client, the widgets and Preact, as one ES module with chunks.
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type JsMinifyOptions, minify } from '@swc/core'
import { build } from 'esbuild'
import {
  type CodeSplittingOptions,
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  rolldown,
} from 'rolldown'
import { root } from '../bootstrap/run.mjs'
import { forBrowser, widgetsOnPreact } from './bundle.ts'
import { preactForRolldown } from './preact-document.ts'

/**
 * Modules that are loaded together are one file, which needs one round trip and compresses better. By default the bundler
 * splits shared modules by the set of chunks that use them.
 */
const consumerGroups: CodeSplittingOptions['groups'] = [
  { name: 'first-load', tags: ['$initial'], priority: 4 },
  // All screens after the first one, and the reset-password widget, which shares their parts. Most pages need at least half
  // of it; separate files would be an eighth larger and cost a round trip each. Users who forgot their password or return
  // with a link already have the code.
  {
    name: 'behind-main',
    test: /widgets\/src\/(behind-main|login\/(landing|login-runtime|logged-in\.view)|methods\/((magic-links|otps|passwords)\/|oauth\/(oauth\.(method|effects)|leaving))|reset-password\/reset-password-widget|widget\/(widget-runtime|flow-widget|select-snapshot)|ui\/(controls\/link-button|success|text)\.tsx)/,
    priority: 3,
  },
  // Logos of identity providers. Most are smaller than the headers of a request and compress well together: one file for
  // the most common providers, and one for all others.
  { name: 'logos', test: /oauth\/logos\/(apple|facebook|github|google|linkedin|microsoft)\.ts$/, priority: 2 },
  { name: 'other-logos', test: /oauth\/logos\//, priority: 1 },
  // Captcha and device telemetry, for projects that enable them.
  {
    name: 'protection',
    test: /(client\/src\/(protection\/(captcha|device)|core\/script-url)|contract\/src\/protection)\.ts$/,
    priority: 2,
  },
]

/** The same for business projects. Their screens behind Main are one module already. */
const b2bGroups: CodeSplittingOptions['groups'] = [
  { name: 'first-load', tags: ['$initial'], priority: 4 },
  // Starts of sign-ins at an identity provider, and phone numbers: small files, which most pages need.
  {
    name: 'behind-main',
    test: /b2b-behind-main\.ts$|client\/src\/(b2b\/)?methods\/\w+\/start\.ts$|methods\/phone\/phone\.(effects|method)\.ts$/,
    priority: 3,
  },
  {
    name: 'protection',
    test: /(client\/src\/(protection\/(captcha|device)|core\/script-url)|contract\/src\/protection)\.ts$/,
    priority: 2,
  },
]

/**
 * Nearly all of the first load runs before the form is shown. With this comment V8 compiles it while it is downloaded, on
 * another thread, and not lazily function by function. Other engines ignore it.
 */
const compileHint = '//# allFunctionsCalledOnLoad'

/**
 * Inlines the bundler's helper into the files that need it, because a separate file would cost a round trip. It creates
 * the exports object of a module that is loaded with `import()` and shares its file with others.
 */
function withRuntime(code: string): string {
  const [statement, name] = /import\{t as (\w+)\}from"\.\/(?:b2b-)?rolldown-runtime-[^"]+";/.exec(code) ?? []
  if (!statement) return code
  const helper = `function ${name}(g,o={}){for(let k in g)Object.defineProperty(o,k,{get:g[k]});return o}`
  // No line moves, so the source map remains valid.
  return code.replace(statement, ' '.repeat(statement.length)) + helper
}

/** A second pass over minified chunks that inlines functions with a single call. Saves 1 % of the download. */
const secondPass: Plugin = {
  name: 'second-pass',
  async generateBundle(_options, bundle) {
    for (const name of Object.keys(bundle)) if (/^(b2b-)?rolldown-runtime-/.test(name)) delete bundle[name]
    for (const chunk of Object.values(bundle)) {
      // Phone numbering plans are data.
      if (chunk.type !== 'chunk' || chunk.name === 'numbers') continue
      const options: JsMinifyOptions = {
        module: true,
        ecma: 2022,
        compress: { passes: 3, ecma: 2022, unsafe_arrows: true },
        mangle: true,
      }
      // The entry only re-exports: it has no mappings.
      const content = JSON.stringify(chunk.map ?? { version: 3, sources: [], names: [], mappings: '' })
      const { code, map = '' } = await minify(withRuntime(chunk.code), {
        ...options,
        // The types know only a boolean.
        sourceMap: { content, filename: chunk.fileName } as unknown as boolean,
      })
      const hasHint = chunk.code.startsWith(compileHint)
      chunk.code = hasHint
        ? `${compileHint}
${code}`
        : code
      // The hint is on a separate line.
      const source = hasHint ? map.replace('"mappings":"', '"mappings":";') : map
      const fileName = `${chunk.fileName}.map`
      const asset = bundle[fileName]
      if (asset?.type === 'asset') asset.source = source
      else this.emitFile({ type: 'asset', fileName, source })
    }
  },
}

export interface Chunks {
  /** The output by file name. */
  chunks: Map<string, OutputChunk>
  /** Names of the files that a page fetches before the entry runs. */
  firstLoad: string[]
}

export interface ChunksOptions
  extends Pick<InputOptions, 'external' | 'plugins' | 'resolve' | 'optimization' | 'transform'> {
  input: Record<string, string>
  /** A path relative to the root. */
  outdir: string
  write?: boolean
  /** Whether the entry has lazy screens. @default true */
  hasScreens?: boolean
  /** Which modules are one file. @default those of consumer projects */
  groups?: CodeSplittingOptions['groups']
  /** Whether the output is part of a published package. @default false */
  isPublished?: boolean
  /** Instead of those of a minified build. */
  output?: Pick<OutputOptions, 'chunkFileNames' | 'minify'>
}

/** A browser build in chunks. The first load is one file. */
export async function bundleChunks({
  input,
  outdir,
  plugins = [],
  write = false,
  hasScreens = true,
  groups = consumerGroups,
  isPublished = false,
  output: given,
  ...options
}: ChunksOptions): Promise<Chunks> {
  const bundle = await rolldown({
    cwd: root,
    input,
    plugins: isPublished ? [plugins, secondPass] : plugins,
    platform: 'browser',
    // 'use client' is for React Server Components and has no effect in a bundle.
    onLog: (level, log, show) => log.code === 'MODULE_LEVEL_DIRECTIVE' || show(level, log),
    transform: { jsx: { runtime: 'automatic' }, target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    ...options,
    resolve: { conditionNames: ['@latchkey/source', 'import', 'browser', 'default'], ...options.resolve },
  })
  const output: OutputOptions = {
    dir: join(root, outdir),
    format: 'es',
    minify: true,
    chunkFileNames: '[name]-[hash:6].js',
    ...given,
    // Entries without lazy screens are one file.
    ...(hasScreens ? { codeSplitting: { groups: groups ?? [] } } : {}),
    // Source maps are next to the scripts, without a comment in the scripts, which would add bytes to every page.
    ...(isPublished ? { sourcemap: 'hidden' } : {}),
    // Annotations for bundlers (`@__PURE__`) are useless in browsers.
    ...(isPublished ? { comments: { annotation: false, jsdoc: false } } : {}),
    ...(isPublished ? { postBanner: ({ name }) => (name === 'first-load' ? compileHint : '') } : {}),
  }
  const result = await (write ? bundle.write(output) : bundle.generate(output))
  await bundle.close()
  const scripts = result.output.filter((one) => one.type === 'chunk')
  const chunks = new Map(scripts.map((chunk) => [chunk.fileName, chunk]))
  return { chunks, firstLoad: firstLoadOf(chunks) }
}

/** The files that a page fetches before the entry runs: the entry and its static imports. */
function firstLoadOf(chunks: ReadonlyMap<string, OutputChunk>): string[] {
  const names = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const name of names) {
    for (const imported of chunks.get(name)?.imports ?? []) if (chunks.has(imported)) names.add(imported)
  }
  return [...names]
}

/**
 * Two small modules that the first screen shares with later ones. They are in the first load, so that neither file waits
 * for the other.
 */
const early: Plugin = {
  name: 'early',
  transform: (code, id) =>
    id.endsWith('/widgets/src/login/main/main-buttons.tsx')
      ? // No line moves, so the source map remains valid.
        { code: `import '../../ui/announcement.tsx';import '../../ui/controls/choice.tsx';${code}`, map: null }
      : null,
}

/** The lazily imported modules of the file `behind-main`, as one module, because each needs an exports object. */
const behindMain: Plugin = {
  name: 'behind-main',
  resolveId: {
    filter: { id: /\/(login-runtime|landing\.method|passwords\.method|reset-password-widget)\.tsx?$/ },
    handler: (specifier, importer, { kind }) =>
      kind === 'dynamic-import' && importer && resolve(dirname(importer), specifier) in behindMainExports
        ? behindMainId
        : null,
  },
  load: (id) =>
    id === behindMainId
      ? Object.entries(behindMainExports)
          .map(([path, name]) => `export { ${name} } from ${JSON.stringify(path)};`)
          .join('')
      : null,
}

const widgets = join(root, 'packages', 'widgets', 'src')
const behindMainId = join(widgets, 'behind-main.ts')
const behindMainExports: Record<string, string> = {
  [join(widgets, 'login', 'login-runtime.ts')]: 'createLoginRuntime',
  [join(widgets, 'login', 'landing', 'landing.method.ts')]: 'readLanding',
  [join(widgets, 'methods', 'passwords', 'passwords.method.ts')]: 'method',
  [join(widgets, 'reset-password', 'reset-password-widget.tsx')]: 'ResetPasswordWidget',
}

/** Locales are separate files and not chunks of the build: see `bundleLocales`. */
const localesByName: Plugin = {
  name: 'locales-by-name',
  resolveId: (specifier, importer) =>
    /^\.\/(b2b-)?locales\.ts$/.test(specifier) && importer?.endsWith('attributes.ts')
      ? join(root, 'packages', 'elements', 'src', 'on-preact', specifier)
      : null,
}

/** Writes a module for each locale, such as `de.js`, and `b2b-de.js` for business projects. English is built in. */
export async function bundleLocales(outdir: string): Promise<void> {
  const sources = join(root, 'packages', 'widgets', 'src')
  for (const [folder, prefix] of [
    ['locales', ''],
    ['b2b-login/locales', 'b2b-'],
  ] as const) {
    const names = (await readdir(join(sources, folder))).filter((name) => name !== 'en.ts' && !name.includes('.test.'))
    await build({
      ...forBrowser,
      splitting: false,
      sourcemap: 'external',
      entryPoints: names.map((name) => ({
        in: join(sources, folder, name),
        out: prefix + name.replace(/\.ts$/, ''),
      })),
      outdir: join(root, outdir),
    })
  }
}

/** Inlines constants (`inlineConst`), except style sheets, which several views share. */
const sharedSheets: Plugin = {
  name: 'shared-sheets',
  transform: {
    filter: { id: /\.css\.ts$/ },
    // No line moves, so the source map remains valid.
    handler: (code) => ({ code: code.replace(/(export const .*=\s*)(`[^`]*`)/g, '$1[$2][0]'), map: null }),
  },
}

/** Pages without React are not rendered on a server, so that they need no placeholder for the widget. */
const withoutShell: Plugin = {
  name: 'without-shell',
  load: (id) =>
    id.endsWith('/widgets/src/widget/reserved-height.tsx')
      ? 'export const reservesHeight = false, ReservedHeight = 0'
      : null,
  transform: (code, id) => {
    const reserving =
      / \{\.\.\.(shellFor|loginShellFor|b2bShellFor|reserveFor)\([^)]*\)\}|^import .*(reserveFor|hellFor) .*$/gm
    // No line moves, so the source map remains valid.
    return id.includes('/widgets/src/') && reserving.test(code)
      ? { code: code.replace(reserving, ''), map: null }
      : null
  },
}

/** Writes `latchkey.js`, its chunks and `themes.js` into a folder below the root. */
export async function bundleStandalone(outdir: string, { write = true }: { write?: boolean } = {}): Promise<Chunks> {
  const themes = join('packages', 'widgets', 'src', 'themes.ts')
  if (write) await bundleChunks({ input: { themes }, outdir, write, hasScreens: false, isPublished: true })
  return bundleOnPreact(outdir, write, { latchkey: 'standalone.ts' }, { plugins: [early, behindMain] })
}

/** Writes `latchkey-b2b.js` and its chunks into a folder below the root. */
export function bundleB2bStandalone(outdir: string, { write = true }: { write?: boolean } = {}): Promise<Chunks> {
  const output = { chunkFileNames: 'b2b-[name]-[hash:6].js' }
  return bundleOnPreact(outdir, write, { 'latchkey-b2b': 'b2b-standalone.ts' }, { groups: b2bGroups, output })
}

function bundleOnPreact(
  outdir: string,
  write: boolean,
  entries: Readonly<Record<string, string>>,
  { plugins = [], ...options }: Pick<ChunksOptions, 'plugins' | 'groups' | 'output'>,
): Promise<Chunks> {
  const sources = join('packages', 'elements', 'src')
  return bundleChunks({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(sources, file)])),
    outdir,
    write,
    isPublished: true,
    plugins: [preactForRolldown, sharedSheets, plugins, withoutShell, localesByName],
    ...options,
    resolve: { alias: widgetsOnPreact },
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    transform: {
      // The classic JSX runtime is smaller: children are arguments, and Preact needs no second function.
      jsx: { runtime: 'classic', pragma: '__h', pragmaFrag: '__Fragment' },
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      inject: { __h: ['preact', 'createElement'], __Fragment: ['preact', 'Fragment'] },
    },
  })
}
