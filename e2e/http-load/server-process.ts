import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ServerProcess {
  port: number
  /** The output of the server after its port. */
  rest: string
  child: ChildProcess
  /** The CPU time of the process since its start, in milliseconds. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

const started = new Set<ChildProcess>()
// Stop all servers if a measurement fails.
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

/** A folder in memory if there is one, so that a shared disk does not affect the comparison. */
export function benchFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'latchkey-bench-'))
}

/** Preloaded into a server: reports the CPU time of its process when asked. */
const reportCpu = `data:text/javascript,${encodeURIComponent(`
  process.on('message', () => process.send(process.cpuUsage()))
  process.channel.unref()`)}`

/** Starts a script that prints `listening <port> …` once it serves. */
export function startServer(script: string, args: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', reportCpu, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const match = /listening (\d+)([^\n]*)\n/.exec(output)
      if (!match) return
      resolve({
        port: Number(match[1]),
        rest: (match[2] ?? '').trim(),
        child,
        cpuMs: () =>
          new Promise((told) => {
            child.once('message', ({ user, system }: NodeJS.CpuUsage) => told((user + system) / 1_000))
            child.send('cpu')
          }),
        stop: () =>
          new Promise((stopped) => {
            child.once('exit', () => stopped())
            child.kill('SIGTERM')
          }),
      })
    })
  })
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
