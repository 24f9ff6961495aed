import { builtInPolicy, builtInRoleIds } from '@latchkey/contract/b2b'
import { expect, it } from 'vitest'
import { givableRoles } from './read-access.ts'

const permissions = [{ resource_id: 'invoices', actions: ['read'] }]
const role = (role_id: string) => ({ role_id, description: role_id, permissions })

it('lists a built-in role once if the policy of the project adds permissions to it', () => {
  const { roles } = builtInPolicy()
  const added = [builtInRoleIds.admin, builtInRoleIds.member, 'accountant'].map(role)
  const grants = { policy: { roles: [...roles, ...added] }, roles: [builtInRoleIds.admin] }
  expect(givableRoles(grants)).toEqual([
    { id: builtInRoleIds.admin, description: expect.any(String), isGivable: true },
    { id: 'accountant', description: 'accountant', isGivable: true },
  ])
})
