// Bundles the stand-alone widgets: the client, the widgets and Preact, as one ES module with chunks.
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { minify } from '@swc/core'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { forBrowser, widgetsOnPreact } from './bundle.mjs'
import { preactForRolldown } from './preact-document.mjs'
import { root } from './run.mjs'

/**
 * What is loaded together is one file: it comes in one round trip, and is compressed as a whole. Left to itself a bundler
 * cuts up what several chunks share by who shares it.
 */
const groups = [
  { name: 'first-load', tags: ['$initial'], priority: 4 },
  // All that comes behind Main, and the reset-password widget, which is made of the same parts. Next to every page needs
  // half of it or more; in files of their own the halves would weigh an eighth more, and cost a round trip each. A user who
  // has forgotten a password, or comes back with a link, has the code for that in the browser already.
  {
    name: 'behind-main',
    test: /widgets\/src\/(behind-main|login\/(landing|login-runtime|logged-in\.view)|methods\/((magic-links|otps|passwords)\/|oauth\/oauth\.(method|effects))|reset-password\/reset-password-widget|widget\/(widget-runtime|use-widget-actor|select-snapshot)|ui\/(link-button|success|text)\.tsx)/,
    priority: 3,
  },
  // Marks of identity providers. Most are smaller than the headers of a request, and share what gzip can use: a page gets
  // those of the most common providers by one request, and all others by another.
  { name: 'marks', test: /oauth\/marks\/(apple|facebook|github|google|linkedin|microsoft)\.ts$/, priority: 2 },
  { name: 'other-marks', test: /oauth\/marks\//, priority: 1 },
  // What a project that guards its sign-ins asks of every browser.
  {
    name: 'protection',
    test: /(client\/src\/(protection\/(captcha|device)|core\/script-url)|contract\/src\/protection)\.ts$/,
    priority: 2,
  },
]

/**
 * Nearly all of the first load runs before a form shows: V8 compiles it while it comes in, beside the page's own thread,
 * and not function by function once they are called. A comment to everybody else.
 */
const compileHint = '//# allFunctionsCalledOnLoad'

/**
 * Puts the bundler's only helper into the files that need it: a file of its own would cost a round trip. It makes an
 * object of a module's exports, for a module that is loaded by `import()` and shares its file with others.
 */
function withRuntime(code) {
  const [statement, name] = /import\{t as (\w+)\}from"\.\/rolldown-runtime-[^"]+";/.exec(code) ?? []
  if (!statement) return code
  const helper = `function ${name}(g,o={}){for(let k in g)Object.defineProperty(o,k,{get:g[k]});return o}`
  // Nothing moves, so the source map stays as it is.
  return code.replace(statement, ' '.repeat(statement.length)) + helper
}

/** A second pass over minified chunks: inlines functions that are called once. Saves 1 % of what a page downloads. */
const secondPass = {
  name: 'second-pass',
  async generateBundle(_options, bundle) {
    for (const name of Object.keys(bundle)) if (name.startsWith('rolldown-runtime-')) delete bundle[name]
    for (const chunk of Object.values(bundle)) {
      // Phone numbering plans are data.
      if (chunk.type !== 'chunk' || chunk.name === 'numbers') continue
      const options = {
        module: true,
        ecma: 2022,
        compress: { passes: 3, ecma: 2022, unsafe_arrows: true },
        mangle: true,
      }
      // The entry only re-exports: it has no mappings.
      const content = JSON.stringify(chunk.map ?? { version: 3, sources: [], names: [], mappings: '' })
      const { code, map } = await minify(withRuntime(chunk.code), {
        ...options,
        sourceMap: { content, filename: chunk.fileName },
      })
      const hasHint = chunk.code.startsWith(compileHint)
      chunk.code = hasHint
        ? `${compileHint}
${code}`
        : code
      // The hint is a line of its own.
      const source = hasHint ? map.replace('"mappings":"', '"mappings":";') : map
      const fileName = `${chunk.fileName}.map`
      if (bundle[fileName]) bundle[fileName].source = source
      else this.emitFile({ type: 'asset', fileName, source })
    }
  },
}

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
    plugins: isPublished ? [...plugins, secondPass] : plugins,
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
    chunkFileNames: '[name]-[hash:6].js',
    // What loads no screen later is one file by itself.
    ...(hasScreens ? { codeSplitting: { groups } } : {}),
    // Next to the scripts, for error trackers and debuggers. A comment that names the map would count for every page.
    ...(isPublished ? { sourcemap: 'hidden' } : {}),
    // What tells bundlers which calls may be left out is no use to browsers.
    ...(isPublished ? { comments: { annotation: false, jsdoc: false } } : {}),
    ...(isPublished ? { postBanner: ({ name }) => (name === 'first-load' ? compileHint : '') } : {}),
  }
  const result = await (write ? bundle.write(output) : bundle.generate(output))
  await bundle.close()
  const scripts = result.output.filter(({ type }) => type === 'chunk')
  const chunks = new Map(scripts.map((chunk) => [chunk.fileName, chunk]))
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

/**
 * Two small things that buttons on Main share with what comes behind it: they are in the first load, so that neither of
 * the two files has to wait for the other.
 */
const early = {
  name: 'early',
  transform: (code, id) =>
    id.endsWith('/widgets/src/login/main-buttons.tsx')
      ? // No line moves, so the source map stays as it is.
        { code: `import '../ui/announcement.tsx';import '../ui/choice.tsx';${code}`, map: null }
      : null,
}

/** The modules of the file `behind-main` that are loaded by `import()`, as one module: each needs an object of exports. */
const behindMain = {
  name: 'behind-main',
  resolveId: {
    filter: { id: /\/(login-runtime|landing\.method|passwords\.method|reset-password-widget)\.tsx?$/ },
    handler: (specifier, importer, { kind }) =>
      kind === 'dynamic-import' && resolve(dirname(importer), specifier) in behindMainExports ? behindMainId : null,
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
const behindMainExports = {
  [join(widgets, 'login', 'login-runtime.ts')]: 'createLoginRuntime',
  [join(widgets, 'login', 'landing', 'landing.method.ts')]: 'readLanding',
  [join(widgets, 'methods', 'passwords', 'passwords.method.ts')]: 'passwordMethod',
  [join(widgets, 'reset-password', 'reset-password-widget.tsx')]: 'ResetPasswordWidget',
}

/** Languages are files of their own next to the build, and no chunks of it: see `bundleLocales`. */
const localesByName = {
  name: 'locales-by-name',
  resolveId: (specifier, importer) =>
    specifier === './locales.ts' && importer?.endsWith('/elements/src/attributes.ts')
      ? join(root, 'packages', 'elements', 'src', 'on-preact', 'locales.ts')
      : null,
}

/** Writes a module for each language into a folder below the root, such as `de.js`. English is built in. */
export async function bundleLocales(outdir) {
  const folder = join(root, 'packages', 'widgets', 'src', 'locales')
  const names = (await readdir(folder)).filter((name) => name !== 'en.ts' && !name.includes('.test.'))
  await build({
    ...forBrowser,
    splitting: false,
    sourcemap: 'external',
    entryPoints: names.map((name) => join(folder, name)),
    outdir: join(root, outdir),
  })
}

/** Constants replace their names (`inlineConst`), but not style sheets: several views share one. */
const sharedSheets = {
  name: 'shared-sheets',
  transform: {
    filter: { id: /\.css\.ts$/ },
    // No line moves, so the source map stays as it is.
    handler: (code) => ({ code: code.replace(/(export const .*=\s*)(`[^`]*`)/g, '$1[$2][0]'), map: null }),
  },
}

/** A page without React is not rendered by a server: nothing keeps room for the widget before it is there. */
const withoutShell = {
  name: 'without-shell',
  load: (id) =>
    id.endsWith('/widgets/src/widget/reserved-height.tsx')
      ? 'export const reservesHeight = false, ReservedHeight = 0'
      : null,
  transform: (code, id) => {
    const reserving = / \{\.\.\.(shellFor|loginShellFor|reserveFor)\([^)]*\)\}|^import .*(reserveFor|hellFor) .*$/gm
    // No line moves, so the source map stays as it is.
    return id.includes('/widgets/src/') && reserving.test(code)
      ? { code: code.replace(reserving, ''), map: null }
      : null
  },
}

/** Writes `latchkey.js`, its chunks and `themes.js` into a folder below the root. */
export async function bundleStandalone(outdir, { write = true } = {}) {
  const themes = join('packages', 'widgets', 'src', 'themes.ts')
  if (write) await bundleChunks({ input: { themes }, outdir, write, hasScreens: false, isPublished: true })
  return bundleChunks({
    input: { latchkey: join('packages', 'elements', 'src', 'standalone.ts') },
    outdir,
    write,
    isPublished: true,
    plugins: [preactForRolldown, sharedSheets, early, behindMain, withoutShell, localesByName],
    resolve: { alias: widgetsOnPreact },
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    transform: {
      // Children as arguments are shorter than a property, and Preact needs no second function for them.
      jsx: { runtime: 'classic', pragma: '__h', pragmaFrag: '__Fragment' },
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      inject: { __h: ['preact', 'createElement'], __Fragment: ['preact', 'Fragment'] },
    },
  })
}
