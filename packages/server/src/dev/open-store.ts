import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../node/world.ts'
import { createVault, type Vault } from '../security/vault.ts'
import { openSqlite } from '../storage/sql/open.ts'
import type { Storage } from '../storage/storage.ts'
import { openMasterKey } from './master-key.ts'

/** The store of a development provider, for commands beside it. Null if none was ever started there. */
export async function openDevelopmentStore(dataDir: string): Promise<{ storage: Storage; vault: Vault } | null> {
  const path = join(dataDir, 'latchkey.sqlite')
  if (!existsSync(path)) return null
  const random = createRandom()
  const vault = createVault([await openMasterKey(dataDir, random)], random)
  return { storage: await openSqlite({ path }), vault }
}
