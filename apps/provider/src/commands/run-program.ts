import { type ChildProcess, spawn } from 'node:child_process'
import { UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** How long the program may take to end after the signal. */
const longestStopMs = 5_000

/**
 * Runs another program with the input and output of this process until it ends or this process is stopped. Returns its
 * exit code.
 */
export async function runProgram([name = '', ...args]: readonly string[], terminal: Terminal): Promise<number> {
  // Windows starts programs of packages through a shell only, because they are batch files.
  const isWindows = process.platform === 'win32'
  const child = spawn(name, args, { stdio: 'inherit', shell: isWindows })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', () => reject(new UsageError(`${name} cannot be started. Is it installed in this project?`)))
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 0)))
  })
  const stopped = terminal.untilStopped().then(() => 'stopped' as const)
  const first = await Promise.race([ended, stopped])
  return first === 'stopped' ? stop(child, ended) : first
}

/** With Ctrl-C the terminal has sent the signal to both; a supervisor sends it to this process only. */
async function stop(child: ChildProcess, ended: Promise<number>): Promise<number> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), longestStopMs)
  await ended.catch(() => undefined)
  clearTimeout(timer)
  return 0
}
