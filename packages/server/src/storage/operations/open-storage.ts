import { closeSync, openSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Clock } from '../../core/clock-and-random.ts'
import type { MigrateOptions } from '../migrations/migrate.ts'
import { assertMigrated, migrate } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import { migrations } from '../migrations/migrations.ts'
import { createPostgresDialect, postgresEngine } from '../sql/engine/postgres-driver.ts'
import { createSqliteDatabase } from '../sql/engine/sqlite-driver.ts'
import { sqliteEngine } from '../sql/engine/sqlite-errors.ts'
import type { Tables } from '../sql/engine/tables.ts'
import { createSqlStorage } from '../sql/sql-storage.ts'
import type { Storage } from '../storage.ts'

export interface OpenOptions {
  /** False: a schema that is not the code's is refused instead of brought up. */
  migrate?: boolean
  /** Only dates the migrations. */
  clock?: Clock
  /** Other steps than the built-in ones. */
  migrations?: readonly Migration[]
  /** For showing progress: told before each statement of a migration, inside its transaction, and awaited. */
  onMigrationStep?: MigrateOptions['onMigrationStep']
}

export interface OpenSqliteOptions extends OpenOptions {
  /** A file, or `:memory:`. */
  path: string
  /** False: a file that is not there is an error (`ENOENT`) instead of a new database. */
  create?: boolean
  /** Called for every statement, `begin` and `commit` included, so that tests can count the statements of a call. */
  onStatement?: (sql: string) => void
}

/**
 * @example
 * const storage = await openSqlite({ path: 'data/latchkey.db' })
 */
export async function openSqlite(options: OpenSqliteOptions): Promise<Storage> {
  const { path, onStatement } = options
  // The file holds hashes and sealed keys: for its owner alone. SQLite gives its log the same mode.
  if (path !== ':memory:') closeSync(openSync(path, options.create === false ? 'r+' : 'a', 0o600))
  const database = createSqliteDatabase({ path, onStatement })
  const db = new Kysely<Tables>({ dialect: database.dialect })
  try {
    await prepareSchema(db, 'sqlite', options)
  } catch (error) {
    await db.destroy()
    throw sqliteEngine.translate(error)
  }
  return createSqlStorage(db, sqliteEngine, database)
}

export interface OpenPostgresOptions extends OpenOptions {
  /** `postgres://user:password@host:port/database` */
  url: string
  maxConnections?: number
  /** False behind a pooler that hands every transaction another connection and does not know prepared statements. */
  preparedStatements?: boolean
  /**
   * The longest that a caller waits for a statement; a call that has done other work before waits for less. Null:
   * without a limit, for tests whose machine may be slow.
   *
   * @default 2500
   */
  answerWithinMs?: number | null
}

/**
 * @example
 * const storage = await openPostgres({ url: 'postgres://latchkey@localhost/latchkey' })
 */
export async function openPostgres(options: OpenPostgresOptions): Promise<Storage> {
  const { url, maxConnections = 10, preparedStatements = true, answerWithinMs = 2_500 } = options
  // A migration may take its time, and may have to wait for another process that migrates.
  const patient = createPostgresDialect({ url, maxConnections: 1, answerWithinMs: null, preparedStatements: false })
  const migrating = new Kysely<Tables>({ dialect: patient.dialect })
  try {
    await prepareSchema(migrating, 'postgres', options)
  } catch (error) {
    throw postgresEngine.translate(error)
  } finally {
    await migrating.destroy()
  }
  const { dialect, usage } = createPostgresDialect({ url, maxConnections, answerWithinMs, preparedStatements })
  const storage = createSqlStorage(new Kysely<Tables>({ dialect }), postgresEngine)
  return { ...storage, poolUsage: usage }
}

async function prepareSchema(db: Kysely<Tables>, engine: 'sqlite' | 'postgres', options: OpenOptions): Promise<void> {
  const settings: MigrateOptions = {
    engine,
    clock: options.clock ?? { now: Date.now },
    migrations: options.migrations ?? migrations,
    onMigrationStep: options.onMigrationStep,
  }
  if (options.migrate === false) await assertMigrated(db, settings)
  else await migrate(db, settings)
}
