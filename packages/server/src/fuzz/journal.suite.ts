import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openPostgres, openSqlite } from '../storage/operations/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createReadyDatabase } from '../storage/testing/test-database.ts'
import { dumpPostgres, dumpSqlite } from '../testing/at-rest.suite.ts'
import type { Engine } from '../testing/harness.ts'

/** One row that a committed transaction has written. */
export interface Change {
  table: string
  verb: 'insert' | 'update' | 'delete'
  /** Of an update: the columns that have another value now. */
  columns: string[]
  /** Whose row it is, where it is somebody's. */
  userId: string
  /** How a count of wrong secrets moved. */
  delta: number
}

export interface FuzzStorage {
  storage: Storage
  /** What was committed since the last look. */
  look(): Change[]
  /** Everything that is at rest. */
  atRest(): Promise<string>
  close(): Promise<void>
}

/** A storage, and a second pair of eyes on its file that sees every row that changes. */
export interface JournaledStorage extends FuzzStorage {
  count(sql: string): number
}

/** Counters, the audit log and what is written beside them: a refused request may leave its mark there, and only there. */
const uncounted = new Set(['limits', 'audit', 'leases', 'events', 'schema_migrations', 'fuzz_journal'])
const counters: Record<string, readonly string[]> = {
  one_time: ['attempts', 'mismatches', 'voided_at'],
  sessions: ['last_accessed_at'],
  users: ['updated_at'],
  secret_keys: ['last_used_at'],
}
const owner: Record<string, string> = { users: 'id', sessions: 'subject_id' }

/** Of PostgreSQL nobody watches the rows: there it is tried whether it takes what the other takes. */
export async function openFuzzStorage(engine: Engine): Promise<FuzzStorage> {
  if (engine === 'sqlite') return openJournaled()
  const url = await createReadyDatabase()
  const storage = await openPostgres({ url, answerWithinMs: null })
  return { storage, look: () => [], atRest: () => dumpPostgres(url), close: () => storage.close() }
}

export async function openJournaled(): Promise<JournaledStorage> {
  const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'latchkey-fuzz-'))
  const path = join(directory, 'data.sqlite')
  const storage = await openSqlite({ path })
  const eyes = new DatabaseSync(path)
  eyes.exec(
    'create table fuzz_journal (seq integer primary key, row_of text, verb text, names text, owner text, delta integer)',
  )
  const tables = eyes.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  for (const { name } of tables) if (!uncounted.has(name)) watch(eyes, name)
  const read = eyes.prepare('select * from fuzz_journal where seq > ? order by seq')
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
        userId: row.owner ?? '',
        delta: row.delta,
      }))
    },
    // The files as they are, and the rows.
    atRest: async () =>
      `${readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), 'latin1'))
        .join('\n')}\n${dumpSqlite(path)}`,
    count: (sql) => Object.values(eyes.prepare(sql).get() as Record<string, number>)[0] ?? 0,
    async close() {
      eyes.close()
      await storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Triggers are part of the transaction they watch: what is rolled back is not seen, and nothing else is missed. */
function watch(eyes: InstanceType<typeof DatabaseSync>, table: string): void {
  const all = (eyes.prepare(`pragma table_info(${table})`).all() as { name: string }[]).map(({ name }) => name)
  const columns = all.filter((name) => !counters[table]?.includes(name))
  const named = owner[table] ?? (all.includes('user_id') ? 'user_id' : null)
  const whose = (row: string) => (named === null ? "''" : `${row}.${named}`)
  const count = (sign: string, row: string) => (table === 'lockouts' ? `${sign}${row}.consecutive` : '0')
  const moved = columns
    .map((name) => `case when old.${name} is not new.${name} then ' ${name}' else '' end`)
    .join(' || ')
  const differs = columns.map((name) => `old.${name} is not new.${name}`).join(' or ')
  const note = (verb: string, names: string, row: string, delta: string) =>
    `begin insert into fuzz_journal (row_of, verb, names, owner, delta)
     values ('${table}', '${verb}', ${names}, ${whose(row)}, ${delta}); end`
  eyes.exec(`create trigger fuzz_i_${table} after insert on ${table} ${note('insert', "''", 'new', count('', 'new'))}`)
  eyes.exec(`create trigger fuzz_d_${table} after delete on ${table} ${note('delete', "''", 'old', count('-', 'old'))}`)
  const delta = table === 'lockouts' ? 'new.consecutive - old.consecutive' : '0'
  eyes.exec(
    `create trigger fuzz_u_${table} after update on ${table} when ${differs} ${note('update', moved, 'new', delta)}`,
  )
}
