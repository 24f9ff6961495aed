// Builds every package to its dist folder, and packs those that are published into dist/ as npm would.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackages, requireNode } from './install.mjs'
import { bin, root, run } from './run.mjs'

const tarballs = join(root, 'dist')

/** A page without React loads this one: a bundle, where every other entry is a file for a file. */
export async function buildStandalone() {
  const { bundleStandalone } = await import('./bundle-standalone.mjs')
  const outdir = 'packages/elements/dist/standalone'
  // Chunks are named by what is in them: those of an earlier build would stay for ever.
  await rm(join(root, outdir), { recursive: true, force: true })
  await bundleStandalone(outdir)
}

/** Whoever installs the provider as a package has the page for One Tap's hidden frame in it. */
export async function buildFrame() {
  const { bundleFrame } = await import('./bundle-provider.mjs')
  await bundleFrame(join(root, 'packages', 'server', 'dist', 'frame'))
}

async function publishedPackages() {
  const names = await readdir(join(root, 'packages'))
  const manifests = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'))),
  )
  return manifests.filter((manifest) => !manifest.private).map(({ name }) => name)
}

/** What other projects install: no registry has these packages yet. */
async function packPackages() {
  await rm(tarballs, { recursive: true, force: true })
  await mkdir(tarballs)
  const workspaces = (await publishedPackages()).flatMap((name) => ['--workspace', name])
  return run('npm', ['pack', '--silent', '--pack-destination', tarballs, ...workspaces])
}

if (process.argv[1] === import.meta.filename) {
  requireNode()
  await installPackages()
  const { code } = await run(bin('tsc'), ['-b'])
  if (code !== 0) process.exit(code)
  await Promise.all([buildStandalone(), buildFrame()])
  process.exit((await packPackages()).code)
}
