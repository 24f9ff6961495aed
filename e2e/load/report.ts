import { availableParallelism, cpus, totalmem } from 'node:os'
import type { RowResult, Scale } from './row.ts'

export interface Run {
  results: readonly (RowResult & { seconds: number })[]
  /** Rows that failed with an error. */
  broken: readonly string[]
  scale: Scale
  seconds: number
}

/** A section for docs/security/results.md. */
export function reportOf({ results, broken, scale, seconds }: Run): string {
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}, ${process.platform}`
  const command = scale.isLong ? 'LOAD_LONG=1 npm run test:load' : 'npm run test:load'
  const lines = [
    '## Load',
    '',
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, seed ${scale.seed}, ${seconds.toFixed(0)} s, on ${machine}; generator, provider and database share them.`,
    '',
    '| row | engine | load | offered | criterion | measured | required | |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const { id, engine, what, offered, bars } of results) {
    bars.forEach((bar, index) => {
      const head = index === 0 ? [id, engine, what, offered] : ['', '', '', '']
      const mark = bar.isMet ? '✓' : bar.decides ? '✗' : '–'
      lines.push(`| ${[...head, bar.what, bar.measured, bar.wanted, mark].join(' | ')} |`)
    })
  }
  lines.push('', '✓ met, ✗ missed, – not met by this machine: an absolute time, which does not decide.', '')
  for (const { id, engine, figures } of results) lines.push(`- **${id}**, ${engine}: ${figures.join('; ')}.`)
  for (const text of broken) lines.push(`- ✗ ${text.split('\n')[0]}`)
  return `${lines.join('\n')}\n`
}
