import { sealAudit, verifyAuditChain } from '@latchkey/server'
import { createClock } from '@latchkey/server/node'
import { readStoreConfig } from '../config/read-config.ts'
import type { Surroundings } from '../config/settings.ts'
import { openStorage } from '../open-storage.ts'
import type { Terminal } from '../terminal.ts'

/** Chains what is still waiting, then walks every project's chain from its first row. */
export async function runAuditVerify(surroundings: Surroundings, terminal: Terminal): Promise<number> {
  const storage = await openStorage(readStoreConfig(surroundings).database)
  try {
    while ((await sealAudit(storage, createClock(), `audit-verify-${process.pid}`)) > 0);
    let code = 0
    for (const { id } of await storage.projects.list()) {
      const result = await verifyAuditChain(storage, id)
      terminal.out(`${id}  ${result.intact ? `whole, ${result.rows} rows` : `broken at row ${result.brokenAt}`}\n`)
      if (!result.intact) code = 1
    }
    return code
  } finally {
    await storage.close()
  }
}
