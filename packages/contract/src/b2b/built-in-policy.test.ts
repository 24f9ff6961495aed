import { expect, it } from 'vitest'
import { allPermissions } from '../core/all-permissions.ts'
import { isAuthorized } from '../core/rbac.ts'
import { rbacPolicy } from '../schemas/core/rbac.ts'
import { builtInActions, builtInPolicy, builtInResourceId, builtInRoleIds, withCustomRoles } from './built-in-policy.ts'

const policy = { ...builtInPolicy(), scopes: [] }
const granted = (role: string): string[] =>
  Object.entries(allPermissions(policy, [role], isAuthorized))
    .filter(([, actions]) => Object.values(actions).some(Boolean))
    .map(([resource]) => resource)

it('is a valid policy', () => {
  expect(rbacPolicy.parse(policy)).toEqual(policy)
})

it('has the resources and roles of the wire [B-RBAC-02]', () => {
  expect([
    Object.keys(builtInActions).map((resource) => builtInResourceId(resource as 'self')),
    builtInRoleIds,
  ]).toEqual([
    [
      ...['latchkey.organization', 'latchkey.member', 'latchkey.self', 'latchkey.sso', 'latchkey.scim'],
      'latchkey.custom-org-roles',
    ],
    { member: 'latchkey_member', admin: 'latchkey_admin' },
  ])
  const examples = [
    ['latchkey.organization', 'update.info.name'],
    ['latchkey.organization', 'update.settings.mfa-policy'],
    ['latchkey.member', 'search'],
    ['latchkey.member', 'create'],
    ['latchkey.member', 'revoke-sessions'],
  ] as const
  for (const [resource, action] of examples)
    expect(policy.resources.find(({ resource_id }) => resource_id === resource)?.actions).toContain(action)
})

it("permits admins every action, and every member those of the member's account [B-RBAC-01]", () => {
  for (const [resource, actions] of Object.entries(builtInActions))
    for (const action of actions) {
      const permits = (role: string) => isAuthorized(policy, [role], builtInResourceId(resource as 'self'), action)
      const { admin, member } = builtInRoleIds
      expect([resource, action, permits(admin), permits(member)]).toEqual([
        ...[resource, action, true],
        resource === 'self',
      ])
    }
})

it('lists no action twice', () => {
  for (const actions of Object.values(builtInActions)) expect(new Set(actions).size).toBe(actions.length)
})

it('lets members change themselves only, and admins everything', () => {
  expect(granted(builtInRoleIds.member)).toEqual(['latchkey.self'])
  expect(granted(builtInRoleIds.admin)).toEqual(policy.resources.map(({ resource_id }) => resource_id))
  expect(isAuthorized(policy, [builtInRoleIds.member], 'latchkey.member', 'update.info.name')).toBe(false)
})

it('has the custom roles of an organization, but none that extends another role', () => {
  const role = (role_id: string) => ({
    ...{ role_id, description: '' },
    permissions: [{ resource_id: 'latchkey.member', actions: ['*'] }],
  })
  const extended = withCustomRoles(policy, [role('auditor'), role(builtInRoleIds.member)])
  expect(extended.roles).toEqual([...policy.roles, role('auditor')])
  const permits = (id: string) => isAuthorized(extended, [id], 'latchkey.member', 'create')
  expect([permits('auditor'), permits(builtInRoleIds.member)]).toEqual([true, false])
})
