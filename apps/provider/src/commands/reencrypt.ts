import { reseal } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { operator } from '../admin/administer.ts'
import { printFields, printJson } from '../admin/print.ts'
import type { CommandInput } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { openSealedStorage } from '../open-storage.ts'

/** Re-encrypts all stored secrets with the first master key, so that the others can be removed. */
export async function runReencrypt({ sources, terminal, options }: CommandInput): Promise<number> {
  const { storage, vault } = await openSealedStorage(readStoreConfig(sources))
  try {
    const context = { storage, vault, clock: createClock(), random: createRandom() }
    const resealed = await reseal(context, { operator: operator() })
    const code = resealed.unopened === 0 ? 0 : 1
    if (options.json !== undefined) {
      printJson(terminal, { reencrypted: resealed })
      return code
    }
    printFields(
      terminal,
      Object.entries(resealed).map(([table, count]) => [table.replaceAll('_', ' '), String(count)]),
    )
    if (code === 0)
      terminal.out(
        '\nRemove the older master keys in an hour, when codes and sign-ins that are in progress have expired.\n',
      )
    else
      terminal.err(
        '\nSome secrets are encrypted with a key that is not in LATCHKEY_MASTER_KEY. They were not changed. Append that key and run the command again.\n',
      )
    return code
  } finally {
    await storage.close()
  }
}
