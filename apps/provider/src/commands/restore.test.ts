import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClock, createRandom } from '@latchkey/server/node'
import { createTestDatabase, seedSessions } from '@latchkey/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runWritten } from '../written-terminal.suite.ts'

describe.each(['sqlite', 'postgres'] as const)('a copy that takes the place of a database on %s', (engine) => {
  let folder: string
  let env: Record<string, string>
  let path: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-restore-'))
    path = join(folder, 'latchkey.sqlite')
    env = {
      LATCHKEY_BASE_URL: 'https://auth.example.com',
      LATCHKEY_DATABASE_URL: engine === 'sqlite' ? `sqlite:${path}` : await createTestDatabase(),
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
    const { code, out, err } = await runWritten(argv, env)
    expect([code, err]).toEqual([0, ''])
    return out
  }

  const json = async (...argv: string[]) => JSON.parse(await latchkey(...argv, '--json'))

  /** As an operator does it: on PostgreSQL after `pg_restore`, which is not ours. */
  async function restore(name: string, ...options: string[]): Promise<{ ended: { sessions: number } | null }> {
    if (engine === 'postgres') return json('restore', ...options)
    const file = join(folder, name)
    await latchkey('backup', file)
    // To another machine, as it were: the command leaves what is there alone.
    env.LATCHKEY_DATABASE_URL = `sqlite:${file}.restored`
    return json('restore', file, ...options)
  }

  async function signedIn(): Promise<number> {
    const people = [0, 1, 2].map((number) => json('sessions', 'list', `kept-${number}@example.com`))
    return (await Promise.all(people)).flatMap(({ sessions }) => sessions).length
  }

  const noted = async () => (await latchkey('audit', 'export', '--event', 'database_restore')).trim().split('\n').length

  it('leaves people signed in where that is asked for, and ends their sessions where it is not (F20)', async () => {
    expect(await signedIn()).toBe(3)
    expect(await restore('first.db', '--keep-sessions')).toMatchObject({ restored: true, ended: null })
    expect([await signedIn(), await noted()]).toEqual([3, 1])
    expect(await restore('second.db')).toMatchObject({ restored: true, ended: { sessions: 3 } })
    expect(await signedIn()).toBe(0)
  })

  if (engine === 'sqlite')
    it('says where what was there is now, and says nothing where nothing was', async () => {
      const file = join(folder, 'third.db')
      await latchkey('backup', file)
      const damaged = `${file}.damaged`
      await writeFile(damaged, 'no database any more')
      env.LATCHKEY_DATABASE_URL = `sqlite:${damaged}`
      const said = await latchkey('restore', file, '--replace')
      const [, name = ''] = /^Moved aside: (.+\.damaged\.before-\d+T\d+Z)$/m.exec(said) ?? []
      expect(await readFile(name, 'utf8')).toBe('no database any more')
      env.LATCHKEY_DATABASE_URL = `sqlite:${file}.elsewhere`
      expect(await json('restore', file, '--replace')).toMatchObject({ put_aside: [] })
    })
})
