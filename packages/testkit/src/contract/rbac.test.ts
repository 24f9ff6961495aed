import type { RbacPolicy } from '@latchkey/contract'
import { expect } from 'vitest'
import { errorAnswer, onBothEngines, signInByCode } from './contract.suite.ts'

const policy: RbacPolicy = {
  roles: [
    {
      role_id: 'latchkey_user',
      description: 'All users',
      permissions: [{ resource_id: 'documents', actions: ['read'] }],
    },
    { role_id: 'editor', description: 'Editors', permissions: [{ resource_id: 'documents', actions: ['*'] }] },
    { role_id: '__proto__', description: 'Unused', permissions: [{ resource_id: 'billing', actions: ['*'] }] },
  ],
  resources: [
    { resource_id: 'documents', description: 'Documents', actions: ['read', 'write'] },
    { resource_id: 'billing', description: 'Bills', actions: ['pay'] },
  ],
  scopes: [
    {
      scope: 'documents:read',
      description: 'See your documents',
      permissions: [{ resource_id: 'documents', actions: ['read'] }],
    },
  ],
}

onBothEngines('permissions', (open, _engine, it) => {
  it.inTurn('grants permissions by the roles of the user [C-RBAC-08]', async () => {
    const kit = await open({ settings: { rbacPolicy: policy } })
    const { rbac, user } = kit.client
    expect(await rbac.allPermissions()).toEqual({ documents: { read: false, write: false }, billing: { pay: false } })
    await signInByCode(kit)
    expect(user.getSync()?.roles).toEqual(['latchkey_user'])
    expect(await rbac.allPermissions()).toEqual({ documents: { read: true, write: false }, billing: { pay: false } })
    const { user_id = '' } = user.getSync() ?? {}
    await kit.storage.accounts.update(kit.project.id, user_id, { roles: ['editor'] }, kit.clock.now())
    await user.get()
    expect([rbac.isAuthorizedSync('documents', 'write'), await rbac.isAuthorized('documents', 'write')]).toEqual([
      true,
      true,
    ])
    expect([rbac.isAuthorizedSync('billing', 'pay'), await rbac.isAuthorized('nothing', 'read')]).toEqual([
      false,
      false,
    ])
  })

  it.inTurn('sends the built-in roles and resources to the pages of business projects only', async () => {
    const [business, consumer] = [await open({ vertical: 'B2B', settings: { rbacPolicy: policy } }), await open()]
    const { roles = [], resources = [] } = (await business.client.bootstrap.get()).rbacPolicy ?? {}
    expect(roles.map(({ role_id }) => role_id)).toEqual([
      'latchkey_member',
      'latchkey_admin',
      ...policy.roles.map(({ role_id }) => role_id),
    ])
    expect(resources.map(({ resource_id }) => resource_id)).toEqual(
      expect.arrayContaining(['documents', 'latchkey.self', 'latchkey.custom-org-roles']),
    )
    expect((await consumer.client.bootstrap.get()).rbacPolicy?.roles.map(({ role_id }) => role_id)).not.toContain(
      'latchkey_member',
    )
  })

  it.inTurn('updates permissions with the refreshed session [C-RBAC-08]', async () => {
    const kit = await open({ settings: { rbacPolicy: policy } })
    await signInByCode(kit)
    const { user_id = '' } = kit.client.user.getSync() ?? {}
    await kit.storage.accounts.update(kit.project.id, user_id, { roles: [] }, kit.clock.now())
    await kit.clock.advance(180_000)
    expect(await kit.client.rbac.isAuthorized('documents', 'read')).toBe(false)
    expect(kit.client.session.getSync()?.roles).toEqual([])
  })

  it.inTurn(
    'denies all permissions and logs an error if the policy cannot be fetched [C-RBAC-06] [C-RBAC-07]',
    async () => {
      const kit = await open({ settings: { rbacPolicy: policy } })
      await signInByCode(kit)
      expect(await kit.client.rbac.isAuthorized('documents', 'read')).toBe(true)
      kit.network.intercept = ({ path }) =>
        path.includes('/bootstrap/') ? errorAnswer('internal_error', 503) : undefined
      const { client, tab } = kit.openTab()
      await kit.clock.advance(0)
      expect([
        await client.rbac.isAuthorized('documents', 'read'),
        await client.rbac.allPermissions(),
        tab.log.filter(({ level }) => level === 'error').length > 0,
      ]).toEqual([false, {}, true])
      // The next read sends a new request.
      kit.network.intercept = undefined
      expect(await client.rbac.isAuthorized('documents', 'read')).toBe(true)
    },
  )

  it.inTurn('includes the scopes of a consent screen in the policy [C-RBAC-09]', async () => {
    const kit = await open({ settings: { rbacPolicy: policy } })
    const { rbacPolicy } = await kit.client.bootstrap.get()
    expect(rbacPolicy).toEqual(policy)
    expect(rbacPolicy?.scopes.map(({ scope, description }) => [scope, description])).toEqual([
      ['documents:read', 'See your documents'],
    ])
  })
})
