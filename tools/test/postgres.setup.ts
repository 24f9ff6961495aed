import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

let server: PostgresServer | undefined

/** One server for all test files. Each file creates its own databases. */
export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres()
  await saveTime(server.url)
  process.env.TEST_POSTGRES_URL = server.socketUrl
  project.provide('postgresUrl', server.url)
}

/**
 * No test crashes this server or the machine, so nothing has to be on the disk when a commit returns. No test runs long
 * enough to need a vacuum of the several hundred databases.
 */
async function saveTime(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'jit'])
    await client.query(`alter system set ${name} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

export async function teardown(): Promise<void> {
  await server?.stop()
}
