import { openPostgres, openSqlite, type Storage } from '@latchkey/server'
import type { DatabaseAddress } from './config/values.ts'

/** Opens the store and brings it to this version's schema. */
export async function openStorage(database: DatabaseAddress): Promise<Storage> {
  return database.engine === 'sqlite' ? openSqlite({ path: database.path }) : openPostgres({ url: database.url })
}
