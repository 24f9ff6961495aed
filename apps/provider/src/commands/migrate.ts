import { moveToPostgres, type TableDigest } from '@latchkey/server'
import { counted, printJson } from '../admin/print.ts'
import { readInput } from '../admin/read-file.ts'
import { type CommandInput, oneOption, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { settings } from '../config/settings.ts'
import { readDatabaseUrl } from '../config/values.ts'
import { openStorage } from '../open-storage.ts'

/** Migrates the database to the schema of this version, or copies it to PostgreSQL. */
export async function runMigrate(input: CommandInput): Promise<number> {
  const to = oneOption(input, 'to')
  return to === undefined ? migrateSchema(input) : moveTo(input, to)
}

/** Opening the database migrates it. This command allows to do so before the start of a provider. */
async function migrateSchema({ sources, terminal, options }: CommandInput): Promise<number> {
  const storage = await openStorage(readStoreConfig(sources).database)
  try {
    await storage.ping()
    if (options.json !== undefined) printJson(terminal, { engine: storage.engine, up_to_date: true })
    else terminal.out(`The ${storage.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date.\n`)
    return 0
  } finally {
    await storage.close()
  }
}

async function moveTo({ sources, terminal, options }: CommandInput, to: string): Promise<number> {
  const { database } = readStoreConfig(sources)
  // Every user of the machine can see arguments: a URL with a password can come from a file or from standard input.
  const value = /^(-$|@)/.test(to) ? readInput(to.replace(/^@/, '')).trim() : to
  const target = readDatabaseUrl({ value, source: '--to' })
  if (target.engine !== 'postgres') throw new UsageError('--to must be postgres://user@host/database')
  if (database.engine !== 'sqlite')
    throw new UsageError(
      `${settings.databaseUrl.env} is already a PostgreSQL database: --to copies a SQLite database only`,
    )
  const isMachine = options.json !== undefined
  const show = (row: readonly string[]): void =>
    terminal.out(`${row[0]?.padEnd(20)}${row[1]?.padStart(10)}  ${row[2]}\n`)
  if (!isMachine) show(['TABLE', 'ROWS', 'SHA-256 OF BOTH COPIES'])
  const onTable = ({ table, rows, sha256 }: TableDigest): void => show([table, String(rows), sha256])
  const tables = await moveToPostgres({ from: database.path, to: target.url, ...(isMachine ? {} : { onTable }) })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (isMachine) printJson(terminal, { tables, rows })
  else {
    terminal.out(`\nCopied ${counted(rows, 'row')} in ${counted(tables.length, 'table')} and verified them.\n`)
    terminal.out(`Set ${settings.databaseUrl.env} to the new URL before the next start. The file was not changed.\n`)
  }
  return 0
}
