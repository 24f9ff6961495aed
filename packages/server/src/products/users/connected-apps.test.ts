import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectedAppRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'

describe.each(engines)('connected apps on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function grant(harness: Harness, accountId: string, change: Partial<ConnectedAppRecord> = {}): Promise<void> {
    const now = harness.clock.now()
    await storage.connectedApps.grant({
      ...{ projectId: harness.project.id, accountId, id: 'app-1', name: 'App', description: 'An app' },
      ...{ clientType: 'third_party', logoUrl: null, scopes: ['openid', 'email'], createdAt: now, updatedAt: now },
      ...change,
    })
  }

  const list = async (harness: Harness, session: string) => {
    const { data } = await harness.call('GET', '/users/connected_apps', undefined, { session })
    return Object(data).connected_apps as unknown
  }

  it('lists and revokes connected apps only for their own user [C-CALL-17] [C-CALL-18]', async () => {
    const harness = await createHarness(storage)
    const [ada, eve] = [await harness.signIn('ada@example.com'), await harness.signIn('eve@example.com')]
    await grant(harness, ada.accountId)
    await grant(harness, ada.accountId, { id: 'app-2', logoUrl: 'https://app.example/logo.svg', scopes: [] })
    const first = {
      ...{ connected_app_id: 'app-1', name: 'App', description: 'An app', client_type: 'third_party' },
      scopes_granted: 'openid email',
    }
    expect(await list(harness, ada.token)).toEqual([
      first,
      { ...first, connected_app_id: 'app-2', logo_url: 'https://app.example/logo.svg', scopes_granted: '' },
    ])
    expect(await list(harness, eve.token)).toEqual([])
    const revoke = async (session: string, id: string) =>
      (await harness.call('POST', `/users/connected_apps/${id}/revoke`, undefined, { session })).outcome
    expect([
      await revoke(eve.token, 'app-2'),
      await revoke(ada.token, 'unknown'),
      await revoke(ada.token, 'app-2'),
      await revoke(ada.token, 'app-2'),
    ]).toEqual(['connected_app_not_found', 'connected_app_not_found', '200', 'connected_app_not_found'])
    expect(await list(harness, ada.token)).toEqual([first])
    const rows = (await storage.audit.listUnsealed(10_000)).filter(({ event }) => event === 'connected_app_revoke')
    expect(rows.map(({ actorId, targetId }) => [actorId, targetId])).toEqual([[ada.accountId, 'app-2']])
  })

  it('requires a session to list and revoke connected apps', async () => {
    const harness = await createHarness(storage)
    expect((await harness.call('GET', '/users/connected_apps')).outcome).toBe('user_unauthenticated')
    expect((await harness.call('POST', '/users/connected_apps/x/revoke')).outcome).toBe('user_unauthenticated')
  })
})
