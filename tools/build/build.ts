// Builds every package to its dist folder, and packs those that are published.
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bin, root, run } from '../bootstrap/run.mjs'
import { isPermissive } from './licenses.ts'

/** The only bundled entries: pages without React load them. All other entries are compiled file by file. */
export async function buildStandalone(): Promise<void> {
  const { bundleB2bStandalone, bundleLocales, bundleStandalone } = await import('./bundle-standalone.ts')
  const outdir = 'packages/elements/dist/standalone'
  // Chunk names contain a hash: chunks of an earlier build would remain.
  await rm(join(root, outdir), { recursive: true, force: true })
  const builds = await Promise.all([bundleStandalone(outdir), bundleB2bStandalone(outdir), bundleLocales(outdir)])
  const chunks = builds.flatMap((build) => (build ? [...build.chunks.values()] : []))
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds)
  await writeFile(join(root, outdir, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(modules))
}

/** Name, version and license text of every package that modules of a bundle come from. */
export async function thirdPartyNotices(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const notices = await Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license = 'no license' } = await readManifest(folder)
      if (!isPermissive(license)) throw new Error(`${name} is bundled, but has the license ${license}`)
      const texts = await licenseTexts(folder)
      if (texts.length === 0) throw new Error(`${name} is bundled, but has no license text`)
      return [`${name} ${version}`, ...texts.map((text) => text.trim())].join('\n\n')
    }),
  )
  return `This folder contains the following software.\n\n${notices.join('\n\n----\n\n')}\n`
}

/** The license files of a package, or the section about the license in its README. */
async function licenseTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort()
  const read = (pattern: RegExp) =>
    Promise.all(names.filter((name) => pattern.test(name)).map((name) => readFile(join(folder, name), 'utf8')))
  const files = await read(/^(licen[cs]e|copying)/i)
  if (files.length > 0) return files
  const sections = (await read(/^readme/i)).flatMap((text) => /^#+ *licen[cs]e[\s\S]*/im.exec(text)?.[0] ?? [])
  const text = textsLeftOut[(await readManifest(folder)).name]
  return sections.length > 0 || !text ? sections : [text]
}

/** The license texts of packages that are published without one. */
const textsLeftOut: Readonly<Record<string, string>> = {
  saxes: `The ISC License

Copyright (c) Isaac Z. Schlueter, Louis-Dominique Dubeau and contributors

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
}

/** The page of the hidden frame is part of the server package. */
export async function buildFrame(): Promise<void> {
  const { bundleFrame } = await import('./bundle-provider.ts')
  const outdir = join(root, 'packages', 'server', 'dist', 'frame')
  const modules = (await bundleFrame(outdir)).map((path) => join(root, path))
  await writeFile(join(outdir, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(modules))
}

/** The provider is published as a bundle of everything but packages with binaries. */
export async function buildProvider(outdir: string = join(root, 'apps', 'provider', 'dist', 'bundle')): Promise<void> {
  const { bundlePublishedProvider } = await import('./bundle-provider.ts')
  const modules = (await bundlePublishedProvider(outdir)).map((path) => join(root, path))
  await writeFile(join(outdir, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(modules))
}

/** Copies the documentation site into the bundle: a development provider serves the documentation of its own version. */
export async function addDocsToProvider(): Promise<void> {
  const { docsFolder } = await import('./bundle-provider.ts')
  const target = join(root, 'apps', 'provider', 'dist', 'bundle', 'docs')
  await rm(target, { recursive: true, force: true })
  await cp(docsFolder, target, { recursive: true })
}

/** The fields of a package.json that the build reads. */
interface Manifest {
  name: string
  version: string
  license?: string
  private?: boolean
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

async function publishedPackages(): Promise<string[]> {
  const folders = ['packages', 'apps'].map((parent) => join(root, parent))
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  )
  const manifests = await Promise.all(names.flat().map(readManifest))
  return manifests.filter((manifest) => !manifest.private).map(({ name }) => name)
}

/** Compiles every package into its dist folder; resolves to the exit code. */
export async function buildPackages(): Promise<number> {
  const { code } = await run(bin('tsgo'), ['-b'])
  if (code === 0) await Promise.all([buildStandalone(), buildFrame(), buildProvider()])
  return code
}

/** TypeScript does not remove the output of renamed or deleted sources. It must not be published. */
async function removeStaleOutput(): Promise<void> {
  for (const name of await readdir(join(root, 'packages'))) {
    const dist = join(root, 'packages', name, 'dist')
    const src = join(root, 'packages', name, 'src')
    for (const file of existsSync(dist) ? await readdir(dist, { recursive: true }) : []) {
      const module = /^(?!standalone\/|frame\/)(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(file)?.[1]
      if (module === undefined || existsSync(join(src, `${module}.ts`)) || existsSync(join(src, `${module}.tsx`)))
        continue
      await rm(join(dist, file))
    }
  }
}

/** Packs the published packages, or those with these names, into a folder, as npm would upload them. */
export async function packPackages(
  folder: string,
  { quiet = false, names }: { quiet?: boolean; names?: readonly string[] } = {},
): Promise<{ code: number; output: string }> {
  await removeStaleOutput()
  const workspaces = (names ?? (await publishedPackages())).flatMap((name) => ['--workspace', name])
  return run('npm', ['pack', '--silent', '--pack-destination', folder, ...workspaces], { quiet })
}
