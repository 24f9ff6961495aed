import { expect, it } from 'vitest'
import { descriptions } from './descriptions.ts'
import { readSite } from './pages.ts'

const text = `# Made up

[guide](../../widgets.md#themes), [repository](../../../CONTRIBUTING.md), [source](../../../package.json), [web](https://a.example)

\`\`\`md
[kept](../../widgets.md)
\`\`\`
`

it('turns links between files into links between pages, and links to other files into text', () => {
  const { pages } = readSite([{ file: 'reference/api/made-up.md', text }])
  expect(pages.find(({ path }) => path === 'reference/api/made-up')?.text).toBe(
    text
      .replace('](../../widgets.md#themes)', '](../../widgets.md#themes)')
      .replace('../../../CONTRIBUTING.md', '../../internals/contributing.md')
      .replace('[source](../../../package.json)', 'source'),
  )
})

it('puts internal pages into a part of their own, without a place in the sidebar of users', () => {
  const { pages, sidebars } = readSite([])
  const internal = pages.filter(({ isInternal }) => isInternal).map(({ path }) => path)
  expect(internal).toEqual(expect.arrayContaining(['internals/spec/clauses', 'internals/security/attacks']))
  expect(internal.every((path) => path.startsWith('internals/'))).toBe(true)
  expect(JSON.stringify(sidebars['/'])).not.toContain('internals')
})

it('lists every page for users in a sidebar', () => {
  const { pages, sidebars } = readSite([])
  const listed = JSON.stringify(sidebars)
  const missing = pages
    .filter(({ isInternal }) => !isInternal)
    .map(({ path }) => `"/${path.replace(/(^|\/)index$/, '$1')}"`)
    .filter((link) => !listed.includes(link))
  expect(missing).toEqual([])
})

it('puts the parts of a page below it in the sidebar, with a short title', () => {
  const generated = ['# `@latchkey/a`', '# `@latchkey/a`: magic links', '# `@latchkey/a/b2b`'].map(
    (heading, index) => ({
      file: `reference/api/page-${index}.md`,
      text: `${heading}\n`,
    }),
  )
  expect(readSite(generated).sidebars['/reference/api/']?.[1]?.items).toEqual([
    {
      text: 'a',
      link: '/reference/api/page-0',
      items: [{ text: 'Magic links', link: '/reference/api/page-1' }],
      collapsed: true,
    },
    { text: 'a/b2b', link: '/reference/api/page-2' },
  ])
})

it('has a description of each guide for language models, and of no other page', () => {
  const { pages } = readSite([])
  const guides = pages.filter(({ path, isInternal }) => !isInternal && !/^(errors|files)\//.test(path))
  const described = Object.keys(descriptions).filter((path) => !path.startsWith('reference/'))
  expect(described.sort()).toEqual(guides.map(({ path }) => path).sort())
})
