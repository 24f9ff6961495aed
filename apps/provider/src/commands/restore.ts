import { resolve } from 'node:path'
import { finishRestore, type InvalidatedRows, type Restored, restoreSqlite, type Storage } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { operator } from '../admin/administer.ts'
import { counted, printJson } from '../admin/print.ts'
import { type CommandInput, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { openSealedStorage } from '../open-storage.ts'

/** Replaces the database with a backup. On PostgreSQL it only revokes sessions and secrets, after pg_restore. */
export async function runRestore(input: CommandInput): Promise<number> {
  const config = readStoreConfig(input.sources)
  const { database } = config
  const [file] = input.positionals
  const clock = createClock()
  const keepsSessions = input.options['keep-sessions'] !== undefined
  const settle = async (storage: Storage): Promise<InvalidatedRows | null> => {
    const context = { storage: keepsSessions ? withoutRevoking(storage) : storage, clock, random: createRandom() }
    const settled = await finishRestore(context, { operator: operator() })
    return keepsSessions ? null : settled
  }
  if (database.engine === 'postgres') {
    if (file !== undefined)
      throw new UsageError('Restore PostgreSQL with pg_restore, then run latchkey restore without a file.')
    const { storage } = await openSealedStorage(config)
    try {
      return report(input, { prepared: await settle(storage), putAside: [] })
    } finally {
      await storage.close()
    }
  }
  if (file === undefined) throw new UsageError('<file> is required. Run: latchkey restore --help')
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '')
  const aside = input.options.replace === undefined ? undefined : `${database.path}.before-${stamp}`
  return report(input, await restoreSqlite({ from: resolve(file), to: database.path, aside, prepare: settle }))
}

/** For `--keep-sessions`: the provider did not run since the backup, so nothing was revoked or used after it. */
function withoutRevoking(storage: Storage): Storage {
  return { ...storage, invalidateRestoredCopy: async () => ({ sessions: 0, secrets: 0, grants: 0, messages: 0 }) }
}

function report(
  { terminal, options }: CommandInput,
  { prepared: settled, putAside }: Restored<InvalidatedRows | null>,
): number {
  if (options.json !== undefined) {
    printJson(terminal, { restored: true, ended: settled, put_aside: putAside })
    return 0
  }
  terminal.out('Restored.\n')
  if (settled) {
    const { sessions, secrets, grants, messages } = settled
    terminal.out(
      `Revoked, because they may have ended after the backup: ${counted(sessions, 'session')}, ` +
        `${counted(secrets, 'link or code', 'links and codes')}, ` +
        `${counted(grants, 'grant of a client application', 'grants of client applications')}, ` +
        `${counted(messages, 'unsent message')}.\n`,
    )
  }
  for (const path of putAside) terminal.out(`The previous database is now ${path}\n`)
  return 0
}
