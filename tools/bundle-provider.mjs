// Bundles the provider for Node and its pages for browsers, from source, in a fraction of a second.
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, stop } from 'esbuild'
import { forNode, fromSource } from './bundle.mjs'
import { root } from './run.mjs'

const provider = join(root, 'apps', 'provider')

/** Writes `main.mjs`, its chunks and `page/` into a folder inside the repository; answers with main's path. */
export async function bundleProvider(outdir) {
  const { version } = JSON.parse(await readFile(join(provider, 'package.json'), 'utf8'))
  const define = { __LATCHKEY_VERSION__: JSON.stringify(version) }
  // Nothing is removed: another start may be running from there.
  await mkdir(join(outdir, 'page'), { recursive: true })
  await Promise.all([
    build({ ...forNode, define, entryPoints: [join(provider, 'src', 'main.ts')], outdir }),
    build({
      ...fromSource,
      entryPoints: ['sign-in', 'inbox'].map((name) => join(provider, 'src', 'page', `${name}.ts`)),
      outdir: join(outdir, 'page'),
      platform: 'browser',
      target: 'es2022',
      minify: true,
    }),
    ...['sign-in.html', 'sign-in.css', 'inbox.html', 'inbox.css', 'theme.css'].map((name) =>
      copyFile(join(provider, 'src', 'page', name), join(outdir, 'page', name)),
    ),
  ])
  // esbuild keeps a process at hand for the next build; there is none.
  await stop()
  return join(outdir, 'main.mjs')
}
