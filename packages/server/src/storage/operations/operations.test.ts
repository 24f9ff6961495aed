import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishRestore } from '../../admin/finish-restore.ts'
import { sealAudit, verifyAuditChain } from '../../audit/sealer.ts'
import { allProven, type EquippedUser, equip, proveAll } from '../../testing/equipped-user.suite.ts'
import { createHarness, type Harness } from '../../testing/harness.ts'
import { columnTypes } from '../migrations/migration.ts'
import { migrations } from '../migrations/migrations.ts'
import { projectRealm } from '../realm.ts'
import type { Storage } from '../storage.ts'
import { sampleAccount } from '../testing/sample.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { backUpSqlite } from './back-up-sqlite.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { openPostgres, openSqlite } from './open-storage.ts'
import { restoreSqlite } from './restore-sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-operations-'))
const random = { bytes: (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length)) }
const oddName = 'Zoë "the\\quick" \u{1f511}\n\t\u202e,{}'
/** More than a number holds, and more than 32 bits. */
const largest = 9_223_372_036_854_775_807n

/** The file of a stopped provider with one user who has every kind of credential. */
let stopped: string
let ada: EquippedUser
let openLink: string

/** Files are copied before they are taken: a connection of this process lives until it is collected. */
let copies = 0
function copyOf(path: string): string {
  copies += 1
  const copy = join(folder, `copy-${copies}.db`)
  copyFileSync(path, copy)
  return copy
}

function change(path: string, ...statements: string[]): void {
  const db = new DatabaseSync(path)
  for (const statement of [...statements, 'pragma wal_checkpoint(truncate)']) db.exec(statement)
  db.close()
}

beforeAll(async () => {
  const path = join(folder, 'latchkey.db')
  const storage = await openSqlite({ path })
  const harness = await createHarness(storage)
  ada = await equip(harness)
  await harness.call('POST', '/otps/email/login_or_create', { email: 'eve@example.com' })
  await harness.lastMessage('eve@example.com')
  await harness.call('POST', '/magic_links/email/login_or_create', { email: 'bob@example.com' })
  openLink = (await harness.lastMessage('bob@example.com')).links[0] ?? ''
  const odd = sampleAccount(harness.project.id, { name: { first_name: oddName, middle_name: '', last_name: '' } })
  await storage.accounts.insert({ ...odd, untrustedMetadata: { deep: [{ a: null, b: 1.5, c: oddName }] } })
  await storage.lockouts.countGuess(harness.project.id, 'odd', { threshold: 1, baseMs: 1, maxMs: 1, hardCap: 1 }, 5)
  await storage.events.insert(
    Array.from({ length: 1_203 }, (_, index) => ({
      ...{ projectId: harness.project.id, id: `event-${index}`, name: 'sample', details: { index } },
      createdAt: index,
    })),
  )
  while ((await sealAudit(storage, harness.clock, 'test')) > 0);
  await storage.close()
  stopped = path
  change(stopped, `update events set created_at = ${largest} where id = 'event-7'`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The number of users that another process finds in the file and its write-ahead log. */
function countUsers(path: string): { isWhole: boolean; users: number } {
  const copy = copyOf(path)
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  const db = new DatabaseSync(copy)
  try {
    const isWhole = db.prepare('pragma integrity_check').get()?.integrity_check === 'ok'
    return { isWhole, users: Number(db.prepare('select count(*) as n from users').get()?.n) }
  } finally {
    db.close()
  }
}

/** A provider on a store that was moved or restored; its users belong to another project than its own. */
async function serveOn(storage: Storage): Promise<Harness> {
  const harness = await createHarness(storage)
  harness.clock.advance(180_000)
  return harness
}

/** What a provider makes of a link that was mailed before. */
async function follow(harness: Harness, link: string): Promise<string> {
  const body = { token: new URL(link).searchParams.get('token'), session_duration_minutes: 30 }
  return (await harness.call('POST', '/magic_links/authenticate', body, { project: ada.project })).outcome
}

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const rowsOf = (url: string, table: string): Promise<number> =>
  onPostgres(url, async (client) => Number((await client.query(`select count(*) as n from ${table}`)).rows[0].n))

describe('a stopped SQLite database', () => {
  it('moves to PostgreSQL completely, and the provider continues there', async () => {
    const url = await createTestDatabase()
    const told: string[] = []
    const source = copyOf(stopped)
    const moved = await moveToPostgres({ from: source, to: url, onTable: ({ table }) => void told.push(table) })
    // Whatever the migrations make is moved; nothing has to remember to add a table anywhere.
    const made = new Set<string>()
    for (const text of migrations.flatMap(({ statements }) => statements(columnTypes.sqlite))) {
      const [, verb, table = ''] = /^(create|drop) table (\w+)/.exec(text) ?? []
      if (verb === 'create') made.add(table)
      if (verb === 'drop') made.delete(table)
    }
    expect(moved.map(({ table }) => table).sort()).toEqual([...made].sort())
    expect(told).toEqual(moved.map(({ table }) => table))
    const db = new DatabaseSync(stopped, { readOnly: true })
    for (const { table, rows } of moved) {
      expect([table, rows]).toEqual([table, Number(db.prepare(`select count(*) as n from ${table}`).get()?.n)])
      expect([table, await rowsOf(url, table)]).toEqual([table, rows])
    }
    const filled = moved.filter(({ rows }) => rows > 0)
    expect(filled.length).toBeGreaterThanOrEqual(14)
    expect(new Set(filled.map(({ sha256 }) => sha256)).size).toBe(filled.length)
    expect(readFileSync(source).equals(readFileSync(stopped))).toBe(true)
    await onPostgres(url, async (client) => {
      const event = await client.query(`select created_at::text as at from events where id = 'event-7'`)
      expect(event.rows).toEqual([{ at: String(largest) }])
    })

    const storage = await openPostgres({ url, answerWithinMs: null })
    const harness = await serveOn(storage)
    expect(await proveAll(harness, ada)).toEqual(allProven)
    const odd = (await storage.accounts.list(projectRealm(ada.project.id), { limit: 10 })).items.find(
      ({ name }) => name.first_name === oddName,
    )
    expect(odd?.untrustedMetadata).toEqual({ deep: [{ a: null, b: 1.5, c: oddName }] })
    const before = await verifyAuditChain(storage, ada.project.id)
    expect(before).toMatchObject({ intact: true })
    while ((await sealAudit(storage, harness.clock, 'test')) > 0);
    const heads = before.intact && before.head ? [before.head] : []
    expect(await verifyAuditChain(storage, ada.project.id, heads)).toMatchObject({ intact: true, held: heads })
    await storage.close()

    await expect(moveToPostgres({ from: copyOf(stopped), to: url })).rejects.toThrow(/is not empty: \w+ has rows/)
  })

  it('is not moved while it is open or has another schema', async () => {
    const to = await createTestDatabase()
    const path = copyOf(stopped)
    const storage = await openSqlite({ path })
    await storage.ping()
    await expect(moveToPostgres({ from: path, to })).rejects.toMatchObject({
      ...{ code: 'operation_refused', message: `The database at ${path} is in use: stop the provider first.` },
    })
    await storage.close()
    const newer = copyOf(stopped)
    change(newer, `insert into schema_migrations values ('9999-later', 'x', 1)`)
    await expect(moveToPostgres({ from: newer, to })).rejects.toThrow('holds migration 9999-later, which this version')
    const older = copyOf(stopped)
    change(older, `delete from schema_migrations where name = '${migrations.at(-1)?.name}'`)
    await expect(moveToPostgres({ from: older, to })).rejects.toThrow('Bring it up to date first: latchkey migrate.')
    await expect(moveToPostgres({ from: join(folder, 'none.db'), to })).rejects.toThrow('There is no database at')
    writeFileSync(join(folder, 'text.db'), 'no database, although it is long enough to be one of them '.repeat(50))
    await expect(moveToPostgres({ from: join(folder, 'text.db'), to })).rejects.toThrow('is no SQLite database')
    expect(
      await onPostgres(
        to,
        async (client) => (await client.query('select 1 from pg_tables where schemaname = $1', ['public'])).rowCount,
      ),
    ).toBe(0)
  })

  it('leaves no row on PostgreSQL unless all rows were moved unchanged', async () => {
    const strange = await createTestDatabase()
    await onPostgres(strange, (client) => client.query('create table unknown_table (id int)'))
    await expect(moveToPostgres({ from: copyOf(stopped), to: strange })).rejects.toThrow(
      'it has an unknown table, unknown_table',
    )
    const changing = await createTestDatabase()
    await (await openPostgres({ url: changing })).close()
    await onPostgres(changing, (client) =>
      client.query(`create function meddle() returns trigger language plpgsql as $$
        begin new.name = replace(new.name, 'Zo', 'zo'); return new; end $$;
        create trigger meddle before insert on users for each row execute function meddle()`),
    )
    await expect(moveToPostgres({ from: copyOf(stopped), to: changing })).rejects.toThrow(
      'users was not read back as it was written',
    )
    expect(await rowsOf(changing, 'projects')).toBe(0)
    const blob = copyOf(stopped)
    change(blob, `update events set name = x'00ff' where id = 'event-9'`)
    await expect(moveToPostgres({ from: blob, to: await createTestDatabase() })).rejects.toThrow(
      'events.name contains a value that is not of type text; nothing was moved',
    )
    await expect(moveToPostgres({ from: copyOf(stopped), to: 'postgres://unknown@127.0.0.1:1/none' })).rejects.toThrow(
      'cannot be opened',
    )
  })
})

describe('a backup', () => {
  it('is complete, readable by its owner only, never overwrites a file, and users can sign in on it', async () => {
    const source = copyOf(stopped)
    const open = await openSqlite({ path: source })
    const to = join(folder, 'backup.db')
    const backup = backUpSqlite({ from: source, to })
    expect(backup).toMatchObject({ file: to, bytes: statSync(to).size, tables: expect.any(Number) })
    expect([backup.rows > 1_203, statSync(to).mode & 0o777]).toEqual([true, 0o600])
    expect(() => backUpSqlite({ from: source, to })).toThrow('already exists')
    expect(() => backUpSqlite({ from: source, to: join(folder, 'no', 'where.db') })).toThrow('cannot be written')
    await open.close()
    const restored = join(folder, 'kept.db')
    await restoreSqlite({ from: to, to: restored, prepare: async () => {} })
    const storage = await openSqlite({ path: restored })
    const harness = await serveOn(storage)
    expect(await proveAll(harness, ada)).toEqual(allProven)
    expect(await follow(harness, openLink)).toBe('200')
    await storage.close()
    expect(readdirSync(folder).filter((name) => /part|restoring/.test(name))).toEqual([])
  })

  it('that replaces a SQLite database ends sessions and secrets that may have ended since, and is audited (F20)', async () => {
    const path = copyOf(stopped)
    const backup = join(folder, 'hour-old.db')
    backUpSqlite({ from: path, to: backup })
    const aside = `${path}.before`
    await expect(restoreSqlite({ from: backup, to: path, prepare: async () => {} })).rejects.toThrow('with --replace')
    const { prepared: settled, putAside } = await restoreSqlite({
      ...{ from: backup, to: path, aside },
      prepare: (storage) =>
        finishRestore({ storage, clock: { now: () => 1_800_000_000_000 }, random }, { operator: 'cli:test' }),
    })
    expect(settled).toMatchObject({ sessions: 1, secrets: expect.any(Number), grants: 0 })
    expect(settled.secrets).toBeGreaterThanOrEqual(2)
    expect(readFileSync(aside).length).toBeGreaterThan(0)
    expect(putAside).toEqual([aside])
    const storage = await openSqlite({ path })
    const harness = await serveOn(storage)
    expect(await proveAll(harness, ada)).toEqual({ ...allProven, session: 'session_not_found' })
    expect(await follow(harness, openLink)).toBe('unable_to_auth_magic_link')
    expect(await storage.outbox.lease({ now: harness.clock.now(), leaseMs: 1, limit: 9 })).toEqual([])
    while ((await sealAudit(storage, harness.clock, 'test')) > 0);
    expect(await verifyAuditChain(storage, ada.project.id)).toMatchObject({ intact: true })
    const events = (await storage.audit.list(ada.project.id, { afterSeq: 0, limit: 500 })).map(({ event }) => event)
    expect(events).toContain('database_restore')
    await storage.close()
  })

  it('ignores the write-ahead log of the database that it replaces', async () => {
    const source = copyOf(stopped)
    const backup = join(folder, 'before-the-inserts.db')
    const target = join(folder, 'emptied.db')
    const live = await openSqlite({ path: source })
    backUpSqlite({ from: source, to: backup })
    for (let index = 0; index < 100; index += 1) await live.accounts.insert(sampleAccount(ada.project.id))
    // The files of a killed provider after an operator removed only the database.
    for (const log of ['-wal', '-shm']) copyFileSync(`${source}${log}`, `${target}${log}`)
    await live.close()
    const log = readFileSync(`${target}-wal`)
    expect(log.length).toBeGreaterThan(0)
    const first = await restoreSqlite({ from: backup, to: target, prepare: async () => {} })
    expect(first.putAside).toEqual([`${target}-wal.left`])
    expect(countUsers(target)).toEqual({ isWhole: true, users: countUsers(backup).users })
    expect(readFileSync(`${target}-wal.left`).equals(log)).toBe(true)
    // A second one does not overwrite the first.
    rmSync(target)
    writeFileSync(`${target}-wal`, log)
    const second = await restoreSqlite({ from: backup, to: target, prepare: async () => {} })
    expect(second.putAside).toEqual([`${target}-wal.left-2`])
    expect(countUsers(target)).toEqual({ isWhole: true, users: countUsers(backup).users })
    expect(readFileSync(`${target}-wal.left-2`).equals(log)).toBe(true)
  })

  it.each([
    ['whose first page', 0, 4_096],
    ['of which all but the first page', 4_096, undefined],
  ])('replaces a file %s is damaged, and keeps a copy of it', async (_, from, to) => {
    const path = copyOf(stopped)
    const backup = `${path}.backup`
    backUpSqlite({ from: path, to: backup })
    const damaged = readFileSync(path).fill(0x5a, from, to)
    writeFileSync(path, damaged)
    writeFileSync(`${path}-wal`, 'what its provider had not folded in yet')
    const aside = `${path}.before`
    const { putAside } = await restoreSqlite({ from: backup, to: path, aside, prepare: async () => {} })
    expect(putAside).toEqual([aside])
    expect(countUsers(path)).toEqual({ isWhole: true, users: countUsers(backup).users })
    expect(readFileSync(aside).equals(damaged)).toBe(true)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  it('is rejected when it is damaged, newer than the code, or not a database', async () => {
    const to = join(folder, 'never.db')
    const prepare = async () => {}
    const damaged = copyOf(stopped)
    const bytes = readFileSync(damaged)
    bytes.fill(0x5a, 3 * 4096, 9 * 4096)
    writeFileSync(damaged, bytes)
    await expect(restoreSqlite({ from: damaged, to, prepare })).rejects.toThrow('is no whole database of a provider')
    const newer = copyOf(stopped)
    change(newer, `insert into schema_migrations values ('9999-later', 'x', 1)`)
    await expect(restoreSqlite({ from: newer, to, prepare })).rejects.toThrow('9999-later')
    await expect(restoreSqlite({ from: join(folder, 'none.db'), to, prepare })).rejects.toThrow('There is no backup at')
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([])
  })
})
