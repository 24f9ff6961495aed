import type { RbacPolicy } from '@latchkey/contract'
import { builtInPolicy } from '@latchkey/contract/b2b'
import { describe, expect, it } from 'vitest'
import { makeBootstrap, publicToken } from '../../../test-setup.suite.ts'
import type { B2bSetup } from '../../b2b-setup.suite.ts'
import { createB2bSetup, makeMemberAuth, makeOrganization, signInMember } from '../../b2b-setup.suite.ts'
import type { B2bClient } from '../../create-b2b-client.ts'

const read = { resource_id: 'documents', actions: ['read'] }
const policy: RbacPolicy = {
  roles: [...builtInPolicy().roles, { role_id: 'reader', description: '', permissions: [read] }],
  resources: [{ resource_id: 'documents', description: '', actions: ['read', 'write'] }],
  scopes: [],
}
const custom_roles = [
  { role_id: 'editor', description: '', permissions: [{ ...read, actions: ['*'] }] },
  // Cannot extend the role of the project.
  { role_id: 'reader', description: '', permissions: [{ ...read, actions: ['*'] }] },
]

async function signedIn(
  roles: string[],
  rbac_policy: RbacPolicy = policy,
): Promise<{ setup: B2bSetup; client: B2bClient }> {
  const setup = createB2bSetup()
  const bootstrap = makeBootstrap({ vertical: 'B2B', rbac_policy })
  setup.script.on(`/projects/bootstrap/${publicToken}`, { data: bootstrap })
  const { client } = setup.open()
  const organization = makeOrganization('acme', { custom_roles })
  await signInMember(setup, client, makeMemberAuth('s1', 'ada', 'acme', { organization }, { roles }))
  await client.bootstrap.get()
  return { setup, client }
}

describe('the permissions of a member', () => {
  it('follow from the roles of the session, without a request [B-RBAC-03]', async () => {
    const { setup, client } = await signedIn(['latchkey_member', 'reader'])
    const sent = setup.script.sent.length
    expect(await client.rbac.isAuthorized('documents', 'read')).toBe(true)
    expect(client.rbac.isAuthorizedSync('documents', 'read')).toBe(true)
    expect(await client.rbac.isAuthorized('documents', 'write')).toBe(false)
    expect(client.rbac.isAuthorizedSync('latchkey.self', 'update.info.name')).toBe(true)
    expect(client.rbac.isAuthorizedSync('latchkey.member', 'search')).toBe(false)
    expect(await client.rbac.allPermissions()).toEqual({ documents: { read: true, write: false } })
    expect(setup.script.sent).toHaveLength(sent)
  })

  it('include those of the roles of the organization [B-RBAC-03]', async () => {
    const { client } = await signedIn(['editor'])
    expect([
      client.rbac.isAuthorizedSync('documents', 'write'),
      await client.rbac.isAuthorized('documents', 'write'),
    ]).toEqual([true, true])
  })

  it('are missing after the sign-out, and with a policy that cannot be read', async () => {
    const { client } = await signedIn(['latchkey_admin'])
    expect(client.rbac.isAuthorizedSync('latchkey.member', 'search')).toBe(true)
    await client.session.revoke()
    expect(client.rbac.isAuthorizedSync('latchkey.member', 'search')).toBe(false)
    const broken = (await signedIn(['editor'], { roles: 'none' } as never)).client
    expect([broken.rbac.isAuthorizedSync('documents', 'read'), await broken.rbac.allPermissions()]).toEqual([false, {}])
  })
})
