import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type OpenOptions, openPostgres, openSqlite } from '../operations/open-storage.ts'
import type { Storage } from '../storage.ts'
import { exampleMigrations } from '../suite/example-migrations.suite.ts'
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
  it('runs each migration once, in order', async () => {
    const open = await make()
    const seen: string[] = []
    const onMigrationStep = async (name: string, index: number): Promise<void> => {
      if (index === 0) seen.push(name)
    }
    const options = { migrations: exampleMigrations, onMigrationStep }
    await (await open(options)).close()
    await (await open(options)).close()
    expect(seen).toEqual(exampleMigrations.map((migration) => migration.name))
  })

  it('runs only the new migrations on the schema of an older version', async () => {
    const open = await make()
    await (await open()).close()
    const seen = new Set<string>()
    const onMigrationStep = async (name: string): Promise<void> => void seen.add(name)
    await (await open({ migrations: exampleMigrations, onMigrationStep })).close()
    expect([...seen]).toEqual(exampleMigrations.slice(migrations.length).map((migration) => migration.name))
  })

  it('migrates once when several processes start at the same time', async () => {
    const open = await make()
    const storages = await Promise.all(Array.from({ length: 4 }, () => open()))
    for (const storage of storages) {
      await storage.ping()
      await storage.close()
    }
  })

  it('rejects a schema that is newer than the code', async () => {
    const open = await make()
    await (await open({ migrations: [...migrations, extra] })).close()
    await expect(open()).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining('9999-extra'),
    })
  })

  it('rejects a migration that changed after it was applied, and names it', async () => {
    const open = await make()
    await (await open({ migrations: exampleMigrations })).close()
    const [first, second, ...rest] = exampleMigrations
    if (!first || !second) throw new Error('Expected at least two migrations.')
    const changed: Migration = { ...second, statements: (types) => [...second.statements(types), 'select 1'] }
    await expect(open({ migrations: [first, changed, ...rest] })).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining(second.name),
    })
  })

  it('rejects a migration that was inserted before applied ones', async () => {
    const open = await make()
    await (await open({ migrations: exampleMigrations })).close()
    const [first, ...rest] = exampleMigrations
    if (!first) throw new Error('Expected at least one migration.')
    await expect(open({ migrations: [first, extra, ...rest] })).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining('9999-extra'),
    })
  })

  it('rejects an outdated schema instead of migrating it when `migrate` is false', async () => {
    const open = await make()
    await expect(open({ migrate: false })).rejects.toMatchObject({ code: 'schema_mismatch' })
    await (await open()).close()
    await (await open({ migrate: false })).close()
    await expect(open({ migrate: false, migrations: [...migrations, extra] })).rejects.toMatchObject({
      message: expect.stringContaining('9999-extra'),
    })
  })

  it('rolls a failed migration back, so that it can run again', async () => {
    const open = await make()
    const broken: Migration = { ...extra, statements: (types) => [...extra.statements(types), 'create nonsense'] }
    await expect(open({ migrations: [...migrations, broken] })).rejects.toThrow()
    // The failed migration had created the same table.
    await (await open({ migrations: [...migrations, extra] })).close()
  })
})
