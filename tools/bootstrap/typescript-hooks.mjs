// Hooks of Node's module loader that compile TypeScript with esbuild, because Node 20 does not remove types. The output
// is kept by a hash of the source, so that later starts do not compile.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

const folder = join(root, 'node_modules', '.latchkey', 'tools')

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context)
  const path = fileURLToPath(url)
  return { format: 'module', source: await compile(path, await readFile(path, 'utf8')), shortCircuit: true }
}

async function compile(path, source) {
  const kept = join(folder, `${createHash('sha256').update(path).update(source).digest('hex')}.mjs`)
  const known = await readFile(kept, 'utf8').catch(() => null)
  if (known !== null) return known
  const { transform } = await import('esbuild')
  const { code } = await transform(source, {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile: path,
  })
  await mkdir(folder, { recursive: true })
  // Another process may write the same file: a rename replaces it as a whole.
  const written = `${kept}.${process.pid}`
  await writeFile(written, code)
  await rename(written, kept)
  return code
}
