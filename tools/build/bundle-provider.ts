// Bundles the provider for Node, and for browsers its inbox page, the playground and the stand-alone widgets, from
// source, in a fraction of a second.
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { root } from '../bootstrap/run.mjs'
import { forBrowser, forNode, widgetsOnPreact } from './bundle.ts'
import { preactForEsbuild } from './preact-document.ts'

const provider = join(root, 'apps', 'provider', 'src')
const playground = join(root, 'apps', 'playground', 'src')
const frame = join(root, 'packages', 'frame', 'src')
const elements = join(root, 'packages', 'elements', 'src')
const locales = join(root, 'packages', 'widgets', 'src', 'locales')

/** Files that are served unchanged. */
const copies = [
  join(playground, 'playground.html'),
  join(playground, 'gallery.html'),
  join(playground, 'application.html'),
  join(playground, 'consent.html'),
  join(playground, 'business.html'),
  join(playground, 'logo.svg'),
  ...['inbox.html', 'inbox.css', 'theme.css'].map((name) => join(provider, 'page', name)),
]

/** Bundles the page of the hidden frame, with a script for One Tap and one for phone numbers. Returns its modules. */
export async function bundleFrame(outdir: string): Promise<string[]> {
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
export async function bundleProvider(outdir: string, command = 'dev'): Promise<string> {
  await bundleParts(outdir, command, inRepository)
  return join(outdir, 'main.mjs')
}

/** Writes the bundle that is published. Resolves to the files that it is made of, relative to the repository. */
export async function bundlePublishedProvider(outdir: string): Promise<string[]> {
  // Chunk names contain a hash: chunks of an earlier build would remain.
  await rm(outdir, { recursive: true, force: true })
  const inputs = await bundleParts(outdir, 'dev', {})
  // Programs of packages are executable files.
  await chmod(join(outdir, 'main.mjs'), 0o755)
  return inputs
}

/** Where `npm run docs` writes the documentation site, as it is published and as a development provider serves it. */
export const docsFolder: string = join(root, 'apps', 'docs', 'dist')
const docs = { folder: docsFolder }

/** Messages of a bundle in the repository name the command that starts it. */
const inRepository = {
  __LATCHKEY_PROGRAM__: JSON.stringify('npm start --'),
  __LATCHKEY_DOCS__: JSON.stringify(docs),
}

/** A bundle of `npm start` builds the documentation with the first request to it. */
const withDocs = {
  ...inRepository,
  __LATCHKEY_DOCS__: JSON.stringify({ ...docs, script: join(root, 'tools', 'docs.mjs') }),
}

/** Bundles only if the sources have changed since an earlier call, so that a CLI command starts fast. */
export async function bundleProviderOnce(outdir: string, command: string): Promise<string> {
  const record = join(outdir, `bundled-${['dev', 'serve'].includes(command) ? command : 'command'}.json`)
  const known: Record<string, string> = JSON.parse(await readFile(record, 'utf8').catch(() => '{}'))
  const versions = await versionsOf(Object.keys(known))
  const isSame = versions.length > 0 && Object.values(known).every((version, index) => version === versions[index])
  if (!isSame) {
    const inputs = await bundleParts(outdir, command, withDocs)
    const built = await versionsOf(inputs)
    await writeFile(record, JSON.stringify(Object.fromEntries(inputs.map((path, index) => [path, built[index]]))))
  }
  return join(outdir, 'main.mjs')
}

/** A fingerprint of each file, by path relative to the repository. */
function versionsOf(paths: readonly string[]): Promise<string[]> {
  return Promise.all(
    paths.map((path) =>
      stat(join(root, path)).then(
        ({ mtimeMs, size }) => `${mtimeMs}-${size}`,
        () => 'missing',
      ),
    ),
  )
}

/** Resolves to the files that the bundle is made of, relative to the repository. */
async function bundleParts(outdir: string, command: string, names: Record<string, string>): Promise<string[]> {
  const manifest = join(provider, '..', 'package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  const define = { __LATCHKEY_VERSION__: JSON.stringify(version), ...names }
  const tools = await readdir(join(root, 'tools', 'build'))
  const parts = await Promise.all([
    build({ ...forNode, define, metafile: true, entryPoints: [join(provider, 'main.ts')], outdir }).then(inputsOf),
    ...(command === 'dev' || command === 'serve' ? [bundleFrame(join(outdir, 'frame'))] : []),
    ...(command === 'dev' ? [bundlePages(outdir)] : []),
  ])
  const others = [manifest, join(frame, 'frame.html'), ...tools.map((name) => join(root, 'tools', 'build', name))]
  return [...new Set([...parts.flat(), 'package-lock.json', ...others.map((path) => relative(root, path))])]
}

const inputsOf = ({ metafile }: { metafile: Metafile }) => Object.keys(metafile.inputs)

/** Bundles the pages of a development provider and the stand-alone widgets. */
async function bundlePages(outdir: string): Promise<string[]> {
  const pageFolder = join(outdir, 'page')
  // Old files are kept, because another provider may be running from this folder.
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
        { in: join(playground, 'business', 'main.tsx'), out: 'business' },
        { in: join(playground, 'business.css'), out: 'business' },
      ],
      outdir: pageFolder,
      chunkNames: 'chunk-[hash]',
      metafile: true,
    }),
    // Development only: the published build uses another bundler with better chunks.
    build({
      ...forBrowser,
      alias: widgetsOnPreact,
      plugins: [preactForEsbuild],
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
  // The folder also holds chunks of earlier builds: this list has the files of the current one.
  const list = (folder: string, paths: readonly string[]) =>
    writeFile(join(outdir, folder, 'files.json'), JSON.stringify(paths.map((path) => basename(path))))
  await list('page', [...Object.keys(pages.metafile.outputs), ...copies])
  await list('standalone', Object.keys(standalone.metafile.outputs))
  return [...inputsOf(pages), ...inputsOf(standalone), ...[...copies, locales].map((path) => relative(root, path))]
}
