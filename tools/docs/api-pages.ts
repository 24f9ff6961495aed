// The TypeScript reference: a page per entry of a package, with an anchor per export. The main entry of the contract has
// a page per topic.
import { readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { anchorOf } from '../../apps/docs/src/search/sections.ts'
import { root } from '../bootstrap/run.mjs'
import { entriesOf, readSource } from '../checks/sources.ts'
import { contractTopicOf, contractTopics } from './contract-topics.ts'
import { type Declaration, exportsOf, type Kind, type Member } from './declarations.ts'
import type { GeneratedPage } from './pages.ts'

interface EntryPage {
  /** `@latchkey/client/b2b`. */
  name: string
  /** `reference/api/client-b2b.md`. */
  file: string
  folder: string
  exports: Map<string, Declaration>
  /** The page of an export: `file`, unless the entry has a page per topic. */
  fileOf(declaration: Declaration): string
}

/** Has a page per topic. */
const splitEntry = '@latchkey/contract'

const topicFile = (topic: string): string => `reference/api/contract-${anchorOf(topic)}.md`

const headings: readonly [Kind, string][] = [
  ['function', 'Functions and components'],
  ['class', 'Classes'],
  ['constant', 'Constants'],
  ['type', 'Types'],
]

/** One page per entry. Throws if an export has no declaration, which would leave it out. */
export function apiPages(): GeneratedPage[] {
  const entries = readEntries()
  const homes = homesOf(entries)
  return [
    indexPage(entries),
    ...entries.flatMap((entry) =>
      entry.name === splitEntry ? topicPages(entry, homes) : [{ file: entry.file, text: pageOf(entry, homes) }],
    ),
  ]
}

function indexPage(entries: readonly EntryPage[]): GeneratedPage {
  const rows = entries.map(({ name, file, folder, exports }) => {
    const [first, second, third, ...rest] = [...exports.values()]
      .sort(
        (one, other) =>
          headings.findIndex(([kind]) => kind === one.kind) - headings.findIndex(([kind]) => kind === other.kind),
      )
      .map((declaration) => `\`${declaration.name}\``)
    const names = [first, second, third].filter((shown) => shown !== undefined).join(', ')
    const isMain = name === `@latchkey/${folder}`
    const description = isMain ? `${descriptionOf(folder)} ` : ''
    return `| [\`${name}\`](${file.replace('reference/api/', './')}) | ${description}${names}${rest.length > 0 ? `, and ${rest.length} more` : ''} |`
  })
  const text = [
    '# TypeScript API',
    'All exports of all packages, from their types. Every export has an anchor: `createClient` is at `reference/api/client#createclient`.',
    ['| Import from | Exports |', '|---|---|', ...rows].join('\n'),
  ]
  return { file: 'reference/api/README.md', text: `${text.join('\n\n')}\n` }
}

function descriptionOf(folder: string): string {
  const { description } = JSON.parse(readSource(`packages/${folder}/package.json`))
  return `${description}.`.replace(/\.\.$/, '.')
}

/** The entries for users. Entries called `internal` are for our own packages. */
function readEntries(): EntryPage[] {
  return readdirSync(join(root, 'packages')).flatMap((folder) =>
    [...entriesOf(`packages/${folder}`)].flatMap(([subpath, target]) => {
      const source = target['@latchkey/source']
      if (!source || subpath === './internal' || isLocale(subpath)) return []
      const name = `@latchkey/${folder}${subpath.slice(1)}`
      const path = name.replace('@latchkey/', '').replaceAll('/', '-')
      const exports = exportsOf(normalize(join('packages', folder, source)))
      const file = `reference/api/${path}.md`
      const fileOf = ({ file: source }: Declaration): string =>
        name === splitEntry ? topicFile(contractTopicOf(source)) : file
      return exports.size === 0 ? [] : [{ name, file, folder, exports, fileOf }]
    }),
  )
}

/** Without a page per language, because all 16 would be equal. docs/widgets.md lists the languages. */
const isLocale = (subpath: string): boolean => subpath.includes('/locales/')

/** The page that describes a declaration, by file and name: that of its own package, if it exports it. */
function homesOf(entries: readonly EntryPage[]): Map<string, string> {
  const homes = new Map<string, string>()
  for (const { folder, exports, fileOf } of entries) {
    for (const declaration of exports.values()) {
      const { name, file: source } = declaration
      const key = `${source} ${name}`
      if (!homes.has(key) || source.startsWith(`packages/${folder}/`)) {
        const isFirst = !homes.get(key)?.startsWith(`reference/api/${folder}`)
        if (isFirst) homes.set(key, fileOf(declaration))
      }
    }
  }
  return homes
}

/** An overview with a link to each export, and the pages of the topics. */
function topicPages(entry: EntryPage, homes: ReadonlyMap<string, string>): GeneratedPage[] {
  const pages = contractTopics.map((topic) => {
    const file = topicFile(topic)
    const exports = [...entry.exports].filter(([, declaration]) => entry.fileOf(declaration) === file)
    return { topic, file, exports: new Map(exports) }
  })
  const rows = pages.map(({ topic, file, exports }) => {
    const target = file.replace('reference/api/', './')
    const names = [...exports.keys()].sort((one, other) => one.localeCompare(other))
    const links = names.map((name) => `[\`${name}\`](${target}#${anchorOf(name)})`)
    return `| [${topic}](${target}) | ${links.join(', ')} |`
  })
  const overview = [
    `# ${entry.name}`,
    descriptionOf(entry.folder),
    ['| Topic | Exports |', '|---|---|', ...rows].join('\n'),
  ]
  return [
    { file: entry.file, text: `${overview.join('\n\n')}\n` },
    ...pages.map(({ topic, file, exports }) => {
      const intro = `From [\`${entry.name}\`](./contract.md).`
      const name = `${entry.name}: ${topic.charAt(0).toLowerCase()}${topic.slice(1)}`.replace(': oAuth', ': OAuth')
      return { file, text: pageOf({ ...entry, name, file, exports }, homes, intro) }
    }),
  ]
}

function pageOf(
  { name, file, folder, exports }: EntryPage,
  homes: ReadonlyMap<string, string>,
  intro: string = descriptionOf(folder),
): string {
  const parts = headings.flatMap(([kind, title]) => {
    const declarations = [...exports.values()]
      .filter((declaration) => declaration.kind === kind)
      .sort((one, other) => one.name.localeCompare(other.name))
    if (declarations.length === 0) return []
    return [
      `## ${title}`,
      ...declarations.map((declaration) => {
        const home = homes.get(`${declaration.file} ${declaration.name}`) ?? file
        return home === file ? entryOf(declaration) : reexportOf(declaration, home)
      }),
    ]
  })
  return [`# ${name}`, intro, ...parts].join('\n\n').concat('\n')
}

function entryOf(declaration: Declaration): string {
  const { name, code, text, parameters, returns, members, examples, deprecated } = declaration
  const parts = [
    `### ${name}`,
    deprecated === undefined ? '' : `**Deprecated.** ${inline(deprecated)}`,
    paragraphs(text),
    fence(code),
    table('Parameter', parameters),
    returns ? `Returns ${inline(returns)}` : '',
    table('Member', members),
    declaration.default === undefined ? '' : `Default: ${inline(codeOf(declaration.default))}`,
    ...examples.map((example) => `**Example**\n\n${example.includes('```') ? example : fence(example)}`),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function reexportOf({ name, text }: Declaration, home: string): string {
  const target = home.replace('reference/api/', './')
  const entry = target.replace('./', '').replace(/\.md$/, '')
  const [first = ''] = paragraphs(text).split('\n\n')
  return [`### ${name}`, first, `See [${name} of ${entry}](${target}#${anchorOf(name)}).`]
    .filter((part) => part !== '')
    .join('\n\n')
}

const longestCode = 60

function fence(code: string): string {
  const lines = code.trim().split('\n')
  // Tables of constants.
  const shown = lines.length > longestCode ? [...lines.slice(0, longestCode / 2), '  // …', lines.at(-1)] : lines
  return `\`\`\`${/<[A-Z]\w*[\s/>]/.test(code) && /\/>|<\//.test(code) ? 'tsx' : 'ts'}\n${shown.join('\n')}\n\`\`\``
}

/** Comments are wrapped at the width of a line. */
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => (/^\s*([-*|]|\d+\.) /m.test(part) || part.includes('```') ? part : inline(part)))
    .join('\n\n')

const inline = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()
const codeOf = (value: string): string => (value.includes('`') || / /.test(value) ? value : `\`${value}\``)

function table(title: string, members: readonly Member[]): string {
  if (members.length === 0) return ''
  const rows = members.map(({ name, text, default: value }) => {
    const meaning = [inline(text), value === undefined ? '' : `Default: ${inline(codeOf(value))}.`.replace('..', '.')]
    const cell = meaning.filter((part) => part !== '').join(' ')
    return `| \`${name}\` | ${cell.replaceAll('|', '\\|')} |`
  })
  return [`| ${title} | |`, '|---|---|', ...rows].join('\n')
}
