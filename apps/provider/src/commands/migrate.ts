import { moveToPostgres, type TableDigest } from '@latchkey/server'
import { counted, printJson } from '../admin/print.ts'
import { readInput } from '../admin/read-file.ts'
import { type CommandInput, oneOption, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { settings } from '../config/settings.ts'
import { readDatabaseUrl } from '../config/values.ts'
import { openStorage } from '../open-storage.ts'

/** Brings the database to this version, or moves it to another engine. */
export async function runMigrate(input: CommandInput): Promise<number> {
  const to = oneOption(input, 'to')
  return to === undefined ? bringUpToDate(input) : moveTo(input, to)
}

/** Opening a store brings it up to date; this does only that, so that it can be done before a start. */
async function bringUpToDate({ surroundings, terminal, options }: CommandInput): Promise<number> {
  const storage = await openStorage(readStoreConfig(surroundings).database)
  try {
    await storage.ping()
    if (options.json !== undefined) printJson(terminal, { engine: storage.engine, up_to_date: true })
    else terminal.out(`The ${storage.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date.\n`)
    return 0
  } finally {
    await storage.close()
  }
}

async function moveTo({ surroundings, terminal, options }: CommandInput, to: string): Promise<number> {
  const { database } = readStoreConfig(surroundings)
  // An address with a password need not stand in the arguments, which every user of a machine can see.
  const value = /^(-$|@)/.test(to) ? readInput(to.replace(/^@/, '')).trim() : to
  const target = readDatabaseUrl({ value, source: '--to' })
  if (target.engine !== 'postgres') throw new UsageError('--to must be postgres://user@host/database')
  if (database.engine !== 'sqlite')
    throw new UsageError(`${settings.databaseUrl.env} is on PostgreSQL already; only SQLite can be moved`)
  const isMachine = options.json !== undefined
  const show = (row: readonly string[]): void =>
    terminal.out(`${row[0]?.padEnd(20)}${row[1]?.padStart(10)}  ${row[2]}\n`)
  if (!isMachine) show(['TABLE', 'ROWS', 'SHA-256 OF BOTH'])
  const onTable = ({ table, rows, sha256 }: TableDigest): void => show([table, String(rows), sha256])
  const tables = await moveToPostgres({ from: database.path, to: target.url, ...(isMachine ? {} : { onTable }) })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (isMachine) printJson(terminal, { tables, rows })
  else {
    terminal.out(`\nMoved: ${counted(rows, 'row')} in ${counted(tables.length, 'table')}, read back and equal.\n`)
    terminal.out(
      `Set ${settings.databaseUrl.env} to the new address before the next start; the file was not changed.\n`,
    )
  }
  return 0
}
