import { existsSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { assertComplete } from '../migrations/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { isBusy } from '../sql/engine/sqlite-busy.ts'
import { OperationRefusedError, SchemaError } from '../storage-error.ts'

/** A command that is about to end still locks the file. */
const patienceMs = 2_000

/** A file that no other process has open or can open until `release`. Rejected while a provider or command uses it. */
export interface SqliteFile {
  db: DatabaseSyncInstance
  release(): void
}

/** The file is not in use, and is not a database or is damaged. */
export class UnreadableFileError extends OperationRefusedError {}

export function takeSqliteFile(path: string): SqliteFile {
  if (!existsSync(path)) throw new OperationRefusedError(`There is no database at ${path}.`)
  const db = new DatabaseSync(path)
  try {
    db.exec(`pragma busy_timeout = ${patienceMs}`)
    // A process with an open write-ahead log holds a shared lock on the file, even when idle: this lock excludes it.
    db.exec('pragma locking_mode = exclusive')
    db.exec('begin immediate')
    db.exec('commit')
  } catch (error) {
    db.close()
    if (isBusy(error))
      throw new OperationRefusedError(`The database at ${path} is in use: stop the provider first.`, { cause: error })
    throw new UnreadableFileError(`The file ${path} is no SQLite database.`, { cause: error })
  }
  return {
    db,
    release() {
      // Statements keep the connection until they are garbage-collected, so the lock is released first.
      try {
        db.exec('pragma wal_checkpoint(truncate)')
        db.exec('pragma locking_mode = normal')
        db.exec('begin')
        db.exec('select 1 from sqlite_master')
        db.exec('commit')
      } catch (error) {
        throw new UnreadableFileError(`The database at ${path} is damaged.`, { cause: error })
      } finally {
        db.close()
      }
    },
  }
}

/** Throws unless the schema is exactly that of this version. */
export function assertSqliteSchema(db: DatabaseSyncInstance): void {
  const isThere = db.prepare(`select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'`).get()
  const rows = isThere ? db.prepare('select name, checksum from schema_migrations').all() : []
  const done = new Map(rows.map((row) => [String(row.name), String(row.checksum)]))
  try {
    assertComplete(done, { engine: 'sqlite', migrations })
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    const advice = /lacks migration/.test(error.message) ? ' Bring it up to date first: latchkey migrate.' : ''
    throw new OperationRefusedError(`${error.message.replace(', and migrating was turned off', '')}${advice}`)
  }
}

export interface SqliteTable {
  name: string
  /** Sorted by name. */
  columns: string[]
  /** Columns that sort the rows in the same order on both engines. */
  key: string[]
}

/** All tables of the schema, referenced tables first. */
export function sqliteTables(db: DatabaseSyncInstance): SqliteTable[] {
  const names = db
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!' order by name`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'schema_migrations')
  const parents = new Map(names.map((name) => [name, parentsOf(db, name)]))
  const ordered: string[] = []
  const visit = (name: string): void => {
    if (ordered.includes(name)) return
    for (const parent of parents.get(name) ?? []) visit(parent)
    ordered.push(name)
  }
  for (const name of names) visit(name)
  return ordered.map((name) => {
    const info = db.prepare(`pragma table_info("${name}")`).all()
    const key = info.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
    return { name, columns: info.map((column) => String(column.name)).sort(), key: key.map((one) => String(one.name)) }
  })
}

function parentsOf(db: DatabaseSyncInstance, name: string): string[] {
  const parents = db.prepare(`pragma foreign_key_list("${name}")`).all()
  return [...new Set(parents.map(({ table }) => String(table)))].filter((parent) => parent !== name)
}
