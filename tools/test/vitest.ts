// Runs Vitest and reads the report of its tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../bootstrap/run.mjs'
import type { Report } from './report.ts'

export interface VitestOptions {
  args: readonly string[]
  env?: Record<string, string>
  /** Returns the output instead of printing it. @default false */
  quiet?: boolean
  /** Prints each failure at once. @default false */
  printsAtOnce?: boolean
  /** The working directory. @default the root of the repository */
  cwd?: string
}

/**
 * Resolves to the exit code, the output if `quiet`, and the report. The report is empty if Vitest crashed: its exit code
 * is not 0 then.
 */
export async function runVitest({
  args,
  env = {},
  quiet = false,
  printsAtOnce = false,
  cwd = root,
}: VitestOptions): Promise<{ code: number; output: string; report: Report }> {
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

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { files: [], errors: [] }
  }
}
