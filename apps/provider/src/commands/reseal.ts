import { reseal } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { operator } from '../admin/administer.ts'
import { printFields, printJson } from '../admin/print.ts'
import type { CommandInput } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { openSealedStorage } from '../open-storage.ts'

/** Seals everything under the first master key, so that the ones behind it can go. */
export async function runReseal({ surroundings, terminal, options }: CommandInput): Promise<number> {
  const { storage, vault } = await openSealedStorage(readStoreConfig(surroundings))
  try {
    const world = { storage, vault, clock: createClock(), random: createRandom() }
    const resealed = await reseal(world, { operator: operator() })
    const code = resealed.unopened === 0 ? 0 : 1
    if (options.json !== undefined) {
      printJson(terminal, { resealed })
      return code
    }
    printFields(
      terminal,
      Object.entries(resealed).map(([place, count]) => [place.replaceAll('_', ' '), String(count)]),
    )
    if (code === 0)
      terminal.out(
        '\nIn an hour, when codes and sign-ins of before have ended, the older master keys can be removed.\n',
      )
    else terminal.err('\nSome are encrypted with a key that is not in LATCHKEY_MASTER_KEY. They were not changed.\n')
    return code
  } finally {
    await storage.close()
  }
}
