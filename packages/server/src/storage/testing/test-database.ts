import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openPostgres } from '../operations/open-storage.ts'

/** A database of its own on the tests' PostgreSQL server; it goes with the server. */
export function createTestDatabase(adminUrl?: string): Promise<string> {
  return withAdmin(adminUrl, (admin) => admin.create('template1'))
}

/** One that has its tables already: a copy of what is brought up once for all test files. */
export function createReadyDatabase(adminUrl?: string): Promise<string> {
  return withAdmin(adminUrl, async (admin) => {
    await admin.query(`select pg_advisory_lock(${lock})`)
    const { rowCount } = await admin.query(`select from pg_database where datname = '${ready}'`)
    if (rowCount === 0) {
      const made = new URL(await admin.create('template1'))
      await (await openPostgres({ url: made.href })).close()
      await admin.query(`alter database ${made.pathname.slice(1)} rename to ${ready}`)
    }
    await admin.query(`select pg_advisory_unlock(${lock})`)
    return admin.create(ready)
  })
}

const ready = 'test_ready'
/** Any number: who makes the first has the others wait. */
const lock = 7_001

interface Admin {
  query(text: string): Promise<pg.QueryResult>
  /** Answers with the new one's address. */
  create(template: string): Promise<string>
}

async function withAdmin<Result>(
  adminUrl = process.env.TEST_POSTGRES_URL,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  if (!adminUrl)
    throw new Error('TEST_POSTGRES_URL is not set; tools/test/postgres.setup.ts starts a server and sets it.')
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await work({
      query: (text) => client.query(text),
      async create(template) {
        const url = new URL(adminUrl)
        url.pathname = `/test_${randomUUID().replaceAll('-', '')}`
        await client.query(`create database ${url.pathname.slice(1)} template ${template}`)
        return url.href
      },
    })
  } finally {
    await client.end()
  }
}
