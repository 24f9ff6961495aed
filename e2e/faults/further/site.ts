import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { createMemoryFolder } from '../../memory-folder.ts'
import { bundled } from '../../provider.ts'
import { freshDatabase } from '../fresh-database.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { type Deployment, type RunningProvider, runCommand, startProvider } from '../provider-process.ts'

/** `FAULT_CYCLES` is the number of kills; other faults have a fraction of it. */
const kills = Number(process.env.FAULT_CYCLES ?? 10)
export const cyclesOf = (whole: number): number => Math.ceil((whole * kills) / 200)

export interface FaultSite {
  sink: MailSink
  script: string
  /** A temporary folder of the file. */
  folder: string
}

/** The mail server, the provider script and a folder for all tests of a file. */
export function prepareFaultSite(): FaultSite {
  const site = {} as FaultSite
  beforeAll(async () => {
    const [sink, script] = await Promise.all([startMailSink(), bundled()])
    Object.assign(site, { sink, script, folder: createMemoryFolder('faults') })
  })
  afterAll(async () => {
    await site.sink.close()
    rmSync(site.folder, { recursive: true, force: true })
  })
  return site
}

export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

/** A provider's deployment on a new database, with one project. */
export async function deploy(
  { sink, script, folder }: FaultSite,
  engine: Engine,
  options: { env?: Record<string, string>; databaseUrl?: string } = {},
): Promise<{ deployment: Deployment; projectId: string; publicToken: string }> {
  const file = join(folder, `${crypto.randomUUID()}.db`)
  const fresh = async () => (engine === 'SQLite' ? `sqlite:${file}` : freshDatabase(inject('postgresUrl')))
  const databaseUrl = options.databaseUrl ?? (await fresh())
  const deployment: Deployment = { script, databaseUrl, smtpUrl: sink.url, env: options.env ?? {} }
  const make = ['projects', 'create', '--name', 'Faults', '--environment', 'test', '--json']
  const made = await runCommand(deployment, ...make, '--origin', 'http://localhost:3000')
  const { project_id, public_token } = JSON.parse(made) as { project_id: string; public_token: string }
  return { deployment, projectId: project_id, publicToken: public_token }
}

/** A provider that is stopped at the end of the test. */
export async function serve(deployment: Deployment): Promise<RunningProvider> {
  const provider = await startProvider(deployment)
  onTestFinished(() => void provider.child.kill('SIGKILL'))
  return provider
}

/** The URL of the key set of a project. */
export const keysAddress = (port: number, projectId: string): string =>
  `http://127.0.0.1:${port}/v1/sessions/jwks/${projectId}`

/** Polls until the condition holds; false after the timeout. */
export async function isSoWithin(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + ms
  for (;;) {
    if (await isSo()) return true
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
