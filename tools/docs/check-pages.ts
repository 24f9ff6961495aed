// Checks the pages of the site without building it: links of generated pages, and that nothing public is missing.
import { posix } from 'node:path'
import { sectionsOf } from '../../apps/docs/src/search/sections.ts'
import { isTest, projectFiles, readSource } from '../checks/sources.ts'
import { generatePages } from './generate-pages.ts'
import { readSite, type SitePage } from './pages.ts'

export async function checkDocsPages(): Promise<string[]> {
  const { pages } = readSite(await generatePages())
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return [
    ...pages.flatMap((page) => brokenLinks(page, byPath)),
    ...brokenLinksOfThePlayground(byPath),
    ...missingExports(byPath),
    ...missingErrors(byPath),
  ]
}

const anchors = new Map<string, Set<string>>()

function anchorsOf(page: SitePage): Set<string> {
  const known = anchors.get(page.path)
  if (known) return known
  const found = new Set(sectionsOf(page).flatMap(({ path }) => path.split('#')[1] ?? []))
  anchors.set(page.path, found)
  return found
}

function brokenLinks(page: SitePage, byPath: ReadonlyMap<string, SitePage>): string[] {
  const text = page.text.replace(/^ *```[\s\S]*?^ *```$/gm, '')
  return [...text.matchAll(/\]\(((?!\w+:)[^()\s]+)\)/g)].flatMap(([, link = '']) => {
    const [file = '', section] = link.split('#')
    if (file.startsWith('images/')) return []
    const path = file === '' ? page.path : posix.join(posix.dirname(page.path), file.replace(/\.md$/, ''))
    const target = byPath.get(path)
    if (!target) return [`${page.path}: no such page: ${link}`]
    // The title is not a section, but it has an anchor too.
    const isFound = section === undefined || anchorsOf(target).has(section) || link.startsWith('#')
    return isFound ? [] : [`${page.path}: no such section: ${link}`]
  })
}

/** The playground links pages by their address below `/docs/`. */
function brokenLinksOfThePlayground(byPath: ReadonlyMap<string, SitePage>): string[] {
  const files = projectFiles().filter((path) => /^apps\/playground\/src\/.*\.tsx?$/.test(path) && !isTest(path))
  return files.flatMap((file) =>
    [...readSource(file).matchAll(/(?:"\/docs\/|\bdocs: ')([\w/-]+)(?:#([\w-]+))?["']/g)].flatMap(
      ([, path = '', section]) => {
        const page = byPath.get(path.replace(/\/$/, '/index'))
        if (!page) return [`${file}: no such page of the documentation: ${path}`]
        const isFound = section === undefined || anchorsOf(page).has(section)
        return isFound ? [] : [`${file}: no such section of the documentation: ${path}#${section}`]
      },
    ),
  )
}

/** Every export of an entry for users has an anchor on its page, or a link to the page of its topic. */
function missingExports(byPath: ReadonlyMap<string, SitePage>): string[] {
  const entries: Record<string, string[]> = JSON.parse(readSource('tools/checks/exports.json'))
  return Object.entries(entries).flatMap(([entry, names]) => {
    if (names.length === 0 || entry.endsWith('/internal') || entry.includes('/locales/')) return []
    const page = byPath.get(`reference/api/${entry.replace('@latchkey/', '').replaceAll('/', '-')}`)
    return names
      .map((name) => name.replace(/^type /, ''))
      .filter((name) => !page?.text.includes(`\n### ${name}\n`) && !page?.text.includes(`[\`${name}\`](./`))
      .map((name) => `the TypeScript reference does not describe ${name} of ${entry}`)
  })
}

/** Every error has a page or an anchor. */
function missingErrors(byPath: ReadonlyMap<string, SitePage>): string[] {
  const table = /export const errorTable = \{([\s\S]*?)\n\} as const/.exec(
    readSource('packages/contract/src/core/errors.ts'),
  )?.[1]
  const types = [...(table ?? '').matchAll(/^ {2}(\w+): \{/gm)].map(([, type = '']) => type)
  const described = byPath.get('errors')?.text ?? ''
  return types
    .filter((type) => !byPath.has(`errors/${type}`) && !described.includes(`\`${type}\``))
    .map((type) => `no page of the documentation describes the error ${type}`)
}
