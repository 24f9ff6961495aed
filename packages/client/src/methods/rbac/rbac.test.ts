import { describe, expect, it } from 'vitest'
import type { Answer } from '../../test-setup.suite.ts'
import { createTestSetup, makeAuth, makeBootstrap, publicToken } from '../../test-setup.suite.ts'

const rbac_policy = {
  roles: [
    { role_id: 'reader', description: '', permissions: [{ resource_id: 'documents', actions: ['read'] }] },
    { role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['*'] }] },
  ],
  resources: [
    { resource_id: 'documents', description: '', actions: ['read', 'write'] },
    { resource_id: 'bills', description: '', actions: ['pay'] },
  ],
  scopes: [],
}

async function createHarness(roles: string[] | null, answer: Answer = { data: makeBootstrap({ rbac_policy }) }) {
  const setup = createTestSetup()
  setup.script.on(`/projects/bootstrap/${publicToken}`, answer)
  const { client, tab } = setup.open()
  if (roles) {
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', { user: { roles } }) })
    await client.otps.authenticate('1', 'm', { session_duration_minutes: 5 })
  }
  return { setup, client, tab }
}

describe('rbac', () => {
  it('decides by the roles of the user [C-RBAC-08]', async () => {
    const { client } = await createHarness(['reader'])
    expect(await client.rbac.isAuthorized('documents', 'read')).toBe(true)
    expect(await client.rbac.isAuthorized('documents', 'write')).toBe(false)
    expect(client.rbac.isAuthorizedSync('documents', 'read')).toBe(true)
    const editor = (await createHarness(['editor'])).client
    expect(await editor.rbac.allPermissions()).toEqual({
      documents: { read: true, write: true },
      bills: { pay: false },
    })
  })

  it('follows a change of the user’s roles [C-RBAC-08]', async () => {
    const { setup, client } = await createHarness(['reader'])
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { user: { roles: ['editor'] } }) })
    await client.session.authenticate()
    expect(await client.rbac.isAuthorized('documents', 'write')).toBe(true)
  })

  it('denies everything without a session', async () => {
    const { client } = await createHarness(null)
    expect(await client.rbac.isAuthorized('documents', 'read')).toBe(false)
    expect(await client.rbac.allPermissions()).toEqual({
      documents: { read: false, write: false },
      bills: { pay: false },
    })
  })

  it('logs an error and denies everything if the policy cannot be fetched [C-RBAC-06] [C-RBAC-07]', async () => {
    const { client, tab } = await createHarness(['editor'], new TypeError('offline'))
    expect(await client.rbac.isAuthorized('documents', 'read')).toBe(false)
    expect(await client.rbac.allPermissions()).toEqual({})
    expect(client.rbac.isAuthorizedSync('documents', 'read')).toBe(false)
    expect(tab.log).toContainEqual({ level: 'error', text: expect.stringContaining('Unable to contact our servers.') })
  })

  it('does not use a stored policy if it cannot be fetched [C-RBAC-07]', async () => {
    const { setup } = await createHarness(['editor'])
    setup.script.on(`/projects/bootstrap/${publicToken}`, new TypeError('offline'))
    const { client } = setup.open()
    expect(client.user.getSync()?.roles).toEqual(['editor'])
    expect(client.rbac.isAuthorizedSync('documents', 'read')).toBe(true)
    expect(await client.rbac.isAuthorized('documents', 'read')).toBe(false)
  })
})
