import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A new database on the test server; answers with its address. */
export async function freshDatabase(adminUrl: string): Promise<string> {
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}
