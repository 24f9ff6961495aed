// Bundles the provider for Node, and for browsers its inbox page, the playground and the stand-alone widgets, from
// source, in a fraction of a second.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { forBrowser, forNode, widgetsOnPreact } from './bundle.mjs'
import { root } from './run.mjs'

const provider = join(root, 'apps', 'provider', 'src')
const playground = join(root, 'apps', 'playground', 'src')
const frame = join(root, 'packages', 'frame', 'src')
const elements = join(root, 'packages', 'elements', 'src')
const locales = join(root, 'packages', 'widgets', 'src', 'locales')

/** Goes to browsers as it is. */
const copies = [
  join(playground, 'playground.html'),
  join(playground, 'gallery.html'),
  join(playground, 'application.html'),
  join(playground, 'consent.html'),
  join(playground, 'logo.svg'),
  ...['inbox.html', 'inbox.css', 'theme.css'].map((name) => join(provider, 'page', name)),
]

/** The page for the hidden frame, with one script for One Tap and one for phone numbers; in production too. Returns the modules in it. */
export async function bundleFrame(outdir) {
  await mkdir(outdir, { recursive: true })
  const [{ metafile }] = await Promise.all([
    build({
      ...forBrowser,
      splitting: false,
      sourcemap: 'external',
      metafile: true,
      entryPoints: [join(frame, 'frame.ts'), join(frame, 'phone.ts')],
      outdir,
    }),
    copyFile(join(frame, 'frame.html'), join(outdir, 'frame.html')),
  ])
  return Object.keys(metafile.inputs)
}

/**
 * Writes `main.mjs` and its chunks into a folder inside the repository, and resolves to the path of main. A command of
 * the CLI needs no more; `serve` also needs `frame/`, and `dev` needs `page/` and `standalone/` too.
 */
export async function bundleProvider(outdir, command = 'dev') {
  const { version } = JSON.parse(await readFile(join(provider, '..', 'package.json'), 'utf8'))
  const define = { __LATCHKEY_VERSION__: JSON.stringify(version) }
  await Promise.all([
    build({ ...forNode, define, entryPoints: [join(provider, 'main.ts')], outdir }),
    ...(command === 'dev' || command === 'serve' ? [bundleFrame(join(outdir, 'frame'))] : []),
    ...(command === 'dev' ? [bundlePages(outdir)] : []),
  ])
  return join(outdir, 'main.mjs')
}

/** What a development provider serves: its own pages, and the stand-alone widgets for pages that are being tried. */
async function bundlePages(outdir) {
  const pageFolder = join(outdir, 'page')
  // Nothing is removed: another start may be running from there.
  await mkdir(pageFolder, { recursive: true })
  const languages = await readdir(locales)
  const [pages, standalone] = await Promise.all([
    build({
      ...forBrowser,
      entryPoints: [
        { in: join(provider, 'page', 'inbox.ts'), out: 'inbox' },
        { in: join(playground, 'main.tsx'), out: 'playground' },
        { in: join(playground, 'playground.css'), out: 'playground' },
        { in: join(playground, 'gallery', 'main.tsx'), out: 'gallery' },
        { in: join(playground, 'gallery.css'), out: 'gallery' },
        { in: join(playground, 'application', 'main.tsx'), out: 'application' },
        { in: join(playground, 'application.css'), out: 'application' },
        { in: join(playground, 'consent', 'main.tsx'), out: 'consent' },
        { in: join(playground, 'consent.css'), out: 'consent' },
      ],
      outdir: pageFolder,
      chunkNames: 'chunk-[hash]',
      metafile: true,
    }),
    // For pages that are only tried: what is published is cut into chunks by another bundler, which running does not need.
    build({
      ...forBrowser,
      alias: widgetsOnPreact,
      entryPoints: [
        { in: join(elements, 'standalone.ts'), out: 'latchkey' },
        { in: join(locales, '..', 'themes.ts'), out: 'themes' },
        ...languages.map((file) => ({ in: join(locales, file), out: basename(file, '.ts') })),
      ],
      outdir: join(outdir, 'standalone'),
      chunkNames: 'chunk-[hash]',
      metafile: true,
    }),
    ...copies.map((path) => copyFile(path, join(pageFolder, basename(path)))),
  ])
  // Chunks of earlier starts lie there too: this says which files belong to this one.
  const list = (folder, paths) =>
    writeFile(join(outdir, folder, 'files.json'), JSON.stringify(paths.map((path) => basename(path))))
  await list('page', [...Object.keys(pages.metafile.outputs), ...copies])
  await list('standalone', Object.keys(standalone.metafile.outputs))
}
