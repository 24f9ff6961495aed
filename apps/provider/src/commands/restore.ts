import { resolve } from 'node:path'
import { type Restored, restoreSqlite, type SettledCopy, type Storage, settleRestored } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { operator } from '../admin/administer.ts'
import { counted, printJson } from '../admin/print.ts'
import { type CommandInput, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { openSealedStorage } from '../open-storage.ts'

/** Puts a backup in the database's place; on PostgreSQL, what is left to do after pg_restore. */
export async function runRestore(input: CommandInput): Promise<number> {
  const config = readStoreConfig(input.surroundings)
  const { database } = config
  const [file] = input.words
  const clock = createClock()
  const keeps = input.options['keep-sessions'] !== undefined
  const settle = async (storage: Storage): Promise<SettledCopy | null> => {
    const world = { storage: keeps ? endingNothing(storage) : storage, clock, random: createRandom() }
    const settled = await settleRestored(world, { operator: operator() })
    return keeps ? null : settled
  }
  if (database.engine === 'postgres') {
    if (file !== undefined)
      throw new UsageError('Restore PostgreSQL with pg_restore first, then run: latchkey restore (without a file)')
    const { storage } = await openSealedStorage(config)
    try {
      return report(input, { prepared: await settle(storage), putAside: [] })
    } finally {
      await storage.close()
    }
  }
  if (file === undefined) throw new UsageError('<file> is missing; see restore --help')
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '')
  const aside = input.options.replace === undefined ? undefined : `${database.path}.before-${stamp}`
  return report(input, await restoreSqlite({ from: resolve(file), to: database.path, aside, prepare: settle }))
}

/** Of a provider that was stopped before the copy and not started since: nothing can have ended after it. */
function endingNothing(storage: Storage): Storage {
  return { ...storage, settleCopy: async () => ({ sessions: 0, secrets: 0, grants: 0, messages: 0 }) }
}

function report(
  { terminal, options }: CommandInput,
  { prepared: settled, putAside }: Restored<SettledCopy | null>,
): number {
  if (options.json !== undefined) {
    printJson(terminal, { restored: true, ended: settled, put_aside: putAside })
    return 0
  }
  terminal.out('Restored.\n')
  if (settled) {
    const { sessions, secrets, grants, messages } = settled
    terminal.out(
      `Ended, because they may have been since the copy: ${counted(sessions, 'session')}, ` +
        `${counted(secrets, 'link or code', 'links and codes')}, ` +
        `${counted(grants, 'grant of an application', 'grants of applications')}, ` +
        `${counted(messages, 'message')} not sent.\n`,
    )
  }
  for (const path of putAside) terminal.out(`Moved aside: ${path}\n`)
  return 0
}
