// Tables in the documentation whose rows are proven by tests that name them: attacks and faults.
import { projectFiles, readSource } from '../checks/sources.ts'
import { runVitest } from './vitest.ts'

/** A row of a table in the documentation. */
export interface Row {
  id: string
}

export interface NamedTest {
  /** The file and the title. */
  title: string
  passed: boolean
  variants: number
}

/** The ids in the title of a test, e.g. `… (T-1)` or `F2, F8: …`, but not the end of a clause id (`[W-A-10]`). */
export function namedIn(title: string, rows: readonly Row[]): string[] {
  const words = new Set<string>(title.match(/(?<![\w-])[A-Z]-?\d{1,2}(?![\w-])/g))
  return rows.map(({ id }) => id).filter((id) => words.has(id))
}

/** The ids in all titles of a file: only quoted text can be a title. */
function namedInSource(source: string, rows: readonly Row[]): string[] {
  const titles = source.split('\n').filter((line) => /['`]/.test(line) && !/^\s*(\/\/|\*)/.test(line))
  return namedIn(titles.join('\n'), rows)
}

/** The test files that name each row. */
export function filesNaming(rows: readonly Row[]): Map<string, string[]> {
  const naming = new Map<string, string[]>(rows.map(({ id }) => [id, []]))
  for (const path of projectFiles().filter((file) => /\.test\.tsx?$/.test(file)))
    for (const id of namedInSource(readSource(path), rows)) naming.get(id)?.push(path)
  return naming
}

/** Prints the test files of each row. Returns the number of rows without a test. */
export function listNaming(rows: readonly Row[]): number {
  const naming = filesNaming(rows)
  for (const [id, files] of naming) console.log(`${id}: ${files.join(', ') || 'no test names it'}`)
  return [...naming.values()].filter((files) => files.length === 0).length
}

/**
 * Runs the tests that name a row, one group of Vitest projects after another, each in its own environment. Returns the
 * test results of each row, and the number of groups that failed.
 */
export async function runNamed({
  rows,
  groups,
  env,
}: {
  rows: readonly Row[]
  groups: readonly { projects: readonly string[]; env?: Record<string, string> }[]
  env: Record<string, string>
}): Promise<{ tried: Map<string, NamedTest[]>; broken: number }> {
  const files = [...new Set([...filesNaming(rows).values()].flat())]
  const pattern = `(?<![\\w-])(${rows.map(({ id }) => id).join('|')})(?![\\w-])`
  const tried = new Map<string, NamedTest[]>(rows.map(({ id }) => [id, []]))
  let broken = 0
  for (const { projects, env: own } of groups) {
    const { code, report } = await runVitest({
      args: ['--passWithNoTests', ...projects.flatMap((name) => ['--project', name]), '-t', pattern, ...files],
      env: { ...env, ...own },
      printsAtOnce: true,
    })
    if (code !== 0) broken += 1
    for (const { file, tests } of report.files)
      for (const { name, state, variants = 1 } of tests)
        for (const id of namedIn(name, rows))
          tried.get(id)?.push({ title: `${file}: ${name}`, passed: state === 'passed', variants })
  }
  return { tried, broken }
}
