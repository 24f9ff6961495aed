// Bundles the provider for Node and its pages for browsers, from source, in a fraction of a second.
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')
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

/** CommonJS that is compiled in asks for Node's own modules by `require`. */
const requireForCommonJs =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** Writes `main.mjs`, its chunks and `page/` into a folder inside the repository; answers with main's path. */
export async function bundleProvider(outdir) {
  const { version } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const shared = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    conditions: ['@latchkey/source'],
    define: { __LATCHKEY_VERSION__: JSON.stringify(version) },
    logLevel: 'warning',
  }
  // Nothing is removed: another start may be running from there.
  await mkdir(join(outdir, 'page'), { recursive: true })
  await Promise.all([
    build({
      ...shared,
      entryPoints: [join(here, 'src', 'main.ts')],
      outdir,
      outExtension: { '.js': '.mjs' },
      splitting: true,
      platform: 'node',
      target: 'node20',
      sourcemap: 'linked',
      banner: { js: requireForCommonJs },
      plugins: [outsideStaysOutside],
    }),
    build({
      ...shared,
      entryPoints: ['sign-in', 'inbox'].map((name) => join(here, 'src', 'page', `${name}.ts`)),
      outdir: join(outdir, 'page'),
      platform: 'browser',
      target: 'es2022',
      minify: true,
    }),
    ...['sign-in.html', 'sign-in.css', 'inbox.html', 'inbox.css', 'theme.css'].map((name) =>
      copyFile(join(here, 'src', 'page', name), join(outdir, 'page', name)),
    ),
  ])
  // esbuild keeps a process at hand for the next build; there is none.
  await stop()
  return join(outdir, 'main.mjs')
}
