import { canOpenSigningKeys, createVault, openPostgres, openSqlite, type Storage, type Vault } from '@latchkey/server'
import { createRandom } from '@latchkey/server/node'
import { ConfigError } from './config/config-error.ts'
import type { StoreConfig } from './config/read-config.ts'
import { settings } from './config/settings.ts'
import type { DatabaseAddress } from './config/values.ts'
import { databaseCause } from './database-cause.ts'

/** Opens the store and brings it to this version's schema. */
export async function openStorage(database: DatabaseAddress): Promise<Storage> {
  try {
    return await (database.engine === 'sqlite'
      ? openSqlite({ path: database.path })
      : openPostgres({ url: database.url }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const cause = databaseCause(error)
    throw new ConfigError(
      settings.databaseUrl.env,
      `names a database that cannot be opened: ${reason}${cause === undefined || reason.includes(cause) ? '' : ` (${cause})`}`,
    )
  }
}

/** The same with the vault that what it holds was sealed in; master keys of another database are refused. */
export async function openSealedStorage(config: StoreConfig): Promise<{ storage: Storage; vault: Vault }> {
  const storage = await openStorage(config.database)
  const vault = createVault(config.masterKeys, createRandom())
  if (await canOpenSigningKeys({ storage, vault })) return { storage, vault }
  await storage.close()
  throw new ConfigError(
    settings.masterKey.env,
    'does not open the keys in this database: put the one they were sealed with after it',
  )
}
