import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres, openSqlite } from '../operations/open-storage.ts'
import type { Storage } from '../storage.ts'
import { exampleMigrations as migrations } from '../suite/example-migrations.suite.ts'
import { bundleChild, type ChildScript } from '../suite/fork.suite.ts'
import { isFullMatrix, runsOn } from '../testing/engine-cases.ts'
import { sampleProject } from '../testing/sample.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { columnTypes, type Migration } from './migration.ts'

/**
 * Statements of each migration at which a process is killed; longer runs take more. `npm test` kills at each of them on
 * one engine.
 */
const kills = Number(process.env.FAULT_CYCLES ?? 10) > 10 ? 40 : isFullMatrix ? 12 : 4
const directory = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
let script: ChildScript

beforeAll(async () => {
  script = await bundleChild('migration-child')
})
afterAll(() => {
  script.remove()
  rmSync(directory, { recursive: true, force: true })
})

interface Target {
  engine: 'sqlite' | 'postgres'
  location: string
  open(): Promise<Storage>
  /** All tables and indexes. */
  names(): Promise<Set<string>>
}

const engines: [string, () => Promise<Target>][] = [
  [
    'SQLite',
    async () => {
      const location = join(directory, 'kill.db')
      return {
        engine: 'sqlite',
        location,
        open: () => openSqlite({ path: location, migrations }),
        names: () => sqliteNames(location),
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const location = await createTestDatabase()
      return {
        engine: 'postgres',
        location,
        open: () => openPostgres({ url: location, migrations }),
        names: () => postgresNames(location),
      }
    },
  ],
]

describe.each(engines)('a process killed during a migration on %s (F13)', (_, make) => {
  let target: Target
  beforeAll(async () => {
    target = await make()
  })

  it.each(migrations.map((migration, order) => [migration.name, migration, order] as const))(
    'keeps all earlier migrations and no part of %s',
    async (_name, migration, order) => {
      const before = schemaAfter(migrations.slice(0, order))
      for (const index of killPoints(migration, (kill) => runsOn(target.engine, order + kill))) {
        await killAt(target, migration.name, index)
        const names = await target.names()
        expect(everCreated().filter((name) => names.has(name))).toEqual(
          everCreated().filter((name) => before.has(name)),
        )
      }
    },
  )

  it('lets the next process finish the migrations', async () => {
    const storage = await target.open()
    const names = await target.names()
    const complete = schemaAfter(migrations)
    expect(everCreated().filter((name) => names.has(name))).toEqual(everCreated().filter((name) => complete.has(name)))
    const project = sampleProject()
    await storage.projects.insert(project)
    expect(await storage.projects.list()).toEqual([project])
    await storage.close()
  })
})

/** Spread evenly over the statements, with the first and the last one. */
function killPoints(migration: Migration, isChosen: (kill: number) => boolean): Set<number> {
  const last = migration.statements(columnTypes.sqlite).length - 1
  const chosen = Array.from({ length: kills }, (_, kill) => kill).filter(isChosen)
  return new Set(chosen.map((kill) => Math.round((kill * last) / (kills - 1))))
}

async function killAt({ engine, location }: Target, migration: string, index: number): Promise<void> {
  const child = fork(script.path, [engine, location, migration, String(index)])
  const exit = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    exit.then(() => Promise.reject(new Error(`The child process did not reach statement ${index} of ${migration}.`))),
  ])
  child.kill('SIGKILL')
  expect(await exit).toEqual([null, 'SIGKILL'])
}

/** The tables and indexes that exist after these migrations, with the table of each index. */
function schemaAfter(done: readonly Migration[]): Map<string, string> {
  const tables = new Map<string, string>()
  for (const statement of done.flatMap((migration) => migration.statements(columnTypes.sqlite))) {
    const [, name = '', table = name] = /^create (?:unique )?(?:table|index) (\w+)(?: on (\w+))?/.exec(statement) ?? []
    if (name !== '') tables.set(name, table)
    const dropped = /^drop (?:table|index) (\w+)/.exec(statement)?.[1]
    for (const [one, owner] of tables) if (one === dropped || owner === dropped) tables.delete(one)
  }
  return tables
}

/** Every table and index of any version. */
function everCreated(): string[] {
  return [...new Set(migrations.flatMap((_, order) => [...schemaAfter(migrations.slice(0, order + 1)).keys()]))]
}

async function sqliteNames(path: string): Promise<Set<string>> {
  const db = new DatabaseSync(path)
  try {
    return new Set(
      db
        .prepare('select name from sqlite_master')
        .all()
        .map((row) => String(row.name)),
    )
  } finally {
    db.close()
  }
}

async function postgresNames(connectionString: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ relname: string }>('select relname from pg_class')
    return new Set(rows.map((row) => row.relname))
  } finally {
    await client.end()
  }
}
