import { isAbsolute, resolve } from 'node:path'
import { backUpSqlite } from '@latchkey/server'
import { counted, printJson } from '../admin/print.ts'
import { type CommandInput, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'

/** A whole copy of the database, beside a provider that goes on. */
export async function runBackup({ surroundings, terminal, words, options }: CommandInput): Promise<number> {
  const { database } = readStoreConfig(surroundings)
  if (database.engine !== 'sqlite')
    throw new UsageError(
      'PostgreSQL is backed up by its own means: pg_dump --format=custom --file=<file> "$LATCHKEY_DATABASE_URL"',
    )
  const [file = ''] = words
  const backup = backUpSqlite({ from: database.path, to: isAbsolute(file) ? file : resolve(file) })
  if (options.json !== undefined) printJson(terminal, backup)
  else
    terminal.out(
      `${backup.file}  ${counted(backup.rows, 'row')} in ${counted(backup.tables, 'table')}, ${counted(backup.bytes, 'byte')}, whole\n`,
    )
  return 0
}
