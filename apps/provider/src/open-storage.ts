import { openPostgres, openSqlite, type Storage } from '@latchkey/server'
import { ConfigError } from './config/config-error.ts'
import { settings } from './config/settings.ts'
import type { DatabaseAddress } from './config/values.ts'

/** Opens the store and brings it to this version's schema. */
export async function openStorage(database: DatabaseAddress): Promise<Storage> {
  try {
    return await (database.engine === 'sqlite'
      ? openSqlite({ path: database.path })
      : openPostgres({ url: database.url }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(settings.databaseUrl.env, `names a database that cannot be opened: ${reason}`)
  }
}
