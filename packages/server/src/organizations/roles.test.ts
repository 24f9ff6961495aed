import type { RbacPolicy } from '@latchkey/contract'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../testing/property-runs.suite.ts'
import { explainPermission } from './explain.ts'
import {
  effectiveRoles,
  missingForDefinition,
  missingForGrant,
  missingPermissions,
  type RoleAssignment,
  rolesOfOrganization,
} from './roles.ts'

const { member: memberRole, admin: adminRole } = builtInRoleIds
const role = (role_id: string, permissions: Record<string, string[]>): RbacPolicy['roles'][number] => ({
  role_id,
  description: '',
  permissions: Object.entries(permissions).map(([resource_id, actions]) => ({ resource_id, actions })),
})
const rbac = {
  roles: [
    role(memberRole, { self: ['read'] }),
    role(adminRole, { self: ['*'], documents: ['*'] }),
    role('reader', { documents: ['read'] }),
    role('editor', { documents: ['read', 'write'] }),
    role('owner', { documents: ['*'] }),
  ],
}
const noEmailRoles = { emailRoles: [] }
const assigned = (roleId: string, kind: RoleAssignment['source']['kind'], id: string): RoleAssignment => ({
  roleId,
  source: { kind, id },
})
const direct = { kind: 'direct_assignment', id: '' } as const

describe('effectiveRoles', () => {
  it('are the union of all sources', () => {
    const assignments = [
      assigned('reader', 'direct_assignment', ''),
      assigned('reader', 'sso_connection', 'connection-1'),
      assigned('editor', 'scim_connection_group', 'connection-2|engineering'),
      assigned('reader', 'sso_connection', 'connection-1'),
    ]
    const policy = { emailRoles: [{ roleId: 'editor', domain: 'example.com' }] }
    expect(effectiveRoles(rbac, policy, { assignments, provenAddress: 'ada@example.com' })).toEqual([
      { roleId: memberRole, sources: [direct] },
      { roleId: 'reader', sources: [direct, { kind: 'sso_connection', id: 'connection-1' }] },
      {
        roleId: 'editor',
        sources: [
          { kind: 'scim_connection_group', id: 'connection-2|engineering' },
          { kind: 'email_assignment', id: 'example.com' },
        ],
      },
    ])
  })

  it('leave out a role that the policy no longer has [B-RBAC-15]', () => {
    const assignments = [assigned('removed', 'direct_assignment', ''), assigned(adminRole, 'direct_assignment', '')]
    const of = (roles: RbacPolicy['roles']) =>
      effectiveRoles(rolesOfOrganization({ roles }, []), noEmailRoles, { assignments, provenAddress: null })
    const builtIn = [memberRole, adminRole].map((roleId) => ({ roleId, sources: [direct] }))
    expect(of([])).toEqual(builtIn)
    expect(of([role('removed', {})])).toEqual([builtIn[0], { roleId: 'removed', sources: [direct] }, builtIn[1]])
  })

  it.each([
    ['an address that is not proven', null],
    ['a subdomain', 'ada@mail.example.com'],
    ['a parent domain', 'ada@com'],
    ['a domain that ends alike', 'ada@notexample.com'],
    ['a local part with the domain', 'example.com@other.example'],
  ])('do not follow from %s', (_, provenAddress) => {
    const policy = { emailRoles: [{ roleId: 'owner', domain: 'example.com' }] }
    expect(effectiveRoles(rbac, policy, { assignments: [], provenAddress })).toEqual([
      { roleId: memberRole, sources: [direct] },
    ])
  })
})

describe('rolesOfOrganization', () => {
  const ids = ({ roles }: Pick<RbacPolicy, 'roles'>) => roles.map(({ role_id }) => role_id)

  it('are the built-in roles, those of the project and those of the organization', () => {
    expect(ids(rolesOfOrganization({ roles: [role('reader', {})] }, [role('custom', {})]))).toEqual([
      ...[memberRole, adminRole, 'reader', 'custom'],
    ])
  })

  it('let the project add permissions to a built-in role, and the organization to none', () => {
    const project = { roles: [role(memberRole, { documents: ['read'] }), role('reader', {})] }
    const more = [memberRole, adminRole, 'reader'].map((id) => role(id, { documents: ['write'] }))
    const roles = rolesOfOrganization(project, more)
    const missing = (action: string) =>
      missingPermissions(roles, [memberRole, adminRole, 'reader'], [{ resource: 'documents', action }]).length
    expect([missing('read'), missing('write')]).toEqual([0, 1])
  })
})

describe('missingForGrant', () => {
  it.each([
    ['a role of the same permissions', ['editor'], ['reader'], []],
    ['a role with more permissions', ['reader'], ['editor'], [{ resource: 'documents', action: 'write' }]],
    ['all actions by a member with some', ['editor'], ['owner'], [{ resource: 'documents', action: '*' }]],
    ['some actions by a member with all', ['owner'], ['editor'], []],
    ['two roles of which one exceeds', ['reader'], ['reader', 'owner'], [{ resource: 'documents', action: '*' }]],
    [
      'the role of admins',
      ['owner', 'editor'],
      [adminRole],
      [
        { resource: 'self', action: '*' },
        { resource: 'documents', action: '*' },
      ],
    ],
    ['every role by an admin', [adminRole], [adminRole, 'owner', 'unknown'], []],
  ])('is correct for %s', (_, granter, granted, missing) => {
    expect(missingForGrant(rbac, granter, granted)).toEqual(missing)
  })

  it('lets no member without the role of admins grant what the member lacks', () => {
    const names = rbac.roles.map(({ role_id }) => role_id)
    const roles = fc.subarray(names)
    fc.assert(
      fc.property(
        roles,
        roles,
        fc.constantFrom('self', 'documents'),
        fc.constantFrom('read', 'write', 'erase'),
        (...drawn) => {
          const [granter, granted, resource, action] = drawn
          if (granter.includes(adminRole) || missingForGrant(rbac, granter, granted).length > 0) return
          const needed = [{ resource, action }]
          const gained = missingPermissions(rbac, granter, needed).length > 0
          expect(gained && missingPermissions(rbac, granted, needed).length === 0).toBe(false)
        },
      ),
      { numRuns: propertyRuns },
    )
  })
})

it('lets members define a custom role with permissions that they hold, and admins any', () => {
  const custom = role('custom', { documents: ['read', 'write'] })
  expect(missingForDefinition(rbac, ['editor'], custom)).toEqual([])
  expect(missingForDefinition(rbac, ['reader'], custom)).toEqual([{ resource: 'documents', action: 'write' }])
  expect(missingForDefinition(rbac, [adminRole], role('custom', { anything: ['*'] }))).toEqual([])
})

describe('explainPermission', () => {
  const held = effectiveRoles(rbac, noEmailRoles, {
    assignments: [assigned('reader', 'sso_connection', 'connection-1')],
    provenAddress: null,
  })

  it('names the roles that give a permission and their sources', () => {
    expect(explainPermission(rbac, held, { resource: 'documents', action: 'read' })).toEqual({
      allowed: true,
      roles: [{ roleId: 'reader', sources: [{ kind: 'sso_connection', id: 'connection-1' }] }],
    })
  })

  it('names the role with the fewest permissions that would give it', () => {
    const write = { resource: 'documents', action: 'write' }
    expect(explainPermission(rbac, held, write)).toEqual({ allowed: false, missing: write, nearestRole: 'editor' })
    const unknown = { resource: 'invoices', action: 'pay' }
    expect(explainPermission(rbac, held, unknown)).toEqual({ allowed: false, missing: unknown, nearestRole: null })
  })

  it('agrees with the decision [B-RBAC-13]', () => {
    const ids = ['a', 'b', 'c'] as const
    const actions = ['read', 'write', '*'] as const
    const permissions = fc.array(
      fc.record({ resource_id: fc.constantFrom(...ids), actions: fc.subarray([...actions]) }),
      { maxLength: 2 },
    )
    const policies = fc.tuple(permissions, permissions, permissions).map((all) => ({
      roles: all.map((own, index) => ({ role_id: ids[index] ?? '', description: '', permissions: own })),
    }))
    const needs = fc.record({ resource: fc.constantFrom(...ids), action: fc.constantFrom('read', 'write') })
    fc.assert(
      fc.property(policies, fc.subarray([...ids]), needs, (policy, roleIds, needed) => {
        const roles = roleIds.map((roleId) => ({ roleId, sources: [direct] }))
        const explained = explainPermission(policy, roles, needed)
        const isAllowed = missingPermissions(policy, roleIds, [needed]).length === 0
        expect(explained.allowed).toBe(isAllowed)
        if (explained.allowed) return
        const would = (roleId: string) => missingPermissions(policy, [roleId], [needed]).length === 0
        expect(explained.nearestRole === null ? ids.some(would) : !would(explained.nearestRole)).toBe(false)
      }),
      { numRuns: propertyRuns },
    )
  })
})
