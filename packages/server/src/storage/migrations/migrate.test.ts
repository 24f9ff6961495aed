import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type OpenOptions, openPostgres, openSqlite } from '../operations/open-storage.ts'
import type { Storage } from '../storage.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations.ts'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

type Open = (options?: OpenOptions) => Promise<Storage>

let count = 0
const engines: [string, () => Promise<Open>][] = [
  [
    'SQLite',
    async () => {
      const path = join(directory, `${++count}.db`)
      return (options) => openSqlite({ path, ...options })
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await createTestDatabase()
      return (options) => openPostgres({ url, ...options })
    },
  ],
]

const extra: Migration = { name: '9999-extra', statements: ({ text }) => [`create table extra (id ${text})`] }

describe.each(engines)('migrations on %s', (_, make) => {
  it('are applied once, in order', async () => {
    const open = await make()
    const seen: string[] = []
    const onMigrationStep = async (name: string, index: number): Promise<void> => {
      if (index === 0) seen.push(name)
    }
    await (await open({ onMigrationStep })).close()
    await (await open({ onMigrationStep })).close()
    expect(seen).toEqual(migrations.map((migration) => migration.name))
  })

  it('go on from where an older version stopped', async () => {
    const open = await make()
    await (await open({ migrations: migrations.slice(0, 1) })).close()
    const storage = await open()
    expect(await storage.events.sweep(0, 1)).toBe(0)
    await storage.close()
  })

  it('let many processes start at once', async () => {
    const open = await make()
    const storages = await Promise.all(Array.from({ length: 4 }, () => open()))
    for (const storage of storages) {
      await storage.ping()
      await storage.close()
    }
  })

  it('refuse a schema newer than the code', async () => {
    const open = await make()
    await (await open({ migrations: [...migrations, extra] })).close()
    await expect(open()).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining('9999-extra'),
    })
  })

  it('refuse one that was changed after it had been applied, by name', async () => {
    const open = await make()
    await (await open()).close()
    const [first, second, ...rest] = migrations
    if (!first || !second) throw new Error('There are at least two.')
    const changed: Migration = { ...second, statements: (types) => [...second.statements(types), 'select 1'] }
    await expect(open({ migrations: [first, changed, ...rest] })).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining(second.name),
    })
  })

  it('refuse one that was put in before those already applied', async () => {
    const open = await make()
    await (await open()).close()
    const [first, ...rest] = migrations
    if (!first) throw new Error('There is at least one.')
    await expect(open({ migrations: [first, extra, ...rest] })).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining('9999-extra'),
    })
  })

  it('are not run when turned off, and the schema is refused instead', async () => {
    const open = await make()
    await expect(open({ migrate: false })).rejects.toMatchObject({ code: 'schema_mismatch' })
    await (await open()).close()
    await (await open({ migrate: false })).close()
    await expect(open({ migrate: false, migrations: [...migrations, extra] })).rejects.toMatchObject({
      message: expect.stringContaining('9999-extra'),
    })
  })

  it('leave nothing of one that fails, and can be run again', async () => {
    const open = await make()
    const broken: Migration = { ...extra, statements: (types) => [...extra.statements(types), 'create nonsense'] }
    await expect(open({ migrations: [...migrations, broken] })).rejects.toThrow()
    // The broken one had created this very table.
    await (await open({ migrations: [...migrations, extra] })).close()
  })
})
