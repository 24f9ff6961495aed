// Checks that a test names each clause of the specification: it('submits the sixth digit once [W-OTP-10]').
// `docs/spec/open-clauses.json` lists the clauses of business projects that no test names yet. The list can only get shorter:
// `node tools/check.mjs 'every clause is named by a test' --update` removes those that a test names now.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { projectFiles, readSource } from './sources.ts'

const idPattern = '(?:[CW]-[A-Z0-9]+(?:-[A-Z0-9]+)*|B-[A-Z][A-Z0-9]*)-\\d+'
const specs = /^docs\/spec\/(clauses|business)\.md$/
const tests = /\.(test|spec|suite)\.[cm]?tsx?$/
/** Tests that only longer runs than `npm test` contain: a clause must not depend on them. */
const longer = /\/further\/|^e2e\/fuzz\//

const openList = join(root, 'docs/spec/open-clauses.json')

interface Clause {
  id: string
  text: string
}

export async function checkClauses(args: readonly string[] = []): Promise<string[]> {
  const files = projectFiles()
  const clauses = files
    .filter((path) => specs.test(path))
    .flatMap((path) => [...readSource(path).matchAll(new RegExp(`^- \\*\\*(${idPattern})\\*\\* (.*)$`, 'gm'))])
    .map(([, id = '', text = '']) => ({ id, text }))
  if (clauses.length === 0) return ['docs/spec has no clauses.']
  const named = new Set(
    files.filter((path) => tests.test(path) && !longer.test(path)).flatMap((path) => namedBy(readSource(path))),
  )
  const open: string[] = JSON.parse(readFileSync(openList, 'utf8'))
  if (!args.includes('--update')) return complaintsAbout(clauses, named, open)
  const known = new Set(clauses.map(({ id }) => id))
  const stillOpen = open.filter((id) => known.has(id) && !named.has(id))
  writeFileSync(openList, `${JSON.stringify(stillOpen, null, 2)}\n`)
  return complaintsAbout(clauses, named, stillOpen)
}

/** Only clauses of business projects may be open. */
export function complaintsAbout(
  clauses: readonly Clause[],
  named: ReadonlySet<string>,
  open: readonly string[],
): string[] {
  const known = new Set(clauses.map(({ id }) => id))
  const mayBeOpen = new Set(open.filter((id) => id.startsWith('B-')))
  return [
    ...clauses
      .filter(({ id }) => !named.has(id) && !mayBeOpen.has(id))
      .map(({ id, text }) => `No test names ${id}: ${text}`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `A test names ${id}, which is not a clause.`),
    ...open
      .filter((id) => named.has(id) || !known.has(id))
      .map((id) => `${id} is not open: run \`node tools/check.mjs 'every clause is named by a test' --update\``),
  ]
}

/** Groups of tests that only the full run contains. The formatter aligns the end of a group with its start. */
const longerGroups = /^( *)describeInFullRun\b[\s\S]*?^\1\}\)$/gm

/** The ids in the titles of a file's tests. Comments, titles of groups, and tests that `npm test` skips do not count. */
export function namedBy(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').replace(longerGroups, '')
  const heads = [...code.matchAll(/(?<![.\w$])(it|test|describe|suite|itInFullRun)((?:\.\w+)*)\s*(?=[(`<])/g)]
  return [...code.matchAll(new RegExp(`\\b${idPattern}\\b`, 'g'))]
    .filter(({ index }) => {
      const head = heads.findLast((one) => one.index < index)
      return head && /^(it|test)$/.test(head[1] ?? '') && !/skip|todo|fixme/.test(head[2] ?? '')
    })
    .map(([id]) => id)
}
