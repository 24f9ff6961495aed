// The code blocks of a Markdown page, and the comments that say how a block is compiled.

/** A code block. */
export interface Snippet {
  page: string
  /** The line of the page with the first line of the code, from 1. */
  line: number
  language: string
  /** Of a component (Vue, Svelte, Astro), the scripts only. Lines stay where they are. */
  code: string
  /** The path in a comment on the first line of the code: the block is a complete file. */
  file: string | null
  mark: Mark
}

/**
 * What a comment before the block says:
 *
 * - without a comment, the block is compiled alone. It can use the names of `names/context.d.ts`, unless it is a file.
 * - `<!-- snippet: continues -->`: it is compiled together with the block before it.
 * - `<!-- snippet: with docs/express.md -->`: it imports files that another page shows.
 * - `<!-- snippet: not compiled: the reason -->`
 */
type Mark =
  | { kind: 'alone' }
  | { kind: 'continues' }
  | { kind: 'with'; page: string }
  | { kind: 'not compiled' }
  | { kind: 'unknown'; text: string }

const fence = /^([ \t]*)```([\w-]+)[^\n]*\n([\s\S]*?)^\1```/gm
const markComment = /<!-- snippet: ([^\n]*?) -->\n\s*$/
const fileComment = /^(?:---\n)?(?:\/\/|<!--) ([\w@.()[\]/+-]+\.(?:[cm]?[jt]sx?|vue|svelte|astro))(?![\w.])/

/** The code blocks of a page that name a language, in their order. */
export function readSnippets(page: string, text: string): Snippet[] {
  return [...text.matchAll(fence)].map(({ 1: indent = '', 2: language = '', 3: body = '', index }) => {
    const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd()
    const before = text.slice(0, index)
    return {
      page,
      line: before.split('\n').length + 1,
      language,
      code: /^(vue|svelte|astro)$/.test(language) ? scriptsOf(code) : code,
      file: fileComment.exec(code)?.[1] ?? null,
      mark: markOf(markComment.exec(before)?.[1]),
    }
  })
}

/** The code between `<script>` and `</script>`, and between the two `---` at the start of an Astro component. */
function scriptsOf(component: string): string {
  let isScript = false
  const lines = component.split('\n').map((line, index) => {
    const isFence = line === '---' || /^<\/?script\b/.test(line)
    if (isFence) isScript = line === '---' ? index === 0 : !line.startsWith('</')
    return isScript && !isFence ? line : ''
  })
  return lines.join('\n').trimEnd()
}

function markOf(text: string | undefined): Mark {
  if (text === undefined) return { kind: 'alone' }
  if (text === 'continues') return { kind: 'continues' }
  if (/^not compiled: \w/.test(text)) return { kind: 'not compiled' }
  const page = /^with ([\w./-]+\.md)$/.exec(text)?.[1]
  return page === undefined ? { kind: 'unknown', text } : { kind: 'with', page }
}
