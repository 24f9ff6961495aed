import { expect, it } from 'vitest'
import { openSqlite } from '../../storage/operations/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { createBusinessHarness } from '../../testing/business-harness.ts'
import { createHarness, type Harness } from '../../testing/harness.ts'

interface Refreshable {
  harness: Harness
  token: string
  path: string
}

async function openUser(storage: Storage): Promise<Refreshable> {
  const harness = await createHarness(storage, { config: { projectCacheMs: 5_000 } })
  const { token } = await harness.signIn('ada@example.com', { minutes: 600 })
  return { harness, token, path: '/sessions/authenticate' }
}

async function openMember(storage: Storage): Promise<Refreshable> {
  const harness = await createBusinessHarness(storage, { config: { projectCacheMs: 5_000 } })
  const globex = await harness.addOrganization('globex')
  await harness.addMember(globex, 'ada@example.com')
  const { session_token: token } = await harness.signInTo(globex, 'ada@example.com')
  return { harness, token, path: '/b2b/sessions/authenticate' }
}

/** A refresh may cost two statements and one commit: every signed-in tab sends one every three minutes. */
async function countedRefreshes(open: (storage: Storage) => Promise<Refreshable> = openUser): Promise<{
  refresh(body?: object): Promise<string[]>
  wait(ms: number): void
  close(): Promise<void>
}> {
  const statements: string[] = []
  const storage = await openSqlite({ path: ':memory:', onStatement: (sql) => statements.push(sql) })
  const { harness, token, path } = await open(storage)
  const refresh = async (body: object = {}): Promise<string[]> => {
    statements.length = 0
    const answer = await harness.call('POST', path, body, { session: token })
    expect(answer.status).toBe(200)
    return statements.map((sql) => sql.split(' ', 1)[0] ?? '')
  }
  // The project and its keys are read once and cached.
  await refresh()
  const close = async (): Promise<void> => {
    await harness.close()
    await storage.close()
  }
  return { refresh, wait: harness.clock.advance, close }
}

it('reads once and writes nothing while the last access is recent', async () => {
  const { refresh, close } = await countedRefreshes()
  expect(await refresh()).toEqual(['select'])
  await close()
})

it('reads once and writes once when the last access is ten minutes old or the expiry changes', async () => {
  const { refresh, wait, close } = await countedRefreshes()
  // Everything but the session may be read again after a while: the first call does that.
  wait(11 * 60_000)
  const afterPause = await refresh()
  expect(afterPause.filter((verb) => verb === 'update')).toHaveLength(1)
  expect(await refresh({ session_duration_minutes: 60 })).toEqual(['select', 'update'])
  await close()
})

it('reads the status and the organization of a member with one statement more', async () => {
  const { refresh, close } = await countedRefreshes(openMember)
  expect(await refresh()).toEqual(['select', 'select'])
  await close()
})
