import { describe, expect, it } from 'vitest'
import { rbacPolicy } from '../schemas/core/rbac.ts'
import { allPermissions } from './all-permissions.ts'
import { isAuthorized, type RbacPolicy } from './rbac.ts'

const policy: RbacPolicy = {
  roles: [
    { role_id: 'reader', description: '', permissions: [{ resource_id: 'documents', actions: ['read'] }] },
    {
      role_id: 'admin',
      description: '',
      permissions: [
        { resource_id: 'documents', actions: ['*'] },
        { resource_id: 'invoices', actions: ['read', 'pay'] },
      ],
    },
  ],
  resources: [
    { resource_id: 'documents', description: '', actions: ['read', 'write'] },
    { resource_id: 'invoices', description: '', actions: ['read', 'pay', 'cancel'] },
  ],
  scopes: [],
}

describe('a policy', () => {
  it('has roles with permissions, and resources with actions [C-RBAC-01]', () => {
    expect(rbacPolicy.parse(policy)).toEqual(policy)
    const broken = [
      { ...policy, roles: undefined },
      { ...policy, resources: undefined },
      { ...policy, roles: [{ ...policy.roles[0], role_id: undefined }] },
      { ...policy, roles: [{ ...policy.roles[0], permissions: undefined }] },
      { ...policy, roles: [{ ...policy.roles[0], permissions: [{ resource_id: 'documents' }] }] },
      { ...policy, roles: [{ ...policy.roles[0], permissions: [{ actions: ['read'] }] }] },
      { ...policy, resources: [{ ...policy.resources[0], resource_id: undefined }] },
      { ...policy, resources: [{ ...policy.resources[0], actions: undefined }] },
    ]
    expect(broken.map((value) => rbacPolicy.safeParse(value).success)).toEqual(broken.map(() => false))
  })
})

describe('isAuthorized', () => {
  it('permits an action that a permission of any role names [C-RBAC-02]', () => {
    expect(isAuthorized(policy, ['reader'], 'documents', 'read')).toBe(true)
    expect(isAuthorized(policy, ['reader', 'admin'], 'invoices', 'pay')).toBe(true)
    expect(isAuthorized(policy, ['unknown', 'reader'], 'documents', 'read')).toBe(true)
  })

  it('permits every action of a permission for all actions [C-RBAC-03]', () => {
    expect(isAuthorized(policy, ['admin'], 'documents', 'write')).toBe(true)
    expect(isAuthorized(policy, ['admin'], 'documents', 'anything at all')).toBe(true)
  })

  it('denies another resource, another action, an unknown role and no roles [C-RBAC-04]', () => {
    expect(isAuthorized(policy, ['reader'], 'invoices', 'read')).toBe(false)
    expect(isAuthorized(policy, ['reader'], 'documents', 'write')).toBe(false)
    expect(isAuthorized(policy, ['unknown'], 'documents', 'read')).toBe(false)
    expect(isAuthorized(policy, [], 'documents', 'read')).toBe(false)
    expect(isAuthorized({ roles: [] }, ['admin'], 'documents', 'read')).toBe(false)
  })

  it('does not match parts of names or a requested star', () => {
    expect(isAuthorized(policy, ['reader'], 'document', 'read')).toBe(false)
    expect(isAuthorized(policy, ['reader'], 'documents', 'rea')).toBe(false)
    expect(isAuthorized(policy, ['reader'], 'documents', '*')).toBe(false)
    expect(isAuthorized(policy, ['*'], 'documents', 'read')).toBe(false)
  })

  it('does not treat the resource * as all resources', () => {
    const starred = {
      roles: [{ role_id: 'r', description: '', permissions: [{ resource_id: '*', actions: ['read', '*'] }] }],
    }
    expect(isAuthorized(starred, ['r'], 'documents', 'read')).toBe(false)
    expect(isAuthorized(starred, ['r'], 'documents', 'write')).toBe(false)
    expect(isAuthorized(starred, ['r'], '*', 'read')).toBe(true)
  })

  it('treats names such as toString like other names', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      expect(isAuthorized(policy, [name], 'documents', 'read')).toBe(false)
      expect(isAuthorized(policy, ['admin'], name, 'read')).toBe(false)
      expect(isAuthorized(policy, ['reader'], 'documents', name)).toBe(false)
      const hostile = {
        roles: [{ role_id: name, description: '', permissions: [{ resource_id: name, actions: [name] }] }],
      }
      expect(isAuthorized(hostile, [name], name, name)).toBe(true)
    }
  })
})

describe('allPermissions', () => {
  it('returns every resource and action of the policy [C-RBAC-05]', () => {
    const plain = (roles: string[]) => JSON.parse(JSON.stringify(allPermissions(policy, roles, isAuthorized)))
    expect(plain(['reader'])).toEqual({
      documents: { read: true, write: false },
      invoices: { read: false, pay: false, cancel: false },
    })
    expect(plain(['admin'])).toEqual({
      documents: { read: true, write: true },
      invoices: { read: true, pay: true, cancel: false },
    })
    expect(plain([])).toEqual({
      documents: { read: false, write: false },
      invoices: { read: false, pay: false, cancel: false },
    })
  })

  it('returns a resource or an action named __proto__ as a plain entry', () => {
    const map = allPermissions(
      {
        roles: [{ role_id: 'r', description: '', permissions: [{ resource_id: '__proto__', actions: ['__proto__'] }] }],
        resources: [{ resource_id: '__proto__', description: '', actions: ['__proto__', 'read'] }],
      },
      ['r'],
      isAuthorized,
    )
    expect(Object.keys(map)).toEqual(['__proto__'])
    expect(Object.values(map).map(Object.entries)).toEqual([
      [
        ['__proto__', true],
        ['read', false],
      ],
    ])
    expect(Object.prototype).not.toHaveProperty('read')
  })

  it('grants nothing through the prototype', () => {
    expect(allPermissions(policy, ['admin'], isAuthorized).constructor).toBeUndefined()
  })
})
