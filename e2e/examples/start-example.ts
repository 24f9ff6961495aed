import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildPackages } from '../../tools/build/build.ts'

export interface RunningExample {
  url: string
  /** Everything that it has printed. */
  output(): string
  end(): Promise<void>
}

interface ExampleOptions {
  /** The folder below `examples`. */
  name: string
  /** The script of its package.json, with the arguments after it. */
  script?: readonly string[]
  env?: Record<string, string>
  /** Finds the address in what the example prints. */
  printed: RegExp
}

const folderOf = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))

let built: Promise<number> | undefined

/** The examples use the packages as they are published. The checks of `npm test` have built them already. */
async function buildOnce(): Promise<void> {
  if (process.env.TEST_TARBALLS) return
  built ??= buildPackages()
  if ((await built) !== 0) throw new Error('The packages could not be built.')
}

/** Starts an example with the command of its README. */
export async function startExample(options: ExampleOptions): Promise<RunningExample> {
  const { name, script = ['start'], env = {}, printed } = options
  await buildOnce()
  const started = startScript(name, script, env)
  const url = await new Promise<string>((resolve, reject) => {
    started.onOutput((output) => {
      const found = printed.exec(output)?.[1]
      if (found) resolve(found)
    })
    void started.ended.then(() => reject(new Error(`the example ended: ${started.output()}`)))
  })
  return { url, output: started.output, end: started.end }
}

/** Runs a script of an example until it ends. */
export async function runExample(
  name: string,
  script: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  await buildOnce()
  const { ended, output } = startScript(name, script, env)
  return { code: await ended, output: output() }
}

function startScript(name: string, [script = '', ...args]: readonly string[], env: Record<string, string>) {
  const child = spawn('npm', ['run', script, '--', ...args], {
    cwd: folderOf(name),
    // Without the variables of the test runner. Colors would be part of the addresses that are printed.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // npm starts a shell that starts the application: all of them are one process group.
  let isRunning = true
  const stop = (): void => void (isRunning && child.pid && process.kill(-child.pid, 'SIGTERM'))
  process.once('exit', stop)
  let output = ''
  const listeners: ((output: string) => void)[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      for (const listener of listeners) listener(output)
    })
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      isRunning = false
      process.off('exit', stop)
      resolve(code)
    }),
  )
  return {
    ended,
    output: () => output,
    onOutput: (listener: (output: string) => void) => void listeners.push(listener),
    async end() {
      stop()
      await ended
    },
  }
}
