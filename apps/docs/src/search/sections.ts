// Splits Markdown pages into the sections that the search finds, and names their anchors.
import type { Section, SectionKind } from './search-index.ts'

/** The anchor of a heading, as GitHub creates it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

interface Page {
  /** Below `/docs/`, without an extension. */
  path: string
  title: string
  text: string
}

/** The sections of a page: one per heading of the levels 2 to 4, and one for the text before the first of them. */
export function sectionsOf({ path, title, text }: Page): Section[] {
  const address = path.replace(/(^|\/)index$/, '$1')
  const page = plainText(title)
  const kind = kindOf(path)
  const used = new Map<string, number>()
  const sections: Section[] = [{ path: address, page, heading: '', text: '', kind }]
  const lines: string[] = []
  const endSection = (): void => {
    const last = sections.at(-1)
    if (last) last.text = plainText(lines.join('\n'))
    lines.length = 0
  }
  let isCode = false
  for (const line of text.split('\n')) {
    if (/^ *```/.test(line)) isCode = !isCode
    const [, level = '', heading = ''] = (!isCode && /^(#{1,6}) +(.+)$/.exec(line)) || []
    if (level === '') lines.push(line)
    else {
      const plain = headingText(heading)
      const anchor = anchorOf(plain)
      const count = used.get(anchor) ?? 0
      used.set(anchor, count + 1)
      if (level.length === 1 || level.length > 4) continue
      endSection()
      const unique = count === 0 ? anchor : `${anchor}-${count}`
      sections.push({ path: `${address}#${unique}`, page, heading: plain, text: '', kind })
    }
  }
  endSection()
  return sections.filter((section, index) => index === 0 || section.heading !== '')
}

function kindOf(path: string): SectionKind {
  if (path.startsWith('errors/')) return 'error'
  return /^(reference\/(api|http)|files)\//.test(path) ? 'api' : 'guide'
}

/** A heading as a reader sees it. */
export const headingText = (markdown: string): string =>
  withoutLinks(markdown)
    .replace(/`|\*\*|\\(?=[<>*_])/g, '')
    .trim()

const withoutLinks = (text: string): string => text.replace(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^()\s]*\)/g, '$1')

function plainText(markdown: string): string {
  return withoutLinks(markdown)
    .replace(/<!--.*?-->/g, ' ')
    .replace(/^ *```.*$/gm, ' ')
    .replace(/^\s*\|?[\s:|-]+\|?\s*$/gm, ' ')
    .replace(/^ *(#{1,6}|[-*>]|\d+\.) +/gm, '')
    .replace(/`|\*\*|\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
