// Compiles the code blocks of the documentation in strict TypeScript against the built packages, in one program.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bin, root, run } from '../../bootstrap/run.mjs'
import { projectFiles, readSource } from '../sources.ts'
import { completeCode } from './complete-code.ts'
import { readSnippets, type Snippet } from './read-snippets.ts'

const out = join(root, 'node_modules/.latchkey/snippets')
const names = join(root, 'tools/checks/snippets/names')

const isPage = (path: string) => /^(README|docs\/.*|(packages|apps|examples)\/[^/]+\/README)\.md$/.test(path)
const isCompiled = ({ language }: Snippet) => /^([jt]sx?|vue|svelte|astro)$/.test(language)

/** Where the lines of a compiled module are in the documentation. */
interface Origin {
  page: string
  /** The line of the page with the line `skip + 1` of the module. */
  line: number
  /** The lines at the start of the module that belong to an earlier block, whose errors are reported there. */
  skip: number
}

export async function checkSnippets(): Promise<string[]> {
  const snippets = projectFiles()
    .filter(isPage)
    .flatMap((page) => readSnippets(page, readSource(page)))
  const problems = snippets.flatMap(problemsOf)
  const origins = writeModules(snippets.filter(isCompiled), problems)
  const { output } = await run(bin('tsgo'), ['-p', out, '--pretty', 'false'], { quiet: true })
  return [...problems, ...describe(output, origins)]
}

function problemsOf({ page, line, language, code, mark }: Snippet): string[] {
  const at = `${page}:${line}`
  if (mark.kind === 'unknown') return [`${at}: unknown comment <!-- snippet: ${mark.text} -->`]
  if (language !== 'json' || mark.kind === 'not compiled') return []
  try {
    JSON.parse(code)
    return []
  } catch (error) {
    return [`${at}: ${error instanceof Error ? error.message : 'invalid JSON'}`]
  }
}

/** Writes a module per block, and returns where its lines come from. */
function writeModules(snippets: readonly Snippet[], problems: string[]): Map<string, Origin> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  for (const name of ['context.d.ts', 'modules.d.ts']) cpSync(join(names, name), join(out, name))
  writeFileSync(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const known = knownNames(readFileSync(join(names, 'context.d.ts'), 'utf8'))
  const origins = new Map<string, Origin>()
  const write = (path: string, code: string, origin: Origin): void => {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), code)
    origins.set(path, origin)
  }
  let earlier = ''
  for (const snippet of snippets) {
    const { page, line, mark, file } = snippet
    if (mark.kind === 'not compiled') continue
    const folder = page.replace(/\.md$/, '')
    const start = mark.kind === 'continues' ? `${earlier}\n` : ''
    const code = start + snippet.code
    earlier = code
    const path = join(folder, moduleName(snippet))
    if (origins.has(path)) problems.push(`${page}:${line}: a second file ${file}`)
    const context = relative(dirname(path), 'context').replaceAll('\\', '/')
    write(path, isComplete(snippet) ? `${code}\n` : completeCode(code, known, context), {
      ...{ page, line, skip: start.split('\n').length - 1 },
    })
    if (mark.kind === 'with') {
      for (const other of snippets.filter((one) => one.page === mark.page && one.file !== null)) {
        const copy = join(folder, moduleName(other))
        if (!origins.has(copy)) write(copy, other.code, { page: other.page, line: other.line, skip: 0 })
      }
    }
  }
  return origins
}

/** A component has a name that no import finds: `modules.d.ts` declares all components. */
function moduleName({ file, line, mark }: Snippet): string {
  return file === null || mark.kind === 'continues'
    ? `line-${line}.tsx`
    : file.replace(/\.(vue|svelte|astro)$/, '-$1.ts')
}

const isComplete = ({ file, mark }: Snippet): boolean => file !== null && mark.kind !== 'continues'

const compilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
  ...{ jsx: 'react-jsx', allowImportingTsExtensions: true, allowJs: true, checkJs: true, noEmit: true },
  ...{ types: ['node'], skipLibCheck: true, moduleDetection: 'force' },
}

function knownNames(declarations: string): Set<string> {
  const lists = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(','),
  )
  const listed = lists.map((item) => item.trim().replace(/^type /, ''))
  const declared = [...declarations.matchAll(/^export declare (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
  return new Set([...listed, ...declared].filter((name) => name !== ''))
}

/** The compiler errors, with the page and line of each. */
function describe(output: string, origins: ReadonlyMap<string, Origin>): string[] {
  const lines = output.split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => {
    const [, path = '', row = '', message = ''] = /^(.+?)\((\d+),\d+\): (.*)$/.exec(line) ?? []
    const origin = origins.get(relative(out, join(root, path)).replaceAll('\\', '/'))
    // Further lines of a message are indented.
    if (!origin) return [line]
    const { page, line: first, skip } = origin
    return Number(row) <= skip ? [] : [`${page}:${first + Number(row) - 1 - skip}: ${message}`]
  })
}
