import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { settings } from './config/settings.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .split('\n')
  .filter((page) => /^(README\.md|docs\/.*|(packages|apps|examples)\/.*)$/.test(page))
  // The clauses also specify commands that are not built yet.
  .filter((page) => !page.startsWith('docs/spec/'))
  .map((page) => [page, readFileSync(root + page, 'utf8')] as const)

const program = /^(?:latchkey|npm start --|npx (?:latchkey|@latchkey\/provider)) (?=[a-z-])/

/** The commands of the code blocks. A backslash at the end of a line continues it. */
const blocks = pages.flatMap(([page, text]) =>
  [...text.matchAll(/^[ \t]*```sh\n([\s\S]*?)^[ \t]*```/gm)].flatMap(([, code = '']) =>
    code
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => [page, line.trim()] as const),
  ),
)
const commands = blocks.filter(([, line]) => program.test(line))
const mentions = pages.flatMap(([page, text]) =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => [page, code.replaceAll('\\|', '|')] as const)
    .filter(([, code]) => program.test(code)),
)

/** The words of a line as a shell passes them to a command. */
function shellWords(line: string): string[] {
  const words = line.replace(program, '').matchAll(/\s*(?:(#.*|\|.*|>.*|&&.*)|((?:'[^']*'|"[^"]*"|<[^>]*>|[^\s'"])+))/g)
  const read: string[] = []
  for (const [, end, word] of words) {
    if (end !== undefined) break
    if (word !== undefined) read.push(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'))
  }
  return read
}

it.each(commands)('shows a valid command in a code block of %s: %s', (_page, line) => {
  expect(() => readArguments(shellWords(line))).not.toThrow()
})

it.each(mentions)('names a known command with known options in %s: %s', (_page, code) => {
  const problem = (): unknown => {
    try {
      return readArguments(shellWords(code)).kind
    } catch (error) {
      // A mention can leave out an argument.
      return /is required|a missing or an unexpected value/.test(String(error)) ? 'incomplete' : error
    }
  }
  expect(problem()).toBeTypeOf('string')
})

it('finds commands in the documentation', () => {
  expect([commands.length > 80, mentions.length > 40]).toEqual([true, true])
})

/** Variables that the examples use for the reader's own application. */
const ofApplications = ['LATCHKEY_URL', 'LATCHKEY_PROJECT_ID', 'LATCHKEY_PUBLIC_TOKEN', 'LATCHKEY_SECRET_KEY']

it('sets only known environment variables in the code blocks of the documentation', () => {
  const known = Object.values(settings).flatMap(({ env }) => [env, `${env}_FILE`])
  const used = blocks.flatMap(([page, line]) => (line.match(/\bLATCHKEY_[A-Z_]+/g) ?? []).map((name) => [page, name]))
  expect(used.filter(([, name = '']) => ![...known, ...ofApplications].includes(name))).toEqual([])
})
