// Checks that a test names each clause of the specification: it('submits the sixth digit once [W-OTP-10]').
import { projectFiles, readSource } from './sources.ts'

const idPattern = '(?:[CW]-[A-Z0-9]+(?:-[A-Z0-9]+)*|B-[A-Z][A-Z0-9]*)-\\d+'
const specs = /^docs\/spec\/(clauses|business)\.md$/
const tests = /\.(test|spec|suite)\.[cm]?tsx?$/
/** Tests that only longer runs than `npm test` contain: a clause must not depend on them. */
const longer = /\/further\/|^e2e\/fuzz\//

export async function checkClauses(): Promise<string[]> {
  const files = projectFiles()
  const clauses = files
    .filter((path) => specs.test(path))
    .flatMap((path) => [...readSource(path).matchAll(new RegExp(`^- \\*\\*(${idPattern})\\*\\* (.*)$`, 'gm'))])
    .map(([, id = '', text = '']) => ({ id, text }))
  if (clauses.length === 0) return ['docs/spec has no clauses.']
  const named = new Set(
    files.filter((path) => tests.test(path) && !longer.test(path)).flatMap((path) => namedBy(readSource(path))),
  )
  const known = new Set(clauses.map(({ id }) => id))
  return [
    ...clauses.filter(({ id }) => !named.has(id)).map(({ id, text }) => `No test names ${id}: ${text}`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `A test names ${id}, which is not a clause.`),
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
