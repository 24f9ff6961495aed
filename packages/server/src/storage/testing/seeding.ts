import { Kysely, type RawBuilder, sql } from 'kysely'
import { createPostgresDialect } from '../sql/engine/postgres-driver.ts'
import { createSqliteDialect } from '../sql/engine/sqlite-driver.ts'
import type { Tables } from '../sql/engine/tables.ts'

/** Numbers of seeded rows are below this. */
const billion = 1_000_000_000
/** Coprime to a billion: consecutive rows have distant keys, and no two keys are equal. */
const spread = 387_420_489n

/** The rest of a row is nothing's business: it only has to be as long as it usually is. */
export type Columns<Table> = { [Name in keyof Table]: RawBuilder<unknown> | string | number | null }

/** The number of the row that is being made. */
export const i: RawBuilder<unknown> = sql`i`

/** A number in nine digits, so that texts sort as numbers do. */
export const ordered = (number: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`substr(cast(${sql.lit(billion)} + ${number} as text), 2)`

export const orderedText = (number: number): string => String(number).padStart(9, '0')

/** A different number for each row, in nine digits; neighbors have distant numbers. */
export const scattered: RawBuilder<unknown> = ordered(
  sql`(cast(i as bigint) * ${sql.lit(Number(spread))}) % ${sql.lit(billion)}`,
)

export const scatteredNumber = (index: number): string =>
  String((BigInt(index) * spread) % BigInt(billion)).padStart(9, '0')

/** The rows to make: `i` from 0 up. */
export const numbersTo = (count: number): RawBuilder<unknown> =>
  sql`with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${sql.lit(count - 1)})`

export interface Seeding {
  readonly isSqlite: boolean
  /** A row for each of `numbers`, a common table expression with a column `i`. */
  fill<Name extends keyof Tables>(
    table: Name,
    numbers: RawBuilder<unknown>,
    columns: Columns<Tables[Name]>,
  ): Promise<unknown>
  close(): Promise<void>
}

/** Puts a great many rows into a database at once: an SQLite file, or a PostgreSQL address. Its schema has to be there. */
export async function openSeeding(database: string): Promise<Seeding> {
  const isSqlite = !database.startsWith('postgres')
  const dialect = isSqlite
    ? createSqliteDialect({ path: database })
    : createPostgresDialect({ url: database, maxConnections: 1, answerWithinMs: null, preparedStatements: false })
        .dialect
  const db = new Kysely<Tables>({ dialect })
  const run = (text: string) => sql.raw(text).execute(db)
  const [verb, settings] = isSqlite ? ['pragma', hasty.sqlite] : ['set', hasty.postgres]
  for (const [name, value] of Object.entries(settings)) await run(`${verb} ${name} = ${value}`)
  return {
    isSqlite,
    fill(table, numbers, columns) {
      const names = Object.keys(columns)
      const values = names.map((name) => {
        const value = columns[name as keyof typeof columns]
        return typeof value === 'object' && value !== null ? value : sql.lit(value)
      })
      return sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        ${numbers} select ${sql.join(values)} from numbers`.execute(db)
    },
    async close() {
      // What autovacuum would do before long, and not in the middle of a measurement.
      if (!isSqlite) await run('vacuum analyze')
      await db.destroy()
    },
  }
}

/** Seeds may be lost in a crash, and have no dangling references. */
const hasty = {
  sqlite: { synchronous: 'off', foreign_keys: 'off', cache_size: -400_000 },
  postgres: { synchronous_commit: 'off', session_replication_role: 'replica' },
}
