import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { freePort } from '../../tools/test/free-port.ts'
import { application } from '../fixtures/client-application.ts'

/** The limit only has to be longer than a stall of a busy machine. */
const servesWithinMs = 120_000

/** Raised limits: the tests sign in hundreds of times from one IP address. */
const limits = Object.fromEntries(
  [
    'requests_per_ip',
    'refreshes_per_session',
    'sends_per_ip',
    'sends_per_project',
    'sends_per_phone_prefix',
    'sends_per_address',
    'sends_per_address_daily',
    'password_attempts_per_ip',
    'password_creates_per_ip',
    'wrong_secrets_per_ip',
    'accounts_per_ip',
    'sign_ins_per_ip',
    'changes_per_ip',
    'renewals_per_ip',
    'challenges_per_ip',
    'challenges_per_wallet',
    'searches_per_ip',
    'searches_per_project',
    'searches_per_identifier',
    'requests_per_secret_key',
    'requests_per_oauth_client',
    'authorizations_per_ip',
  ].map((name) => [name, { limit: 1_000_000, windowMs: 60_000 }]),
)

export interface Deployment {
  /** The built provider, or the deliberately naive one. */
  script: string
  databaseUrl: string
  smtpUrl: string
  /** Further environment variables of the script. */
  env?: Record<string, string>
  /** A wrapper command that starts the provider. */
  startedBy?: readonly [command: string, ...args: string[]]
  /** The path of the log. @default no log */
  log?: 'pipe' | number
}

export interface RunningProvider {
  port: number
  child: ChildProcess
  /** SIGKILL, and the end of the process. */
  kill(): Promise<void>
  /** SIGTERM, and the end of the process; resolves to its exit code. */
  stop(): Promise<number | null>
}

/** One master key for all processes of a run, as a deployment has one. */
const masterKey = randomBytes(32).toString('base64url')

function environment(deployment: Deployment, port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LATCHKEY_DATABASE_URL: deployment.databaseUrl,
    LATCHKEY_SMTP_URL: deployment.smtpUrl,
    LATCHKEY_MAIL_FROM: 'sign-in@provider.example',
    LATCHKEY_MASTER_KEY: masterKey,
    LATCHKEY_BASE_URL: baseUrl,
    LATCHKEY_HOST: '127.0.0.1',
    LATCHKEY_PORT: String(port),
    LATCHKEY_LOG_LEVEL: 'error',
    LATCHKEY_LIMITS: JSON.stringify(limits),
    ...deployment.env,
  }
}

/** The base URL in links. No server listens there: the tests call each process by its port. */
export const baseUrl = 'http://localhost:4999'

export const page = 'http://localhost:3000'

/** Creates a project with the CLI and returns its public token. */
export async function createProject(
  deployment: Deployment,
  name = 'Faults',
  ...options: readonly string[]
): Promise<string> {
  const stdout = await runCommand(
    deployment,
    ...['projects', 'create', '--name', name, '--environment', 'test'],
    ...['--origin', page, '--redirect', `${page}/`, ...options],
  )
  const token = /public_token\s+(\S+)/.exec(stdout)?.[1]
  if (!token) throw new Error(`no token in: ${stdout}`)
  return token
}

/** Creates a third-party client application, which requires consent. */
export async function createApplication(
  deployment: Deployment,
  ...ofProject: string[]
): Promise<{ id: string; secret: string }> {
  const words = ['clients', 'create', '--type', 'third_party', '--name', 'Application', '--json', ...ofProject]
  const made = JSON.parse(await runCommand(deployment, ...words, '--redirect', application.redirectUri))
  return { id: made.oauth_client.client_id, secret: made.client_secret }
}

/** Starts a CLI command that the test will kill. */
export function beginCommand(deployment: Deployment, ...command: string[]): ChildProcess {
  const env = environment(deployment, 1)
  return spawn(process.execPath, [deployment.script, ...command], { env, stdio: 'ignore' })
}

/** Runs a CLI command and returns its output. */
export async function runCommand(deployment: Deployment, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [deployment.script, ...command], {
    env: environment(deployment, 1),
  })
  return stdout
}

export async function startProvider(deployment: Deployment): Promise<RunningProvider> {
  const port = await freePort()
  const { startedBy = [], script, log = 'ignore' } = deployment
  const [command = '', ...args] = [...startedBy, process.execPath, '--enable-source-maps', script, 'serve']
  const child = spawn(command, args, { env: environment(deployment, port), stdio: ['ignore', log, 'inherit'] })
  // Stop the provider if the test run is aborted.
  const abandon = (): void => void child.kill('SIGKILL')
  process.once('exit', abandon)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      process.off('exit', abandon)
      resolve(code)
    })
  })
  const deadline = performance.now() + servesWithinMs
  while (!(await isServing(port))) {
    if (child.exitCode !== null) throw new Error(`the provider ended with ${child.exitCode}`)
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the provider does not serve within ${servesWithinMs} ms`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    port,
    child,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function isServing(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(10_000) })).ok
  } catch {
    return false
  }
}
