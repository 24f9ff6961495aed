// Builds the documentation site: pages from docs/ and from generators, the site by VitePress, and next to it the pages
// as Markdown, the search index and llms.txt.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sectionsOf } from '../../apps/docs/src/search/sections.ts'
import { root } from '../bootstrap/run.mjs'
import { thirdPartyNotices } from '../build/build.ts'
import { docsFolder } from '../build/bundle-provider.ts'
import { checkSite } from './check-site.ts'
import { generatePages } from './generate-pages.ts'
import { writeLlms } from './llms.ts'
import { readSite, type Site } from './pages.ts'

const app = join(root, 'apps', 'docs')
/** The pages that VitePress reads. */
const pagesFolder = join(app, '.pages')
const stampFile = 'built-from.json'

/** Folders whose files the site is made of. */
const sources = [
  'docs',
  'apps/docs',
  'apps/provider/src',
  'deploy',
  'packages',
  'tools/docs',
  'README.md',
  'CHANGELOG.md',
  'Dockerfile',
  'compose.yaml',
]

interface BuiltDocs {
  /** Broken links and missing anchors. */
  complaints: string[]
  pages: number
}

/** A process that builds the site holds this file, because another build would replace its pages. */
const lockFile = join(root, 'node_modules', '.latchkey', 'docs.lock')

/** Builds the site. Waits while another process builds it. */
export async function buildDocs(): Promise<BuiltDocs> {
  await mkdir(dirname(lockFile), { recursive: true })
  while (!(await takeLock())) await setTimeout(250)
  try {
    return await buildSite()
  } finally {
    await rm(lockFile, { force: true })
  }
}

/** False while a running process holds the lock. The lock of a killed process is removed. */
async function takeLock(): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const owner = Number(await readFile(lockFile, 'utf8').catch(() => ''))
  if (owner > 0 && !isRunning(owner)) await rm(lockFile, { force: true })
  return false
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function buildSite(): Promise<BuiltDocs> {
  const stamp = await stampOfSources()
  const site = readSite(await generatePages())
  await writePages(site)
  const next = join(root, 'node_modules', '.latchkey', `docs-${process.pid}`)
  await rm(next, { recursive: true, force: true })
  // Loads Vite, which takes a while.
  const { build } = await import('vitepress')
  await build(app, { outDir: next })
  await Promise.all([
    writeMarkdown(next, site),
    writeSearch(next, site),
    writeLlms(next, site),
    writeNotices(next),
    rm(join(next, 'hashmap.json'), { force: true }),
  ])
  await writeFile(join(next, stampFile), JSON.stringify({ stamp }))
  const complaints = await checkSite(next)
  // Replaced as a whole, because a provider may be serving it.
  const previous = `${next}-previous`
  await rename(docsFolder, previous).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(next, docsFolder)
  await rm(previous, { recursive: true, force: true })
  return { complaints, pages: site.pages.length }
}

/** Whether the site was built from the sources as they are now. */
export async function isDocsCurrent(): Promise<boolean> {
  const built = await readFile(join(docsFolder, stampFile), 'utf8').catch(() => '{}')
  return JSON.parse(built).stamp === (await stampOfSources())
}

/** A fingerprint of all files that the site is made of. */
async function stampOfSources(): Promise<string> {
  const isSource = (path: string): boolean => !/(^|\/)(node_modules|dist|\.pages|\.temp)(\/|$)|\.test\.tsx?$/.test(path)
  const lists = await Promise.all(
    sources.map(async (path) => {
      if ((await stat(join(root, path))).isFile()) return [path]
      const names = await readdir(join(root, path), { recursive: true })
      return names.map((name) => `${path}/${name.replaceAll('\\', '/')}`).filter(isSource)
    }),
  )
  const hash = createHash('sha256')
  for (const path of lists.flat().sort()) {
    const { mtimeMs, size } = await stat(join(root, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

async function writePages({ pages, sidebars }: Site): Promise<void> {
  await rm(pagesFolder, { recursive: true, force: true })
  for (const { path, text } of pages) {
    const file = join(pagesFolder, `${path}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await writeFile(join(pagesFolder, 'sidebars.json'), JSON.stringify(sidebars))
}

/** Each page as Markdown, at its own address with `.md`. */
async function writeMarkdown(folder: string, { pages }: Site): Promise<void> {
  for (const { path, text } of pages)
    await writeFile(join(folder, `${path}.md`), text.replace('<!-- live widget -->\n', ''))
}

async function writeSearch(folder: string, { pages }: Site): Promise<void> {
  const sections = pages.filter(({ isInternal }) => !isInternal).flatMap(sectionsOf)
  await writeFile(join(folder, 'search.json'), JSON.stringify(sections))
  await cp(join(root, 'apps', 'playground', 'src', 'logo.svg'), join(folder, 'logo.svg'))
  await cp(join(root, 'docs', 'images'), join(folder, 'images'), { recursive: true })
}

async function writeNotices(folder: string): Promise<void> {
  const modules = JSON.parse(await readFile(join(pagesFolder, 'modules.json'), 'utf8'))
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(modules))
}
