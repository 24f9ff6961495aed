import { type ChildProcess, spawn } from 'node:child_process'

/** A command line as a developer runs it, with all processes that it starts. */
export interface RunningCommand {
  output(): string
  /** The first match in the output, as soon as there is one. Throws with the output if the command ends before. */
  find(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves to the exit code, or null if a signal ended the command. */
  ended: Promise<number | null>
  /** Sends a signal to all of its processes, as Ctrl-C does. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts a command without settings of this process, except those that npm and browsers need. */
export function startCommand(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): RunningCommand {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
      for (const listener of listeners) listener()
    })
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-(child.pid ?? 0), signal)
    } catch {
      // All processes of the group have ended.
    }
  }
  const abandon = (): void => kill('SIGKILL')
  process.once('exit', abandon)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', abandon)
      resolve(code)
    })
  })
  return {
    output: () => output,
    ended,
    find: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(output)
          if (!found) return
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
        void ended.then((code) => reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)))
      }),
    end(signal = 'SIGINT') {
      kill(signal)
      return ended
    },
  }
}

/** Runs a command to its end; returns its output, or throws with it. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<string> {
  const running = startCommand(command, args, options)
  const code = await running.ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${running.output()}`)
  return running.output()
}
