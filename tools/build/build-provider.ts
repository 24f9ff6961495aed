// Writes what the container image contains into a folder: the bundle of @latchkey/provider, and the packages that it
// imports, in the versions of the lockfile.
//   node tools/build-provider.mjs /opt/latchkey
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stop } from 'esbuild'
import { root } from '../bootstrap/run.mjs'
import { buildProvider } from './build.ts'
import { lockfileFor } from './lockfile.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node tools/build-provider.mjs <folder>')
const outdir = resolve(folder)

await buildProvider(join(outdir, 'provider'))
await stop()
const from = 'apps/provider'
const { dependencies } = JSON.parse(await readFile(join(root, from, 'package.json'), 'utf8'))
const { installed } = lockfileFor(Object.keys(dependencies).map((name) => ({ name, from })))
for (const [path, source] of installed) {
  // Packages with binaries of other platforms are locked, but not installed.
  if (existsSync(source)) await cp(source, join(outdir, path), { recursive: true })
}
