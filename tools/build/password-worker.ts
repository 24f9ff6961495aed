// Password threads of the server load a file of their own (packages/server/src/passwords/worker). The built package
// contains it as compiled; bundles and tests, which start from TypeScript, need a bundle of it.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import type { Plugin as VitePlugin } from 'vite'
import { root } from '../bootstrap/run.mjs'

const folder = join(root, 'packages', 'server', 'src', 'passwords', 'worker')
const starter = /\/passwords\/worker\/start-worker\.ts$/
const compiled = "new URL('./password-worker.js', import.meta.url)"

/** Writes the bundle in one step, because a thread may be starting from it. Returns its input files. */
async function bundleWorker(outfile: string): Promise<Metafile['inputs']> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'password-worker.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    metafile: true,
    write: false,
  })
  const temporary = `${outfile}.${process.pid}.${Math.random().toString(36).slice(2)}`
  await mkdir(dirname(outfile), { recursive: true })
  await writeFile(temporary, outputFiles[0]?.contents ?? '')
  await rename(temporary, outfile)
  return metafile.inputs
}

/** For esbuild: writes the worker next to a bundle that contains the server. */
export const passwordWorkerForEsbuild: Plugin = {
  name: 'password-worker',
  setup({ initialOptions: { outdir }, onLoad, onEnd }) {
    let isUsed = false
    onLoad({ filter: starter }, async ({ path }) => {
      isUsed = true
      const source = await readFile(path, 'utf8')
      return { contents: source.replace(compiled, compiled.replace('.js', '.mjs')), loader: 'ts' }
    })
    onEnd(async ({ metafile }) => {
      if (!isUsed) return
      const inputs = await bundleWorker(resolve(root, outdir ?? '', 'password-worker.mjs'))
      if (metafile) Object.assign(metafile.inputs, inputs)
    })
  },
}

/** For vitest: tests start threads from a bundle in node_modules. */
export const passwordWorkerForVite: VitePlugin = {
  name: 'password-worker',
  enforce: 'pre',
  async transform(code, id) {
    if (!starter.test(id)) return undefined
    const outfile = join(root, 'node_modules', '.latchkey', 'password-worker', 'password-worker.mjs')
    await bundleWorker(outfile)
    return code.replace(compiled, `new URL(${JSON.stringify(pathToFileURL(outfile).href)})`)
  },
}
