import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClock, createRandom } from '@latchkey/server/node'
import { createReadyDatabase, seedSessions } from '@latchkey/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRecorded } from '../recording-terminal.suite.ts'

describe.each(['sqlite', 'postgres'] as const)('a restored database on %s', (engine) => {
  let folder: string
  let env: Record<string, string>
  let path: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-restore-'))
    path = join(folder, 'latchkey.sqlite')
    env = {
      LATCHKEY_BASE_URL: 'https://auth.example.com',
      LATCHKEY_DATABASE_URL: engine === 'sqlite' ? `sqlite:${path}` : await createReadyDatabase(),
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
    }
    const { project_id: projectId } = await json('projects', 'create', '--name', 'Acme')
    const now = createClock().now()
    await seedSessions({
      ...{
        database: engine === 'sqlite' ? path : (env.LATCHKEY_DATABASE_URL ?? ''),
        projectId,
        name: 'kept',
        count: 3,
      },
      ...{ random: createRandom(), now, expiresAt: now + 3_600_000 },
    })
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function latchkey(...argv: string[]): Promise<string> {
    const { code, out, err } = await runRecorded(argv, env)
    expect([code, err]).toEqual([0, ''])
    return out
  }

  const json = async (...argv: string[]) => JSON.parse(await latchkey(...argv, '--json'))

  /** On PostgreSQL an operator runs `pg_restore` first, which this test does not. */
  async function restore(name: string, ...options: string[]): Promise<{ ended: { sessions: number } | null }> {
    if (engine === 'postgres') return json('restore', ...options)
    const file = join(folder, name)
    await latchkey('backup', file)
    // Restores to another path, because the command does not replace an existing database.
    env.LATCHKEY_DATABASE_URL = `sqlite:${file}.restored`
    return json('restore', file, ...options)
  }

  async function signedIn(): Promise<number> {
    const users = [0, 1, 2].map((number) => json('sessions', 'list', `kept-${number}@example.com`))
    return (await Promise.all(users)).flatMap(({ sessions }) => sessions).length
  }

  const noted = async () => (await latchkey('audit', 'export', '--event', 'database_restore')).trim().split('\n').length

  it('revokes all sessions unless --keep-sessions is given (F20)', async () => {
    expect(await signedIn()).toBe(3)
    expect(await restore('first.db', '--keep-sessions')).toMatchObject({ restored: true, ended: null })
    expect([await signedIn(), await noted()]).toEqual([3, 1])
    expect(await restore('second.db')).toMatchObject({ restored: true, ended: { sessions: 3 } })
    expect(await signedIn()).toBe(0)
  })

  if (engine === 'sqlite')
    it('prints the new name of the previous database, if there was one', async () => {
      const file = join(folder, 'third.db')
      await latchkey('backup', file)
      const damaged = `${file}.damaged`
      await writeFile(damaged, 'no database any more')
      env.LATCHKEY_DATABASE_URL = `sqlite:${damaged}`
      const output = await latchkey('restore', file, '--replace')
      const [, name = ''] = /^The previous database is now (.+\.damaged\.before-\d+T\d+Z)$/m.exec(output) ?? []
      expect(await readFile(name, 'utf8')).toBe('no database any more')
      env.LATCHKEY_DATABASE_URL = `sqlite:${file}.elsewhere`
      expect(await json('restore', file, '--replace')).toMatchObject({ put_aside: [] })
    })
})
