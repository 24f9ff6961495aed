// Checks the links of a built site: every address and every anchor exists.
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

const base = '/docs/'

interface BuiltPage {
  ids: Set<string>
  links: string[]
}

/** Returns the broken links of all pages. */
export async function checkSite(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const known = new Set(files)
  const pages = new Map<string, BuiltPage>()
  for (const file of files.filter((name) => name.endsWith('.html')))
    pages.set(file, readPage(await readFile(join(folder, file), 'utf8')))
  const complaints: string[] = []
  for (const [file, { links }] of pages) {
    for (const link of new Set(links)) {
      const complaint = problemOf(file, link, known, pages)
      if (complaint !== null) complaints.push(`${file}: ${complaint}: ${link}`)
    }
  }
  return complaints
}

function readPage(html: string): BuiltPage {
  const values = (pattern: RegExp): string[] =>
    [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))
  return {
    ids: new Set(values(/\sid="([^"]+)"/g)),
    links: values(/<(?:a|img|link|script)\s[^>]*?(?:href|src)="([^"]*)"/g),
  }
}

function problemOf(
  file: string,
  link: string,
  known: ReadonlySet<string>,
  pages: ReadonlyMap<string, BuiltPage>,
): string | null {
  if (/^(https?:|mailto:|data:)/.test(link)) return null
  const [path = '', anchor = ''] = link.split('#')
  const from = `${base}${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`
  const absolute = path === '' ? from : posix.resolve(posix.dirname(`${from}x`), path)
  const inside = `${absolute}/`.startsWith(base) ? absolute.slice(base.length) : null
  // Other pages of the provider, such as the playground.
  if (inside === null) return null
  const target = [inside, `${inside}.html`, posix.join(inside, 'index.html')].find((name) => known.has(name))
  if (target === undefined) return 'no such page'
  const isFound = anchor === '' || !target.endsWith('.html') || pages.get(target)?.ids.has(decodeURIComponent(anchor))
  return isFound ? null : 'no such section'
}
