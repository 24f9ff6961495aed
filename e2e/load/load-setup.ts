import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLimits } from '@latchkey/server'
import { createRandom } from '@latchkey/server/node'
import { type SeededSession, seedSessions } from '@latchkey/server/testing'
import { freshDatabase } from '../faults/fresh-database.ts'
import type { MailSink } from '../faults/mail-sink.ts'
import { type Deployment, page, type RunningProvider, runCommand, startProvider } from '../faults/provider-process.ts'
import { type Connections, createConnections } from './connections.ts'

export type Engine = 'PostgreSQL' | 'SQLite'

/** Resources that all rows share. */
export interface Machine {
  /** The script of the deployed provider. */
  script: string
  /** The URL of a PostgreSQL server on a memory file system. */
  postgresUrl: string
  /** A folder on a memory file system. */
  folder: string
  sink: MailSink
}

/** One provider with a separate database and one project. */
export interface LoadSetup {
  readonly engine: Engine
  readonly sink: MailSink
  readonly deployment: Deployment
  readonly project: { project_id: string; public_token: string }
  provider(): RunningProvider
  connections(): Connections
  /** Creates signed-in users. */
  seed(count: number, options?: { name?: string; expiresAt?: number }): Promise<SeededSession[]>
  /** Stops the provider with SIGTERM and starts another process. Returns the exit code. */
  restart(): Promise<number | null>
  /** Kills the provider with SIGKILL and waits for its end. */
  kill(): Promise<void>
  start(): Promise<void>
  /** The sum of a metric over all matching labels. */
  metric(name: string, labels?: RegExp): Promise<number>
  /** Memory and open files of the provider's process. */
  residentMegabytes(): number
  openFiles(): number
  close(): Promise<void>
}

/** High limits. They are still counted. */
const raised = { limit: 100_000_000, windowMs: 60_000 }
const metricsToken = 'the-load-reads-what-the-provider-counts'
const minute = 60_000

/** Session duration: longer than the longest row, because the check expects no session to expire. */
export const sessionMinutes = 6 * 60

export async function openLoadSetup(
  { script, postgresUrl, folder, sink }: Machine,
  engine: Engine,
  name: string,
  limits: Partial<typeof defaultLimits> = {},
): Promise<LoadSetup> {
  const databaseUrl = engine === 'SQLite' ? `sqlite:${join(folder, `${name}.db`)}` : await freshDatabase(postgresUrl)
  const all = { ...Object.fromEntries(Object.keys(defaultLimits).map((limit) => [limit, raised])), ...limits }
  const env = { LATCHKEY_LIMITS: JSON.stringify(all), LATCHKEY_METRICS_TOKEN: metricsToken }
  const deployment = { script, databaseUrl, smtpUrl: sink.url, env }
  const made = ['projects', 'create', '--name', name, '--environment', 'test', '--json']
  const project = JSON.parse(await runCommand(deployment, ...made, '--origin', page, '--redirect', `${page}/`))
  let provider = await startProvider(deployment)
  let connections = createConnections(provider.port)

  async function start(): Promise<void> {
    provider = await startProvider(deployment)
    connections = createConnections(provider.port)
  }
  const pid = (): number => provider.child.pid ?? 0

  return {
    ...{ engine, sink, deployment, project, start },
    provider: () => provider,
    connections: () => connections,
    seed: (count, { name = 'user', expiresAt = Date.now() + sessionMinutes * minute } = {}) =>
      seedSessions({
        database: engine === 'SQLite' ? databaseUrl.slice('sqlite:'.length) : databaseUrl,
        projectId: project.project_id,
        ...{ count, name, random: createRandom(), now: Date.now(), expiresAt },
      }),
    async restart() {
      connections.close()
      const code = await provider.stop()
      await start()
      return code
    },
    async kill() {
      await provider.kill()
      connections.close()
    },
    async metric(metric, labels = /(?:)/) {
      const answer = await fetch(`http://127.0.0.1:${provider.port}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      })
      return (await answer.text())
        .split('\n')
        .filter((line) => line.startsWith(metric) && labels.test(line))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
    },
    residentMegabytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1000,
    openFiles: () => readdirSync(`/proc/${pid()}/fd`).length,
    async close() {
      connections.close()
      await provider.stop()
    },
  }
}
