import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A regular expression of the source, and its file and line. */
export interface Pattern {
  place: string
  source: string
  flags: string
}

/** A text with a long middle: `before`, `pump` repeated up to the requested length, `after`. */
export interface Hostile {
  before: string
  pump: string
  after: string
}

/** Every regular expression of shipped code: literals and calls of `RegExp`. */
export function shippedPatterns(): Pattern[] {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'src'))
  return [...folders, join(root, 'apps', 'provider', 'src')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test|test-d|suite)\.tsx?$/.test(path))
      .flatMap((path) => patternsIn(join(folder, path))),
  )
}

function patternsIn(path: string): Pattern[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  const found: Pattern[] = []
  const add = (node: ts.Node, source: string, flags: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push({ place: `${relative(root, path)}:${line + 1}`, source, flags })
  }
  const textOf = (node: ts.Expression | undefined): string => {
    if (node === undefined) return ''
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isTemplateExpression(node))
      return node.head.text + node.templateSpans.map((span) => textOf(span.expression) + span.literal.text).join('')
    const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined
    // A value known only at run time is a name or a count; '1' can be both.
    return constant ? textOf(constant) : '1'
  }
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add(node, node.text.slice(1, end), node.text.slice(end + 1))
    }
    const isMade = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (isMade && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp')
      add(node, textOf(node.arguments?.[0]), textOf(node.arguments?.[1]))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const units = [
  ...[
    'a',
    'A',
    '1',
    '0',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '.',
    ',',
    ';',
    ':',
    '-',
    '_',
    '+',
    '/',
    '\\',
    '%',
    '@',
    '#',
    '=',
    '&',
  ],
  ...['"', "'", '<', '>', '(', '[', '{', '*', '?', '$', '\0', '\u0301', '\u200d', '\u{1f600}', '\ud800'],
  ...['a.', 'a-', 'a@', 'a ', ' a', ' ,', '%2', '"\\"', '{{', 'a=', '; ', '<!--', '0x', '٣'],
]
/** Long texts that almost match common patterns and fail at the end. */
const everybodys: Hostile[] = units.map((pump) => ({ before: '', pump, after: '!\0' }))

/** Texts that almost match the pattern, with one part repeated and a mismatch at the end. */
export function hostileTo({ source, flags }: Pattern, drawn: number): Hostile[] {
  try {
    const matching = fc.stringMatching(new RegExp(withSmallClasses(source, flags), flags.replace(/[^msu]/g, '')))
    return [...everybodys, ...fc.sample(matching, drawn).flatMap(lengthen)]
  } catch {
    // Not every pattern can generate texts.
    return everybodys
  }
}

const letters = ['a', 'Z', '0', ' ', '-', '.', '/', '@', '_', ':', '%', '+', '<', '"', '\n', '\0', 'é', '\u0301', '٣']
const classes = /\\[pP]\{[^}]*\}|\\[dDwWsS]|\[(?:\\.|[^\]\\])*\]|\\.|\./gu

const looksAround = /\(\?<?[=!](?:\\.|[^()\\])*\)|\\[bB]/g

/** The same pattern with few letters per class: generating from full classes takes minutes. */
function withSmallClasses(source: string, flags: string): string {
  return source.replace(looksAround, '').replace(classes, (one) => {
    if (/^\\[^pPdDwWsS]/.test(one)) return one
    const whole = new RegExp(`^${one}$`, flags.replace(/[^imsuv]/g, ''))
    const fitting = letters.filter((letter) => whole.test(letter)).slice(0, 4)
    return fitting.length === 0 ? one : `(?:${fitting.map((letter) => letter.replace(/[.+]/, '\\$&')).join('|')})`
  })
}

const mostPlaces = 8

function lengthen(text: string): Hostile[] {
  const drawn = [...text]
  return drawn.slice(0, mostPlaces).flatMap((_, at) =>
    [1, 2].map((length) => ({
      before: drawn.slice(0, at).join(''),
      pump: drawn.slice(at, at + length).join(''),
      after: `${drawn.slice(at + length).join('')}!\0`,
    })),
  )
}

const matcher = `
const { workerData } = require('node:worker_threads')
const { work, length, shared, from } = workerData
const at = new Int32Array(shared)
for (let index = from; index < work.length; index += 1) {
  const { source, flags, texts } = work[index]
  const pattern = new RegExp(source, flags)
  for (const { before, pump, after } of texts) {
    const text = before + pump.repeat(Math.ceil(length / pump.length)) + after
    pattern.lastIndex = 0
    text.replace(pattern, '')
    Atomics.add(at, 1, 1)
  }
  Atomics.store(at, 0, index + 1)
}
`

/**
 * The patterns that do not finish one of their texts within the limit. Linear patterns take milliseconds on any machine;
 * only patterns with superlinear work reach the limit.
 */
export async function hangingPatterns(
  patterns: readonly Pattern[],
  { drawn, length, limitMs }: { drawn: number; length: number; limitMs: number },
): Promise<string[]> {
  const work = patterns.map((pattern) => ({ ...pattern, texts: hostileTo(pattern, drawn) }))
  const shared = new SharedArrayBuffer(8)
  const at = new Int32Array(shared)
  const hanging: string[] = []
  for (let from = 0; from < work.length; from = Atomics.load(at, 0)) {
    const worker = new Worker(matcher, { eval: true, workerData: { work, length, shared, from } })
    const stuck = await untilStuck(worker, () => Atomics.load(at, 1), limitMs)
    if (!stuck) continue
    const index = Atomics.load(at, 0)
    hanging.push(`${work[index]?.place} /${work[index]?.source}/`)
    Atomics.store(at, 0, index + 1)
  }
  return hanging
}

/**
 * Terminates the worker and returns true if it makes no progress within this CPU time; false if it finishes. Uses CPU
 * time instead of wall time, so that a busy machine does not fail a good pattern.
 */
function untilStuck(worker: Worker, progress: () => number, limitMs: number): Promise<boolean> {
  const spentMs = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  return new Promise((resolve, reject) => {
    let [last, since] = [progress(), spentMs()]
    const timer = setInterval(() => {
      if (progress() !== last) [last, since] = [progress(), spentMs()]
      else if (spentMs() - since > limitMs) {
        clearInterval(timer)
        void worker.terminate().then(() => resolve(true))
      }
    }, 100)
    worker.once('error', (error) => {
      clearInterval(timer)
      reject(error)
    })
    worker.once('exit', (code) => {
      clearInterval(timer)
      if (code === 0) resolve(false)
    })
  })
}
