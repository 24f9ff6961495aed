import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Creates a database on the test server and returns its URL. */
export async function freshDatabase(adminUrl: string): Promise<string> {
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}
