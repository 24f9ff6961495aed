import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { isBusy } from '../sql/engine/sqlite-busy.ts'
import { OperationRefusedError } from '../storage-error.ts'
import { sqliteTables } from './sqlite-file.ts'

export interface Backup {
  file: string
  bytes: number
  tables: number
  rows: number
}

/** A checkpoint of another process may lock the file for a moment. */
const patienceMs = 10_000

/**
 * Writes a consistent copy of a SQLite database while providers read and write it. The copy gets its name only when it
 * is complete, checked and on disk. An existing file is never overwritten.
 */
export function backUpSqlite({ from, to }: { from: string; to: string }): Backup {
  if (!existsSync(from)) throw new OperationRefusedError(`There is no database at ${from}.`)
  if (existsSync(to)) throw new OperationRefusedError(`${to} already exists. A backup does not overwrite a file.`)
  const part = `${to}.part`
  // Readable by its owner only: like the database, it has hashes and sealed keys.
  rmSync(part, { force: true })
  closeSync(openForOwner(part))
  try {
    copy(from, part)
    const { tables, rows } = examineCopy(part)
    sync(part)
    // Unlike a rename, this fails if the file was created in the meantime.
    linkSync(part, to)
    rmSync(part)
    sync(dirname(to))
    return { file: to, bytes: statSync(to).size, tables, rows }
  } finally {
    rmSync(part, { force: true })
  }
}

function openForOwner(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    throw new OperationRefusedError(`${path} cannot be written.`, { cause: error })
  }
}

/** One read transaction: the copy has what was committed before it, while other processes continue to write. */
function copy(from: string, to: string): void {
  const db = new DatabaseSync(from)
  try {
    db.exec(`pragma busy_timeout = ${patienceMs}`)
    db.exec(`vacuum into '${to.replaceAll("'", "''")}'`)
  } catch (error) {
    const why = isBusy(error) ? 'is held by another process' : 'cannot be copied'
    throw new OperationRefusedError(`The database at ${from} ${why}: ${String(error)}`, { cause: error })
  } finally {
    db.close()
  }
}

/** Rejects a file that is not a database of this provider or is damaged. */
export function examineCopy(path: string): { tables: number; rows: number } {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const [first, ...more] = db.prepare('pragma integrity_check').all()
    if (more.length > 0 || first?.integrity_check !== 'ok') throw new Error(String(first?.integrity_check))
    if (db.prepare('pragma foreign_key_check').get()) throw new Error('rows refer to rows that are not there')
    const tables = sqliteTables(db)
    if (!tables.some(({ name }) => name === 'projects')) throw new Error('it has no projects')
    const counts = tables.map(({ name }) => Number(db.prepare(`select count(*) as n from "${name}"`).get()?.n))
    return { tables: tables.length, rows: counts.reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperationRefusedError(`${path} is no whole database of a provider: ${reason}.`, { cause: error })
  } finally {
    db.close()
  }
}

/** Flushes a file or a folder to disk. A new name is durable only after its folder is flushed. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
