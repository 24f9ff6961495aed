import { describe, expect, it } from 'vitest'
import { ProviderError } from '../core/provider-error.ts'
import { memberUpdate, organizationUpdate, selfUpdate } from './permissions.ts'
import { neededPermissions, requirePermission } from './require-permission.ts'

const rbac = {
  roles: [
    {
      role_id: 'reader',
      description: '',
      permissions: [{ resource_id: 'latchkey.organization', actions: ['update.info.name', 'delete'] }],
    },
  ],
}

describe('neededPermissions', () => {
  it('is the permission of the route', () => {
    expect(neededPermissions({ resource: 'member', action: 'create' }, { name: 'Ada' })).toEqual([
      { resource: 'latchkey.member', action: 'create' },
    ])
  })

  it('has one permission for each field of the request, and none for unknown fields', () => {
    const body = {
      organization_name: '',
      mfa_methods: 'RESTRICTED',
      allowed_mfa_methods: [],
      email_invites: undefined,
      unknown: 1,
    }
    expect(neededPermissions(organizationUpdate, body)).toEqual([
      { resource: 'latchkey.organization', action: 'update.info.name' },
      { resource: 'latchkey.organization', action: 'update.settings.allowed-mfa-methods' },
    ])
    expect(neededPermissions(selfUpdate, {})).toEqual([])
  })

  it('treats a field that is set to null or empty as a change', () => {
    expect(neededPermissions(memberUpdate, { roles: [], mfa_phone_number: null })).toEqual([
      { resource: 'latchkey.member', action: 'update.info.mfa-phone' },
      { resource: 'latchkey.member', action: 'update.settings.roles' },
    ])
  })

  it('ignores fields of the prototype and bodies that are not objects', () => {
    expect(neededPermissions(organizationUpdate, Object.create({ organization_name: 'x' }))).toEqual([])
    expect(
      [null, undefined, 'organization_name', 7].flatMap((body) => neededPermissions(organizationUpdate, body)),
    ).toEqual([])
  })
})

describe('requirePermission', () => {
  it('accepts a caller whose roles have every permission', () => {
    const needed = neededPermissions(organizationUpdate, { organization_name: 'Acme' })
    expect(() => requirePermission(rbac, ['other', 'reader'], needed)).not.toThrow()
    expect(() => requirePermission(rbac, [], [])).not.toThrow()
  })

  it('rejects the whole request and names every missing permission', () => {
    const needed = neededPermissions(organizationUpdate, {
      ...{ organization_name: 'Acme', organization_slug: 'acme', mfa_policy: 'OPTIONAL' },
    })
    expect(() => requirePermission(rbac, ['reader'], needed)).toThrow(ProviderError)
    try {
      requirePermission(rbac, ['reader'], needed)
    } catch (error) {
      expect((error as ProviderError).type).toBe('unauthorized_action')
      expect((error as ProviderError).details).toEqual({
        missing: [
          { resource: 'latchkey.organization', action: 'update.info.slug' },
          { resource: 'latchkey.organization', action: 'update.settings.mfa-policy' },
        ],
      })
    }
  })
})
