import { closeSync, openSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Clock } from '../../core/clock-and-random.ts'
import type { MigrateOptions } from '../migrations/migrate.ts'
import { assertMigrated, migrate } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import { migrations } from '../migrations/migrations.ts'
import { createSqliteDatabase } from '../sql/engine/sqlite-driver.ts'
import { sqliteEngine } from '../sql/engine/sqlite-errors.ts'
import type { Tables } from '../sql/engine/tables.ts'
import { createSqlStorage } from '../sql/sql-storage.ts'
import type { Storage } from '../storage.ts'

export interface OpenOptions {
  /** False: an older schema is an error instead of being migrated. */
  migrate?: boolean
  /** For the time at which migrations were applied. */
  clock?: Clock
  /** Replaces the built-in migrations. */
  migrations?: readonly Migration[]
  /** Reports progress: called and awaited before each statement of a migration, inside its transaction. */
  onMigrationStep?: MigrateOptions['onMigrationStep']
}

export interface OpenSqliteOptions extends OpenOptions {
  /** A file, or `:memory:`. */
  path: string
  /** False: a missing file is an error (`ENOENT`) instead of a new database. */
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
  // Readable by its owner only: the file has hashes and sealed keys. SQLite gives its log the same mode.
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
  /** False behind a pooler that gives each transaction another connection and does not support prepared statements. */
  preparedStatements?: boolean
  /**
   * The time limit of a statement in milliseconds. A call that has used part of its own time gets less. Null: no limit,
   * for tests on slow machines.
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
  // Programs that use SQLite do not load the driver.
  const { createPostgresDialect, postgresEngine } = await import('../sql/engine/postgres-driver.ts')
  // No time limit: a migration may be long, or wait for another process that migrates.
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
