import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database, Run } from './database.ts'
import { createMutex } from './mutex.ts'
import { rowShape } from './row-shape.ts'
import { isBusy, retryWhileBusy } from './sqlite-busy.ts'

export interface SqliteDriverOptions {
  /** A file, or `:memory:`. */
  path: string
  onStatement?: ((sql: string) => void) | undefined
}

/** A connection is one file handle; a statement runs to its end without leaving the thread. */
export function createSqliteDialect(options: SqliteDriverOptions): Dialect {
  return createSqliteDatabase(options).dialect
}

export interface SqliteDatabase extends Database {
  /** The same connection for Kysely, which opens it when first used. */
  dialect: Dialect
}

/**
 * Runs statements on the connection without Kysely's driver, which creates six promises per statement. They cost more
 * than most statements.
 */
export function createSqliteDatabase(options: SqliteDriverOptions): SqliteDatabase {
  const mutex = createMutex()
  let connection: SqliteConnection | undefined

  function opened(): SqliteConnection {
    if (!connection) throw new Error('The SQLite driver is used before it was opened.')
    return connection
  }

  async function rollback(): Promise<void> {
    // After some errors, such as a full disk, SQLite has rolled back already.
    if (opened().inTransaction()) await opened().exec('rollback')
  }

  const driver: Driver = {
    async init() {
      connection = createConnection(await openDatabase(options.path), options.onStatement)
    },
    async acquireConnection() {
      const wait = mutex.lock()
      if (wait) await wait
      return opened()
    },
    async releaseConnection() {
      mutex.unlock()
    },
    // IMMEDIATE takes the write lock at once: a deferred transaction that must upgrade later gets SQLITE_BUSY
    // without any wait when two processes share the file.
    beginTransaction: () => opened().exec('begin immediate'),
    commitTransaction: () => opened().exec('commit'),
    rollbackTransaction: rollback,
    destroy: close,
  }

  async function close(): Promise<void> {
    const wait = mutex.lock()
    if (wait) await wait
    connection?.close()
    connection = undefined
    mutex.unlock()
  }

  /** For the current holder of the connection. */
  const run: Run = (query) => opened().all(query)

  return {
    async run(query) {
      const wait = mutex.lock()
      if (wait) await wait
      try {
        return await run(query)
      } finally {
        mutex.unlock()
      }
    },
    async transaction(work) {
      const wait = mutex.lock()
      if (wait) await wait
      try {
        await opened().exec('begin immediate')
        try {
          const result = await work(run)
          await opened().exec('commit')
          return result
        } catch (error) {
          await rollback()
          throw error
        }
      } finally {
        mutex.unlock()
      }
    },
    close,
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }
}
interface SqliteConnection extends DatabaseConnection {
  all<R>(query: CompiledQuery<R>): Promise<R[]>
  exec(sql: string): Promise<void>
  inTransaction(): boolean
  close(): void
}

/** A row as the driver returns it, which creates objects with names several times slower. */
type Cells = readonly unknown[]

interface PreparedStatement {
  run(parameters: readonly unknown[]): Cells[]
  toRow(cells: Cells): unknown
}

function prepare(db: DatabaseSyncInstance, sql: string): PreparedStatement {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  let toRow: PreparedStatement['toRow'] | undefined
  let width: number
  return {
    run: (parameters) => statement.all(...parameters) as unknown as Cells[],
    toRow(cells) {
      // The columns of `*` change with the table.
      if (toRow === undefined || width !== cells.length) {
        width = cells.length
        toRow = rowsOf(statement.columns())
      }
      return toRow(cells)
    },
  }
}

function rowsOf(columns: readonly { name: string }[]): PreparedStatement['toRow'] {
  const { keys, empty } = rowShape(columns.map(({ name }) => name))
  return (cells) => {
    const row = { ...empty }
    for (let index = 0; index < keys.length; index += 1) row[keys[index] ?? ''] = cells[index]
    return row
  }
}

function createConnection(db: DatabaseSyncInstance, onStatement: SqliteDriverOptions['onStatement']): SqliteConnection {
  const statements = new Map<string, PreparedStatement>()

  function prepared(sql: string): PreparedStatement {
    onStatement?.(sql)
    let statement = statements.get(sql)
    if (!statement) {
      statement = prepare(db, sql)
      statements.set(sql, statement)
    }
    return statement
  }

  function run<R>(query: CompiledQuery<R>): R[] {
    for (const value of query.parameters) refuseUnbindable(value)
    // `all` also runs statements without rows, and then returns an empty list.
    const statement = prepared(query.sql)
    return statement.run(query.parameters).map(statement.toRow) as R[]
  }

  async function all<R>(query: CompiledQuery<R>): Promise<R[]> {
    try {
      return run(query)
    } catch (error) {
      if (!isBusy(error)) throw error
      return retryWhileBusy(() => run(query))
    }
  }

  return {
    all,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      return { rows: await all(query as CompiledQuery<R>) }
    },
    // biome-ignore lint/correctness/useYield: the interface requires a generator, and results are not streamed.
    async *streamQuery() {
      throw new Error('Streaming is not part of the storage.')
    },
    async exec(sql) {
      await retryWhileBusy(() => prepared(sql).run([]))
    },
    inTransaction: () => db.isTransaction,
    close() {
      statements.clear()
      try {
        // Moves the write-ahead log into the file, so that a copy of the file alone is complete.
        db.exec('pragma wal_checkpoint(truncate)')
      } catch (error) {
        if (!isBusy(error)) throw error
      } finally {
        db.close()
      }
    },
  }
}

async function openDatabase(path: string): Promise<DatabaseSyncInstance> {
  const db = new DatabaseSync(path)
  try {
    // The first pragma, so that the others wait for a busy file too.
    db.exec('pragma busy_timeout = 50')
    const mode = await retryWhileBusy(() => db.prepare('pragma journal_mode = wal').get())
    if (path !== ':memory:' && mode?.journal_mode !== 'wal') {
      throw new Error('SQLite cannot keep a write-ahead log here; put the database file on a local disk.')
    }
    db.exec('pragma synchronous = full')
    db.exec('pragma foreign_keys = on')
    // 16 MiB, used as the file grows: the inner pages of the indexes of a million users do not fit into the default of 2.
    db.exec('pragma cache_size = -16384')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Drivers bind booleans differently, and undefined is a missing value. */
function refuseUnbindable(value: unknown): void {
  if (value === undefined || typeof value === 'boolean') {
    throw new TypeError(`A statement was given ${String(value)}, which has no form in the database.`)
  }
}
