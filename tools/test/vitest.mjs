// Runs Vitest and reads the report of its tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../run.mjs'

/**
 * Resolves to the exit code, the output if `quiet`, and the report. The report is empty if Vitest crashed: its exit code
 * is not 0 then.
 */
export async function runVitest({ args, env = {}, quiet = false, printsAtOnce = false, cwd = root }) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-report-'))
  const path = join(folder, 'report.json')
  // The report comes before the default reporter, which changes the names of causes when it prints them.
  const own = ['report.ts', ...(printsAtOnce ? ['failures-at-once.ts'] : [])]
  const reporters = [...own.map((name) => join(root, 'tools', 'test', name)), 'default']
  try {
    const { code, output } = await run(
      process.execPath,
      [
        ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'],
        ...reporters.map((reporter) => `--reporter=${reporter}`),
        ...args,
      ],
      { env: { ...env, TEST_REPORT: path }, quiet, cwd },
    )
    return { code, output, report: readReport(path) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { files: [], errors: [] }
  }
}
