import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { openPostgres, openSqlite } from '../storage/operations/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createReadyDatabase } from '../storage/testing/test-database.ts'
import { dumpPostgres, dumpSqlite } from '../testing/at-rest.suite.ts'
import type { Engine } from '../testing/harness.ts'

/** A row that a committed transaction has written. */
export interface Change {
  table: string
  verb: 'insert' | 'update' | 'delete'
  /** The changed columns of an update. */
  columns: string[]
  /** The user to whom the row belongs, or empty. */
  accountId: string
  /** The change of a count of wrong secrets. */
  delta: number
}

export interface FuzzStorage {
  storage: Storage
  /** The changes committed since the last call. */
  look(): Change[]
  /** All stored data as text. */
  atRest(): Promise<string>
  /** The rows in which one of the ids is stored, by table. */
  rowsWith(ids: readonly string[]): Promise<Record<string, string[]>>
  close(): Promise<void>
}

/** A storage with a second connection to its file that records every changed row. */
export interface JournaledStorage extends FuzzStorage {
  count(sql: string): number
}

/** Counters, the audit log and related tables: the only ones that a rejected request may change. */
const uncounted = new Set(['limits', 'audit', 'leases', 'events', 'schema_migrations', 'fuzz_journal'])
const counters: Record<string, readonly string[]> = {
  one_time: ['attempts', 'mismatches', 'voided_at'],
  sessions: ['last_accessed_at'],
  users: ['updated_at'],
  secret_keys: ['last_used_at'],
}
const owner: Record<string, string> = { users: 'id', sessions: 'subject_id' }

/** PostgreSQL has no journal of changes. */
export async function openFuzzStorage(engine: Engine): Promise<FuzzStorage> {
  if (engine === 'sqlite') return openJournaled()
  const url = await createReadyDatabase()
  const storage = await openPostgres({ url, answerWithinMs: null })
  const observer = new pg.Client({ connectionString: url })
  await observer.connect()
  const { rows } = await observer.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const tables = rows.map(({ name }) => name).filter((name) => !uncounted.has(name))
  const all = tables
    .map((name) => `select '${name}' as name, to_json(t)::text as row from "${name}" as t`)
    .join(' union all ')
  return {
    storage,
    look: () => [],
    atRest: () => dumpPostgres(url),
    async rowsWith(ids) {
      const found = await observer.query<StoredRow>(`select * from (${all}) as rows where row ~ $1`, [anyOf(ids)])
      return byTable(found.rows)
    },
    async close() {
      await observer.end()
      await storage.close()
    },
  }
}

/** One id can be the start of another one. */
const anyOf = (ids: readonly string[]): string => `(${ids.join('|')})(?![a-z0-9-])`

interface StoredRow {
  name: string
  row: string
}

function byTable(rows: readonly StoredRow[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { name, row } of rows) found[name] = [...(found[name] ?? []), withoutCounters(name, row)].sort()
  return found
}

/** Without the columns that any request may change. */
function withoutCounters(table: string, row: string): string {
  const names = counters[table] ?? []
  return JSON.stringify(Object.entries(Object(JSON.parse(row))).filter(([name]) => !names.includes(name)))
}

export async function openJournaled(): Promise<JournaledStorage> {
  const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'latchkey-fuzz-'))
  const path = join(directory, 'data.sqlite')
  const storage = await openSqlite({ path })
  const observer = new DatabaseSync(path)
  observer.exec(
    'create table fuzz_journal (seq integer primary key, row_of text, verb text, names text, owner text, delta integer)',
  )
  const tables = observer.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  const watched = tables
    .filter(({ name }) => !uncounted.has(name))
    .map(({ name }) => ({ name, select: observer.prepare(`select * from "${name}"`) }))
  for (const { name } of watched) watch(observer, name)
  const read = observer.prepare('select * from fuzz_journal where seq > ? order by seq')
  let seen = 0
  return {
    storage,
    look() {
      const rows = read.all(seen) as {
        seq: number
        row_of: string
        verb: string
        names: string
        owner: string | null
        delta: number
      }[]
      seen = rows.at(-1)?.seq ?? seen
      return rows.map((row) => ({
        table: row.row_of,
        verb: row.verb as Change['verb'],
        columns: row.names.split(' ').filter((name) => name !== ''),
        accountId: row.owner ?? '',
        delta: row.delta,
      }))
    },
    // The raw files, and the rows.
    atRest: async () =>
      `${readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), 'latin1'))
        .join('\n')}\n${dumpSqlite(path)}`,
    async rowsWith(ids) {
      const rows = watched.flatMap(({ name, select }) =>
        select.all().map((row): StoredRow => ({ name, row: JSON.stringify(row) })),
      )
      const pattern = new RegExp(anyOf(ids))
      return byTable(rows.filter(({ row }) => pattern.test(row)))
    },
    count: (sql) => Object.values(observer.prepare(sql).get() as Record<string, number>)[0] ?? 0,
    async close() {
      observer.close()
      await storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Triggers run in the transaction that they observe, so they record exactly the committed changes. */
function watch(observer: InstanceType<typeof DatabaseSync>, table: string): void {
  const all = (observer.prepare(`pragma table_info(${table})`).all() as { name: string }[]).map(({ name }) => name)
  const columns = all.filter((name) => !counters[table]?.includes(name))
  const named = owner[table] ?? (all.includes('user_id') ? 'user_id' : null)
  const ownerColumn = (row: string) => (named === null ? "''" : `${row}.${named}`)
  const count = (sign: string, row: string) => (table === 'lockouts' ? `${sign}${row}.consecutive` : '0')
  const moved = columns
    .map((name) => `case when old.${name} is not new.${name} then ' ${name}' else '' end`)
    .join(' || ')
  const differs = columns.map((name) => `old.${name} is not new.${name}`).join(' or ')
  const note = (verb: string, names: string, row: string, delta: string) =>
    `begin insert into fuzz_journal (row_of, verb, names, owner, delta)
     values ('${table}', '${verb}', ${names}, ${ownerColumn(row)}, ${delta}); end`
  observer.exec(
    `create trigger fuzz_i_${table} after insert on ${table} ${note('insert', "''", 'new', count('', 'new'))}`,
  )
  observer.exec(
    `create trigger fuzz_d_${table} after delete on ${table} ${note('delete', "''", 'old', count('-', 'old'))}`,
  )
  const delta = table === 'lockouts' ? 'new.consecutive - old.consecutive' : '0'
  observer.exec(
    `create trigger fuzz_u_${table} after update on ${table} when ${differs} ${note('update', moved, 'new', delta)}`,
  )
}
