import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../core/clock-and-random.ts'
import type { Tables } from '../sql/engine/tables.ts'
import { SchemaError } from '../storage-error.ts'
import { columnTypes, type Migration } from './migration.ts'

export interface MigrateOptions {
  engine: 'sqlite' | 'postgres'
  clock: Clock
  migrations: readonly Migration[]
  /** Called and awaited before each statement, inside the migration's transaction. */
  onMigrationStep?: (migration: string, index: number) => Promise<void>
}

/**
 * Brings the schema up to the code, one transaction a migration. The engine's own lock keeps other processes out:
 * the write lock of `BEGIN IMMEDIATE` on SQLite, a table lock on PostgreSQL.
 */
export async function migrate(db: Kysely<Tables>, options: MigrateOptions): Promise<void> {
  if (await hasMigrationsTable(db, options.engine)) {
    if (pending(await applied(db), options).length === 0) return
  } else {
    await createMigrationsTable(db, options.engine)
  }
  while (await applyNext(db, options));
}

/** Refuses a schema that is not exactly the code's, and changes nothing. */
export async function assertMigrated(db: Kysely<Tables>, options: MigrateOptions): Promise<void> {
  assertComplete((await hasMigrationsTable(db, options.engine)) ? await applied(db) : new Map(), options)
}

/** The same, of migrations by name with their checksums as they were read. */
export function assertComplete(
  done: ReadonlyMap<string, string>,
  options: Pick<MigrateOptions, 'engine' | 'migrations'>,
): void {
  const [next] = pending(done, options)
  if (next) throw new SchemaError(`The database lacks migration ${next.name}, and migrating was turned off.`)
}

async function applyNext(db: Kysely<Tables>, options: MigrateOptions): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (options.engine === 'postgres') {
      await sql`lock table schema_migrations in access exclusive mode`.execute(trx)
    }
    const [next] = pending(await applied(trx), options)
    if (!next) return false
    const statements = next.statements(columnTypes[options.engine])
    for (const [index, statement] of statements.entries()) {
      await options.onMigrationStep?.(next.name, index)
      await sql.raw(statement).execute(trx)
    }
    await trx
      .insertInto('schema_migrations')
      .values({ name: next.name, checksum: checksum(next, options), applied_at: options.clock.now() })
      .execute()
    return true
  })
}

/** The migrations still to come, after checking that the applied ones are a beginning of ours, unchanged. */
function pending(
  done: ReadonlyMap<string, string>,
  options: Pick<MigrateOptions, 'engine' | 'migrations'>,
): Migration[] {
  const known = new Set(options.migrations.map((migration) => migration.name))
  for (const name of done.keys()) {
    if (!known.has(name)) {
      throw new SchemaError(
        `The database holds migration ${name}, which this version does not know: a newer version has written it.`,
      )
    }
  }
  const missing = options.migrations.filter((migration) => !done.has(migration.name))
  for (const migration of options.migrations) {
    const stored = done.get(migration.name)
    if (stored !== undefined && stored !== checksum(migration, options)) {
      throw new SchemaError(`Migration ${migration.name} was changed after it had been applied.`)
    }
  }
  const gap = missing.find((migration, index) => migration !== options.migrations[done.size + index])
  if (gap) throw new SchemaError(`Migration ${gap.name} is missing although later ones were applied.`)
  return missing
}

async function applied(db: Kysely<Tables>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('schema_migrations').select(['name', 'checksum']).execute()
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function hasMigrationsTable(db: Kysely<Tables>, engine: MigrateOptions['engine']): Promise<boolean> {
  const query =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'`
      : sql`select 1 where to_regclass('schema_migrations') is not null`
  const { rows } = await query.execute(db)
  return rows.length > 0
}

async function createMigrationsTable(db: Kysely<Tables>, engine: MigrateOptions['engine']): Promise<void> {
  const { text, bigint } = columnTypes[engine]
  const create = sql.raw(`create table if not exists schema_migrations (
    name ${text} not null primary key,
    checksum ${text} not null,
    applied_at ${bigint} not null
  )`)
  try {
    await create.execute(db)
  } catch (error) {
    // On PostgreSQL `if not exists` does not hold against another session that creates it at the same moment.
    if (!(await hasMigrationsTable(db, engine))) throw error
  }
}

function checksum(migration: Migration, options: Pick<MigrateOptions, 'engine'>): string {
  const text = migration.statements(columnTypes[options.engine]).join(';\n')
  return createHash('sha256').update(text).digest('hex')
}
