import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setup } from './bundles.setup.ts'
import { createMemoryFolder } from './memory-folder.ts'

/** The provider as `npm start` bundles it. The global setup builds it once; other callers build it here. */
export async function bundled(): Promise<string> {
  if (!process.env.TEST_PROVIDER_SCRIPT) await setup()
  return process.env.TEST_PROVIDER_SCRIPT ?? ''
}

export interface RunningProcess {
  child: ChildProcess
  url: string
  output(): string
  /** Sends a signal and resolves to how the process ended. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

interface LaunchOptions {
  dataDir?: string
  env?: Record<string, string>
  /** Exits and removes the data folder when this process ends. A test runner may kill it without an exit event. */
  endsWithParent?: boolean
}

const endWithParent = `import { rmSync } from 'node:fs'
process.once('disconnect', () => {
  rmSync(process.env.LATCHKEY_DATA_DIR, { recursive: true, force: true })
  process.exit()
})`

/** Starts a command in a new process, with a new data folder unless one is given. */
export async function launch(
  args: string[],
  options: LaunchOptions = {},
): Promise<RunningProcess & { ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }> }> {
  const dataDir = options.dataDir ?? createMemoryFolder('e2e')
  const env = { PATH: process.env.PATH ?? '', LATCHKEY_DATA_DIR: dataDir, ...options.env }
  const flags = options.endsWithParent ? ['--import', `data:text/javascript,${encodeURIComponent(endWithParent)}`] : []
  const child = spawn(process.execPath, [...flags, await bundled(), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.endsWithParent ? (['ipc'] as const) : [])],
  })
  // Stop the provider if the test run is aborted.
  const abandon = (): void => void child.kill('SIGKILL')
  process.once('exit', abandon)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', async (code, signal) => {
      process.off('exit', abandon)
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      resolve({ code, signal })
    })
  })
  return {
    child,
    url: '',
    output: () => output,
    ended,
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts a development provider on a free port, and resolves when it accepts requests. */
export async function startDevelopment(
  options: Pick<LaunchOptions, 'dataDir' | 'endsWithParent'> = {},
): Promise<RunningProcess> {
  const running = await launch(['dev', '--port', '0'], options)
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /Playground\s+(http:\/\/localhost:\d+)\//.exec(running.output())?.[1]
      if (found) resolve(found)
    }
    running.child.stdout?.on('data', look)
    void running.ended.then(() => reject(new Error(`the provider ended: ${running.output()}`)))
    look()
  })
  return { ...running, url }
}

let shared: Promise<RunningProcess & { dataDir: string }> | undefined

/**
 * One development provider for all test files of this process, until it exits. For tests that use new addresses and
 * leave the provider's clock and settings alone.
 */
export function sharedDevelopment(): Promise<RunningProcess & { dataDir: string }> {
  shared ??= startShared()
  return shared
}

async function startShared(): Promise<RunningProcess & { dataDir: string }> {
  const dataDir = createMemoryFolder('e2e')
  return { ...(await startDevelopment({ dataDir, endsWithParent: true })), dataDir }
}

/** Runs a CLI command on the folder of a running provider. Returns its JSON output. */
export async function runCliCommand<Answer>(dataDir: string, ...command: string[]): Promise<Answer> {
  const running = await launch([...command, '--dev', '--json'], { dataDir })
  const { code } = await running.ended
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${running.output()}`)
  return JSON.parse(running.output())
}

export interface InboxMessage {
  id: string
  channel: string
  to: string
  subject: string
  text: string
  html: string
  codes: string[]
  links: string[]
}

/** All messages to an address, the newest first. */
export async function messagesTo(url: string, to: string): Promise<InboxMessage[]> {
  const response = await fetch(`${url}/dev/inbox?to=${encodeURIComponent(to)}`)
  const { messages } = (await response.json()) as { messages: InboxMessage[] }
  return messages
}

/** The newest message to an address, as soon as there is one other than the message with the id `before`. */
export async function newestMessage(url: string, to: string, before?: string): Promise<InboxMessage> {
  for (;;) {
    const [newest] = await messagesTo(url, to)
    if (newest && newest.id !== before) return newest
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
