import type { Report } from './report.ts'

export function runVitest(options: {
  args: string[]
  env?: Record<string, string>
  quiet?: boolean
  printsAtOnce?: boolean
  cwd?: string
}): Promise<{ code: number; output: string; report: Report }>
