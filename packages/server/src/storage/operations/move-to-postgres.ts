import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import pg from 'pg'
import type { Clock } from '../../core/clock-and-random.ts'
import { OperationRefusedError } from '../storage-error.ts'
import { openPostgres } from './open-storage.ts'
import { assertSqliteSchema, type SqliteTable, sqliteTables, takeSqliteFile } from './sqlite-file.ts'
import { type Cell, createDigester, type TableDigest } from './table-digest.ts'

export interface MoveOptions {
  /** The SQLite file. It must not be open, and is locked during the move. */
  from: string
  /** `postgres://user:password@host:port/database`, empty. */
  to: string
  /** For the time at which migrations were applied. */
  clock?: Clock
  /** Called for each table after its copy was compared with the source. */
  onTable?: (table: TableDigest) => void
}

const batchRows = 500
const INT8 = 20
const INT4 = 23

/**
 * Copies every row of a stopped SQLite database into an empty PostgreSQL database, in one transaction. It reads the copy
 * back, compares count and hash with the source, and commits only if they are equal. The source does not change.
 */
export async function moveToPostgres(options: MoveOptions): Promise<TableDigest[]> {
  const source = takeSqliteFile(options.from)
  try {
    assertSqliteSchema(source.db)
    const tables = sqliteTables(source.db)
    const target = await connect(options.to)
    try {
      await assertEmpty(target, tables)
      const { url, clock } = { url: options.to, clock: options.clock }
      await (await openPostgres({ url, ...(clock ? { clock } : {}), maxConnections: 1 })).close()
      await target.query('begin')
      const names = tables.map(({ name }) => quoted(name)).join(', ')
      await target.query(`lock table ${names} in access exclusive mode`)
      // Checked again, because no other process can write now.
      await assertEmpty(target, tables)
      const moved: TableDigest[] = []
      for (const table of tables) {
        const digest = await moveTable(source.db, target, table)
        moved.push(digest)
        options.onTable?.(digest)
      }
      await target.query('commit')
      return moved
    } finally {
      await target.end()
    }
  } finally {
    source.release()
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, types: { getTypeParser } })
  // Without a listener the event ends the process. The current statement fails in any case.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show server_encoding')
    if (rows[0]?.server_encoding === 'UTF8') return client
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
    throw new OperationRefusedError(`The PostgreSQL database cannot be opened: ${reason}.`, { cause: error })
  }
  await client.end()
  throw new OperationRefusedError('The PostgreSQL database does not keep text as UTF-8; make one with ENCODING UTF8.')
}

/** As bigint, because 64 bits do not fit into a number. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 || oid === INT4) return BigInt
  return format === undefined ? pg.types.getTypeParser(oid) : pg.types.getTypeParser(oid, format as 'text')
}

async function assertEmpty(target: pg.Client, tables: readonly SqliteTable[]): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
     and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`,
  )
  const found = new Set(rows.map(({ name }) => name))
  const known = new Set([...tables.map(({ name }) => name), 'schema_migrations'])
  const unknownTable = [...found].find((name) => !known.has(name))
  if (unknownTable !== undefined)
    throw new OperationRefusedError(`The PostgreSQL database is not empty: it has an unknown table, ${unknownTable}.`)
  for (const { name } of tables.filter((table) => found.has(table.name))) {
    const { rowCount } = await target.query(`select 1 from ${quoted(name)} limit 1`)
    if (rowCount) throw new OperationRefusedError(`The PostgreSQL database is not empty: ${name} has rows.`)
  }
}

async function moveTable(db: DatabaseSyncInstance, target: pg.Client, table: SqliteTable): Promise<TableDigest> {
  const types = await columnTypes(target, table)
  const read = createDigester(table.name)
  let batch: Cell[][] = []
  for (const row of readSqlite(db, table)) {
    const cells = table.columns.map((column, index) => fitting(table.name, column, types[index] ?? '', row[index]))
    read.add(cells)
    batch.push(cells)
    if (batch.length < batchRows) continue
    await insert(target, table, types, batch)
    batch = []
  }
  if (batch.length > 0) await insert(target, table, types, batch)
  const from = read.digest()
  const to = await digestPostgres(target, table)
  if (from.rows !== to.rows || from.sha256 !== to.sha256)
    throw new Error(`${table.name} was not read back as it was written; nothing was moved.`)
  return to
}

/** The column types of a PostgreSQL table in the order of the SQLite columns. Throws if one side lacks a column. */
async function columnTypes(target: pg.Client, { name, columns }: SqliteTable): Promise<string[]> {
  const { rows } = await target.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1`,
    [name],
  )
  const types = new Map(rows.map((row) => [row.name, row.type]))
  if (types.size !== columns.length || columns.some((column) => !types.has(column)))
    throw new Error(`${name} has other columns on PostgreSQL than on SQLite.`)
  return columns.map((column) => types.get(column) ?? '')
}

function* readSqlite(db: DatabaseSyncInstance, { name, columns, key }: SqliteTable): Generator<unknown[]> {
  const select = db.prepare(`select ${columns.map(quoted).join()} from ${quoted(name)} order by ${keyOf(columns, key)}`)
  select.setReadBigInts(true)
  select.setReturnArrays(true)
  yield* select.iterate() as Iterable<unknown[]>
}

const bounds: Readonly<Record<string, bigint>> = { integer: 2n ** 31n, bigint: 2n ** 63n }

/** SQLite stores any value. The error of PostgreSQL for a wrong value would not name its row. */
function fitting(table: string, column: string, type: string, cell: unknown): Cell {
  if (cell === null) return null
  if (type === 'text' && typeof cell === 'string' && !cell.includes('\0')) return cell
  const bound = bounds[type]
  if (bound !== undefined && typeof cell === 'bigint' && cell < bound && cell >= -bound) return cell
  throw new OperationRefusedError(`${table}.${column} contains a value that is not of type ${type}; nothing was moved.`)
}

async function insert(
  target: pg.Client,
  { name, columns }: SqliteTable,
  types: readonly string[],
  rows: readonly Cell[][],
): Promise<void> {
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join()
  const values = columns.map((_, index) => rows.map((row) => textOf(row[index] ?? null)))
  const list = columns.map(quoted).join()
  await target.query(`insert into ${quoted(name)} (${list}) select * from unnest(${arrays})`, values)
}

function textOf(cell: Cell): string | null {
  return typeof cell === 'bigint' ? String(cell) : cell
}

async function digestPostgres(target: pg.Client, { name, columns, key }: SqliteTable): Promise<TableDigest> {
  const digester = createDigester(name)
  const select = `select ${columns.map(quoted).join()} from ${quoted(name)} order by ${keyOf(columns, key)}`
  await target.query(`declare moved no scroll cursor for ${select}`)
  for (;;) {
    const { rows } = await target.query<Cell[]>({ text: `fetch ${batchRows} from moved`, rowMode: 'array' })
    for (const row of rows) digester.add(row)
    if (rows.length < batchRows) break
  }
  await target.query('close moved')
  return digester.digest()
}

/** Both engines compare these columns byte by byte: SQLite always does, PostgreSQL by the collation of the columns. */
function keyOf(columns: readonly string[], key: readonly string[]): string {
  return (key.length > 0 ? key : columns).map(quoted).join()
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
