// Reads the Markdown files of the repository as pages of the documentation site: their address, and links that lead to
// other pages of the site.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, normalize, posix, relative } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { fileOf, groups, internalFolders, internalPages, sections, shownFiles, titleOf } from './site-map.ts'

/** A page of the site. */
export interface SitePage {
  /** Relative to `/docs/`, without an extension: `widgets`, `guides/auth0`, `index`. */
  path: string
  title: string
  /** Markdown. Links between pages are relative and end with `.md`. */
  text: string
  /** Not in the sidebar of users and not found by the search. */
  isInternal: boolean
}

/** A page that a generator wrote. Links are relative to its own path, as in a file of `docs/`. */
export interface GeneratedPage {
  /** Relative to `docs/`: `reference/cli.md`. */
  file: string
  text: string
}

export interface SidebarItem {
  text: string
  link?: string
  items?: SidebarItem[]
  collapsed?: boolean
}

export interface Site {
  pages: SitePage[]
  /** By the beginning of the addresses that show it; `/` is that of all other pages. */
  sidebars: Record<string, SidebarItem[]>
}

const docs = join(root, 'docs')

/** All Markdown files below `docs/`, relative to it. */
const markdownFiles = (): string[] =>
  readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()

/** Reads all pages, and adds the generated ones. */
export function readSite(generated: readonly GeneratedPage[]): Site {
  const listed = [...groups.flatMap(({ pages }) => pages), ...internalPages].map(fileOf).filter(isWholePage)
  const texts = new Map(generated.map(({ file, text }) => [file, text]))
  for (const file of [...markdownFiles(), ...listed.filter((name) => name.startsWith('../'))])
    texts.set(file, readFileSync(join(docs, file), 'utf8'))
  for (const name of shownFiles) texts.set(pageFileOf(name), pageOfFile(name))
  const addresses = new Map([...texts.keys()].map((file) => [file, addressOf(file)]))
  for (const name of shownFiles) addresses.set(`../${name}`, addressOf(pageFileOf(name)))
  const titles = new Map([...texts].map(([file, text]) => [file, headingOf(text, file)]))
  const pages = [...texts].map(([file, text]) => ({
    path: addressOf(file),
    title: titles.get(file) ?? file,
    text: withSiteLinks(file, text, addresses),
    isInternal: isInternal(file),
  }))
  const item = (entry: string, title?: string): SidebarItem => {
    const [file = '', section] = entry.split('#')
    const address = addressOf(file).replace(/(^|\/)index$/, '$1')
    return {
      // All packages have this scope.
      text: (title ?? titles.get(file) ?? file).replaceAll('`', '').replace(/^@latchkey\//, ''),
      link: section === undefined ? `/${address}` : `/${address}#${section}`,
    }
  }
  const isPresent = (entry: string): boolean => texts.has(entry.split('#')[0] ?? '')
  const inFolder = (folder: string): string[] =>
    [...texts.keys()].filter(
      (file) => posix.dirname(file) === (folder || '.') && !listed.includes(file) && !file.startsWith('../'),
    )
  const all = groups.map(({ title, pages: entries, folders = [] }) => ({
    text: title,
    items: [
      ...entries.filter((entry) => isPresent(fileOf(entry))).map((entry) => item(fileOf(entry), titleOf(entry))),
      ...folders.flatMap((folder) => inFolder(folder).map((file) => item(file))),
    ],
  }))
  const back = { text: 'Documentation', link: '/' }
  const sidebars: Site['sidebars'] = {}
  for (const { title, folder } of sections)
    sidebars[`/${folder}/`] = [back, { text: title, items: nestParts(inFolder(folder).map((file) => item(file))) }]
  const internal = internalPages.map((entry) => item(fileOf(entry), titleOf(entry)))
  sidebars['/internals/'] = [
    back,
    { text: 'Internals', items: internal },
    { text: 'Security', items: inFolder('security').map((file) => item(file)) },
    { text: 'Decisions', items: inFolder('decisions').map((file) => item(file)) },
  ]
  sidebars['/'] = all
  return { pages, sidebars }
}

/** Puts pages whose title begins with that of another page, such as `@latchkey/contract: passcodes`, below it. */
function nestParts(items: readonly SidebarItem[]): SidebarItem[] {
  const nested: SidebarItem[] = []
  for (const one of items) {
    const [whole = '', part] = one.text.split(': ')
    const parent = part === undefined ? undefined : nested.find(({ text }) => text === whole)
    if (parent === undefined || part === undefined) {
      nested.push(one)
      continue
    }
    parent.items = [...(parent.items ?? []), { ...one, text: `${part.charAt(0).toUpperCase()}${part.slice(1)}` }]
    parent.collapsed = true
  }
  return nested
}

/** `files/deployment-yaml.md`: without a dot, because servers would read the rest of the address as an extension. */
const pageFileOf = (name: string): string => `files/${basename(name).toLowerCase().replaceAll('.', '-')}.md`

/** A page that shows a file of the repository. */
function pageOfFile(name: string): string {
  const language = extname(name).slice(1) || 'dockerfile'
  const text = readFileSync(join(root, name), 'utf8').trimEnd()
  return `# ${basename(name)}\n\n\`${name}\` in the repository:\n\n\`\`\`${language}\n${text}\n\`\`\`\n`
}

const isWholePage = (entry: string): boolean => !entry.includes('#')

function isInternal(file: string): boolean {
  if (groups.some(({ pages }) => pages.some((entry) => fileOf(entry) === file))) return false
  return internalPages.some((entry) => fileOf(entry) === file) || internalFolders.includes(posix.dirname(file))
}

/** The path of a file of `docs/` on the site. */
function addressOf(file: string): string {
  const special: Readonly<Record<string, string>> = {
    'README.md': 'index',
    '../README.md': 'packages',
    '../CHANGELOG.md': 'changelog',
    '../SECURITY.md': 'reporting',
  }
  const path =
    special[file] ??
    file
      .replace('../', '')
      .replace(/README\.md$/, 'index.md')
      .replace(/\.md$/, '')
  return isInternal(file) ? `internals/${path.toLowerCase()}` : path
}

const headingOf = (text: string, file: string): string => /^# (.+)$/m.exec(text)?.[1]?.trim() ?? file

/** Links to other files of the repository become links to their pages, or plain text if the site does not have them. */
function withSiteLinks(file: string, text: string, addresses: ReadonlyMap<string, string>): string {
  const from = posix.dirname(addressOf(file))
  const folder = dirname(join(docs, file))
  return outsideCode(text.replace(/<!--(?! live widget -->)[\s\S]*?-->\n?/g, ''), (part) =>
    part.replace(/(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, (whole, label: string, target: string) => {
      if (/^([a-z]+:|#|\/)/.test(target)) return whole
      const [path = '', section] = target.split('#')
      const named = relative(docs, normalize(join(folder, path))).replaceAll('\\', '/')
      const address = addresses.get(named)
      if (address === undefined) return label
      const link = posix.relative(from, `${address}.md`)
      return `[${label}](${link.startsWith('.') ? link : `./${link}`}${section === undefined ? '' : `#${section}`})`
    }),
  )
}

/** Changes the text outside fenced blocks and code spans. */
function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}
