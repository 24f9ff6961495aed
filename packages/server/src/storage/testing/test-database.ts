import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A database of its own on the tests' PostgreSQL server; it goes with the server. */
export async function createTestDatabase(
  adminUrl: string | undefined = process.env.TEST_POSTGRES_URL,
): Promise<string> {
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set; tools/postgres.setup.ts starts a server and sets it.')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
