import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Clock ticks per second on Linux. */
const ticksPerSecond = 100

/** The CPU time that a process has used so far, in user and kernel mode. */
export function cpuSeconds(pid: number): number {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name is in parentheses and may contain anything; numbers follow.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** `ps` prints `[[days-]hours:]minutes:seconds`, with hundredths on macOS. */
function fromPs(pid: number): number {
  const time = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  const parts = time.replace('-', ':').split(':').map(Number)
  const weights = [1, 60, 3_600, 86_400]
  return parts.reverse().reduce((sum, part, index) => sum + part * (weights[index] ?? 0), 0)
}
