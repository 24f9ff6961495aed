import { isAbsolute, resolve } from 'node:path'
import { backUpSqlite } from '@latchkey/server'
import { counted, printJson } from '../admin/print.ts'
import { type CommandInput, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'

/** Copies the database while the provider runs. */
export async function runBackup({ sources, terminal, positionals, options }: CommandInput): Promise<number> {
  const { database } = readStoreConfig(sources)
  if (database.engine !== 'sqlite')
    throw new UsageError(
      'backup copies SQLite databases only. Run: pg_dump --format=custom --file=<file> "$LATCHKEY_DATABASE_URL"',
    )
  const [file = ''] = positionals
  const backup = backUpSqlite({ from: database.path, to: isAbsolute(file) ? file : resolve(file) })
  if (options.json !== undefined) printJson(terminal, backup)
  else
    terminal.out(
      `${backup.file}  ${counted(backup.rows, 'row')} in ${counted(backup.tables, 'table')}, ${counted(backup.bytes, 'byte')}, verified\n`,
    )
  return 0
}
