import { expect, it } from 'vitest'
import { openSqlite } from '../../storage/operations/open-storage.ts'
import { createHarness } from '../../testing/harness.ts'

/** A refresh may cost two statements and one commit: every signed-in tab sends one every three minutes. */
async function countedRefreshes(): Promise<{
  refresh(body?: object): Promise<string[]>
  wait(ms: number): void
  close(): Promise<void>
}> {
  const statements: string[] = []
  const storage = await openSqlite({ path: ':memory:', onStatement: (sql) => statements.push(sql) })
  const harness = await createHarness(storage, { config: { projectCacheMs: 5_000 } })
  const { token } = await harness.signIn('ada@example.com', { minutes: 600 })
  const refresh = async (body: object = {}): Promise<string[]> => {
    statements.length = 0
    const answer = await harness.call('POST', '/sessions/authenticate', body, { session: token })
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
