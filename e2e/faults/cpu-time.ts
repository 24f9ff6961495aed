import { readFileSync } from 'node:fs'

/** Of the kernel's clock, everywhere Linux runs. */
const ticksPerSecond = 100

/** How long the processors have worked for a process so far, its own code and the kernel's for it. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in parentheses and may hold anything; what follows is numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
