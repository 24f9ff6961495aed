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
  process.env.TEST_POSTGRES_URL = server.url
  project.provide('postgresUrl', server.url)
}

export async function teardown(): Promise<void> {
  await server?.stop()
}
