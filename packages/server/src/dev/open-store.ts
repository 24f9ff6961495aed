import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Limit, LimitName } from '../core/limits.ts'
import { createVault, type Vault } from '../core/vault.ts'
import { createRandom } from '../node/system-clock.ts'
import { openSqlite } from '../storage/operations/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { openMasterKey } from './master-key.ts'
import { raisedLimits } from './raised-limits.ts'

/** Opens the database of a development provider for commands. Null if no provider was started in this folder. */
export async function openDevelopmentStore(
  dataDir: string,
): Promise<{ storage: Storage; vault: Vault; config: { limits: Record<LimitName, Limit> } } | null> {
  const path = join(dataDir, 'latchkey.sqlite')
  if (!existsSync(path)) return null
  const random = createRandom()
  const vault = createVault([await openMasterKey(dataDir, random)], random)
  return { storage: await openSqlite({ path }), vault, config: { limits: raisedLimits() } }
}
