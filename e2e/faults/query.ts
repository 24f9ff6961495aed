import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'

type Row = Record<string, unknown>

/** Queries the database of a provider directly. */
export async function query(databaseUrl: string, text: string): Promise<Row[]> {
  if (!databaseUrl.startsWith('sqlite:')) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length))
  try {
    database.exec('pragma busy_timeout = 10000')
    return database.prepare(text).all() as Row[]
  } finally {
    database.close()
  }
}
