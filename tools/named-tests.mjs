// Tables in the documentation whose rows are proven by tests that name them: attacks and faults.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { projectFiles, readSource } from './checks/sources.mjs'
import { root, run } from './run.mjs'

/** The ids in the title of a test, e.g. `… (T-1)` or `F2, F8: …`, but not the end of a clause id (`[W-A-10]`). */
export function namedIn(title, rows) {
  const words = new Set(title.match(/(?<![\w-])[A-Z]-?\d{1,2}(?![\w-])/g))
  return rows.map(({ id }) => id).filter((id) => words.has(id))
}

/** The ids in all titles of a file: only quoted text can be a title. */
function namedInSource(source, rows) {
  const titles = source.split('\n').filter((line) => /['`]/.test(line) && !/^\s*(\/\/|\*)/.test(line))
  return namedIn(titles.join('\n'), rows)
}

/** The test files that name each row. */
export function filesNaming(rows) {
  const naming = new Map(rows.map(({ id }) => [id, []]))
  for (const path of projectFiles().filter((file) => /\.test\.tsx?$/.test(file)))
    for (const id of namedInSource(readSource(path), rows)) naming.get(id)?.push(path)
  return naming
}

/** Prints the test files of each row. Returns the number of rows without a test. */
export function listNaming(rows) {
  const naming = filesNaming(rows)
  for (const [id, files] of naming) console.log(`${id}: ${files.join(', ') || 'no test names it'}`)
  return [...naming.values()].filter((files) => files.length === 0).length
}

/**
 * Runs the tests that name a row, one group of Vitest projects after another, each in its own environment. Returns the
 * test results of each row, and the number of groups that failed.
 */
export async function runNamed({ rows, groups, env }) {
  const files = [...new Set([...filesNaming(rows).values()].flat())]
  const pattern = `(?<![\\w-])(${rows.map(({ id }) => id).join('|')})(?![\\w-])`
  const tried = new Map(rows.map(({ id }) => [id, []]))
  const reports = mkdtempSync(join(tmpdir(), 'latchkey-named-'))
  let broken = 0
  for (const { projects, env: own } of groups) {
    const report = join(reports, `${projects[0]}.json`)
    const { code } = await run(
      process.execPath,
      [
        ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--passWithNoTests'],
        ...[
          '--reporter=default',
          `--reporter=${join(root, 'tools', 'failures-at-once.mjs')}`,
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        ...projects.flatMap((name) => ['--project', name]),
        ...['-t', pattern, ...files],
      ],
      { env: { ...env, ...own } },
    )
    if (code !== 0) broken += 1
    for (const { name, assertionResults } of resultsIn(report))
      for (const { fullName, status, meta } of assertionResults)
        for (const id of namedIn(fullName, rows))
          tried.get(id)?.push({
            ...{ title: `${relative(root, name)}: ${fullName}`, passed: status === 'passed' },
            variants: meta?.variants ?? 1,
          })
  }
  rmSync(reports, { recursive: true, force: true })
  return { tried, broken }
}

function resultsIn(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    // No report: the runner crashed, and its exit code is not 0.
    return []
  }
}
