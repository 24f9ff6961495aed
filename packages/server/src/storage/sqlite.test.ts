import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqlite } from './operations/open-storage.ts'
import { storageSuite } from './storage.suite.ts'
import { sampleProject } from './testing/sample.ts'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-sqlite-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let count = 0
const nextPath = (): string => join(directory, `${++count}.db`)

storageSuite({
  'SQLite in memory': () => openSqlite({ path: ':memory:' }),
  'SQLite in a file': () => openSqlite({ path: nextPath() }),
})

describe('a SQLite file', () => {
  it('is one file when closed, readable by its owner only', async () => {
    const path = nextPath()
    const project = sampleProject()
    const first = await openSqlite({ path })
    await first.projects.insert(project)
    await first.close()
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const second = await openSqlite({ path })
    expect(await second.projects.list()).toEqual([project])
    await second.close()
  })

  it('can be opened twice at the same time', async () => {
    const path = nextPath()
    const [a, b] = await Promise.all([openSqlite({ path }), openSqlite({ path })])
    const projects = Array.from({ length: 20 }, () => sampleProject())
    await Promise.all(
      projects.map((project, index) => (index % 2 ? a : b).transaction((tx) => tx.projects.insert(project))),
    )
    expect(await a.projects.list()).toHaveLength(20)
    expect(await b.projects.list()).toEqual(await a.projects.list())
    await Promise.all([a.close(), b.close()])
  })

  it('waits for the lock of another process without blocking this one', async () => {
    const path = nextPath()
    const storage = await openSqlite({ path })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    // The timer can only fire if waiting leaves the thread.
    setTimeout(() => other.exec('commit'), 300)
    const project = sampleProject()
    await storage.projects.insert(project)
    expect(await storage.projects.get(project.id)).toEqual(project)
    other.close()
    await storage.close()
  })

  it('is locked for writing when a transaction begins', async () => {
    const path = nextPath()
    const storage = await openSqlite({ path })
    const other = new DatabaseSync(path)
    await storage.transaction(async () => {
      expect(() => other.exec('begin immediate')).toThrow('database is locked')
    })
    other.exec('begin immediate')
    other.close()
    await storage.close()
  })

  it('is reported as unavailable when it cannot be opened', async () => {
    await expect(openSqlite({ path: join(directory, 'missing', 'x.db') })).rejects.toThrow()
    await expect(openSqlite({ path: directory })).rejects.toThrow()
  })
})
