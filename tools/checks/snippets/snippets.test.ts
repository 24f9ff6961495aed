import { expect, it } from 'vitest'
import { completeCode } from './complete-code.ts'
import { readSnippets } from './read-snippets.ts'

const page = (...lines: string[]): string => lines.join('\n')

it('reads the code, the line, the file and the mark of each block', () => {
  const text = page(
    ...['# Title', '', '```ts', '// app/[id]/page.tsx (a route)', 'render()', '```', ''],
    ...['1. Step', '', '   ```sh', '   npm start', '   ```', ''],
    ...['<!-- snippet: continues -->', '', '```tsx', '<Login />', '```'],
  )
  expect(readSnippets('docs/a.md', text)).toEqual([
    {
      ...{ page: 'docs/a.md', line: 4, language: 'ts', file: 'app/[id]/page.tsx', mark: { kind: 'alone' } },
      code: '// app/[id]/page.tsx (a route)\nrender()',
    },
    { page: 'docs/a.md', line: 11, language: 'sh', file: null, mark: { kind: 'alone' }, code: 'npm start' },
    { page: 'docs/a.md', line: 17, language: 'tsx', file: null, mark: { kind: 'continues' }, code: '<Login />' },
  ])
})

it.each([
  ['with docs/express.md', { kind: 'with', page: 'docs/express.md' }],
  ['not compiled: shows a mistake', { kind: 'not compiled' }],
  ['not compiled:', { kind: 'unknown', text: 'not compiled:' }],
  ['continue', { kind: 'unknown', text: 'continue' }],
])('reads the mark of the comment "%s"', (text, mark) => {
  expect(readSnippets('a.md', page(`<!-- snippet: ${text} -->`, '```ts', 'a', '```')).map((one) => one.mark)).toEqual([
    mark,
  ])
})

it('reads the scripts of a component and keeps their lines', () => {
  const vue = [
    '<!-- src/App.vue -->',
    '<script setup lang="ts">',
    'const a = 1',
    '</script>',
    '<template>{{ a }}</template>',
  ]
  const astro = ['---', '// src/pages/a.astro', 'const b = 2', '---', '<p>{b}</p>', '<script>', 'run()', '</script>']
  const read = readSnippets('a.md', page('```vue', ...vue, '```', '```astro', ...astro, '```'))
  expect(read.map(({ file, code }) => [file, code])).toEqual([
    ['src/App.vue', '\n\nconst a = 1'],
    ['src/pages/a.astro', '\n// src/pages/a.astro\nconst b = 2\n\n\n\nrun()'],
  ])
})

const known = new Set(['client', 'Login', 'token', 'askAgain'])

it('imports the known names that a block uses and does not declare', () => {
  const code = page('const { token } = await client.start({ askAgain: 1 })', 'function run(Login: string) {}')
  expect(completeCode(code, known, '../context')).toBe(`${code}\nimport { client } from '../context'\n`)
})

it('makes a module of a block without unknown names', () => {
  expect(completeCode('const a = 1', known, './context')).toBe('const a = 1\nexport {}\n')
})

it('makes statements of elements that follow each other', () => {
  expect(completeCode('<Login a />\n<Login>\n  <b />\n</Login>', known, './context')).toBe(
    ";<Login a />\n;<Login>\n  <b />\n</Login>\nimport { Login } from './context'\n",
  )
})

it('makes a function of a block that returns, and keeps its lines', () => {
  const code = page("import { a } from 'a'", '', 'if (!a) return client.stop()')
  expect(completeCode(code, known, './context').split('\n')).toEqual([
    `async function snippet() { ${' '.repeat(21)}`,
    '',
    'if (!a) return client.stop()',
    '}',
    'void snippet',
    "import { a } from 'a'",
    "import { client } from './context'",
    '',
  ])
})

it('keeps a block that returns in a function of its own', () => {
  const code = 'const run = () => { return 1 }'
  expect(completeCode(code, known, './context')).toBe(`${code}\nexport {}\n`)
})
