// Writes the documentation for language models (https://llmstxt.org): an index, and all guides in one file.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { descriptions } from './descriptions.ts'
import type { SidebarItem, Site, SitePage } from './pages.ts'

const intro = `# Latchkey

> Sign-up and sign-in for your own pages, and the provider behind them. The packages are TypeScript: widgets for React
> and custom elements, a headless client for browsers, a provider that you run, and helpers for your own server.

Each page is also Markdown: add \`.md\` to its address.
`

export async function writeLlms(folder: string, { pages, sidebars }: Site): Promise<void> {
  const byLink = new Map(pages.map((page) => [`/${page.path.replace(/(^|\/)index$/, '$1')}`, page]))
  const inSidebar = (items: readonly SidebarItem[]): SitePage[] =>
    items.flatMap(({ link, items: children = [] }) => [
      ...[byLink.get(link ?? '')].filter((page) => page !== undefined),
      ...inSidebar(children),
    ])
  const { '/': guides = [], '/internals/': _, ...others } = sidebars
  const parts = [...guides, ...Object.values(others).flat()].map(({ text, items = [] }) => {
    const lines = inSidebar(items).map((page) => `- [${page.title}](/docs/${page.path}.md)${descriptionOf(page)}`)
    return lines.length === 0 ? '' : `## ${text}\n\n${lines.join('\n')}\n`
  })
  await Promise.all([
    writeFile(join(folder, 'llms.txt'), [intro, ...parts.filter((part) => part !== '')].join('\n')),
    writeFile(
      join(folder, 'llms-full.txt'),
      [...new Set(inSidebar(guides))].map(({ text }) => text.trim()).join('\n\n---\n\n'),
    ),
  ])
}

/** What a page is about; a generated page has its first sentence. */
function descriptionOf({ path, text }: SitePage): string {
  const written = descriptions[path]
  if (written !== undefined) return `: ${written}`
  const paragraph = text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => part !== '' && !/^(#|```|\||[-*] |\d+\.|<)/.test(part))
  const sentence = /^.*?[.:!?](?=\s|$)/s.exec(paragraph ?? '')?.[0] ?? ''
  const plain = sentence.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ')
  return plain === '' ? '' : `: ${plain}`
}
