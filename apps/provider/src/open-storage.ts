import { canOpenSigningKeys, createVault, openPostgres, openSqlite, type Storage, type Vault } from '@latchkey/server'
import { createRandom } from '@latchkey/server/node'
import { ConfigError } from './config/config-error.ts'
import type { StoreConfig } from './config/read-config.ts'
import { settings } from './config/settings.ts'
import type { DatabaseAddress } from './config/values.ts'
import { databaseCause } from './database-cause.ts'

/** Opens the database and migrates it to the schema of this version. */
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
      `points to a database that cannot be opened: ${reason}${cause === undefined || reason.includes(cause) ? '' : ` (${cause})`}`,
    )
  }
}

/** Opens the database and its vault. Fails if the master keys do not decrypt the signing keys in it. */
export async function openSealedStorage(config: StoreConfig): Promise<{ storage: Storage; vault: Vault }> {
  const storage = await openStorage(config.database)
  const vault = createVault(config.masterKeys, createRandom())
  if (await canOpenSigningKeys({ storage, vault })) return { storage, vault }
  await storage.close()
  throw new ConfigError(
    settings.masterKey.env,
    'does not decrypt the keys in this database. Append the key they were encrypted with: <new key>,<old key>',
  )
}
