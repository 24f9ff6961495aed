import { builtInActions, builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directAssignment } from '../../organizations/member.ts'
import { memberUpdate, organizationUpdate } from '../../organizations/permissions.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { createBusinessHarness } from '../../testing/business-harness.ts'
import { openTestStorage } from '../../testing/harness.ts'

/** A valid value for each field that has a permission of its own. */
const organizationValues: Record<string, unknown> = {
  organization_name: 'Acme Inc.',
  organization_slug: 'acme-inc',
  organization_logo_url: 'https://acme.example/logo.png',
  sso_default_connection_id: '',
  sso_jit_provisioning: 'NOT_ALLOWED',
  sso_jit_provisioning_allowed_connections: [],
  email_allowed_domains: ['acme.example'],
  email_jit_provisioning: 'NOT_ALLOWED',
  email_invites: 'ALL_ALLOWED',
  oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
  allowed_oauth_tenants: {},
  auth_methods: 'ALL_ALLOWED',
  allowed_auth_methods: ['magic_link'],
  mfa_policy: 'OPTIONAL',
  mfa_methods: 'ALL_ALLOWED',
  allowed_mfa_methods: ['totp'],
  rbac_email_implicit_role_assignments: [],
  first_party_connected_apps_allowed_type: 'ALL_ALLOWED',
  allowed_first_party_connected_apps: [],
  third_party_connected_apps_allowed_type: 'ALL_ALLOWED',
  allowed_third_party_connected_apps: [],
}
const memberValues: Record<string, unknown> = {
  name: 'Bob',
  untrusted_metadata: { theme: 'dark' },
  mfa_phone_number: '+15005550006',
  email_address: 'bob@acme.example',
  unlink_email: false,
  is_breakglass: false,
  mfa_enrolled: false,
  default_mfa_method: 'totp',
  roles: [],
}

const updates = [
  { update: organizationUpdate, path: '/b2b/organizations/me', values: organizationValues },
  { update: memberUpdate, path: '/b2b/organizations/members/', values: memberValues },
] as const

const roleFor = (resource: string, action: string) => ({
  ...{ role_id: `${resource} ${action}`, description: '' },
  permissions: [{ resource_id: `latchkey.${resource}`, actions: [action] }],
})
const rbacPolicy = {
  roles: updates.flatMap(({ update: { resource } }) =>
    builtInActions[resource].map((action) => roleFor(resource, action)),
  ),
  ...{ resources: [], scopes: [] },
}

const generous = { limit: 1e9, windowMs: 60_000 }
const limits = { requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous }

describe('the permissions of fields', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
  })
  afterAll(() => storage.close())

  async function start() {
    const harness = await createBusinessHarness(storage, { settings: { rbacPolicy, limits }, config: { limits } })
    const acme = await harness.addOrganization('acme')
    const member = await harness.addMember(acme, 'ada@acme.example')
    const other = await harness.addMember(acme, 'bob@acme.example')
    const { session_token: session } = await harness.signInTo(acme, 'ada@acme.example')
    const grant = (roleIds: readonly string[]) =>
      storage.roles.replace(organizationRealm(acme), member.id, directAssignment, roleIds)
    const change = (path: string, body: object) =>
      harness.call('PUT', path.endsWith('/') ? `${path}${other.id}` : path, body, { session })
    const rows = async () => [
      await storage.organizations.get(acme.projectId, acme.id),
      await storage.members.get(organizationRealm(acme), other.id),
    ]
    return { harness, grant, change, rows }
  }

  it.each(updates)('of $path are one action each, and no other action is enough [B-RBAC-06]', async (given) => {
    const { update, path, values } = given
    const { harness, grant, change } = await start()
    expect(Object.keys(update.actions).sort()).toEqual(Object.keys(values).sort())
    const actions = [...new Set(Object.values(update.actions))]
    for (const [field, needed] of Object.entries(update.actions)) {
      const accepted: string[] = []
      for (const action of actions) {
        await grant([roleFor(update.resource, action).role_id])
        const { outcome } = await change(path, { [field]: values[field] })
        if (outcome !== 'unauthorized_action') expect([field, outcome]).toEqual([field, '200'])
        if (outcome === '200') accepted.push(action)
      }
      expect([field, accepted]).toEqual([field, [needed]])
    }
    await harness.close()
  })

  it('are all with admins, and with other members none [B-RBAC-01]', async () => {
    const { harness, grant, change } = await start()
    for (const { update, path, values } of updates) {
      await grant([builtInRoleIds.admin])
      expect((await change(path, values)).outcome).toBe('200')
      await grant([])
      for (const [field, action] of Object.entries(update.actions)) {
        const { json } = await change(path, { [field]: values[field] })
        expect(json.error_details).toEqual({ missing: [{ resource: `latchkey.${update.resource}`, action }] })
      }
    }
    await harness.close()
  })

  it.each(updates)('of $path reject the whole request for one that is missing [B-RBAC-05]', async (given) => {
    const { update, path, values } = given
    const { harness, grant, change, rows } = await start()
    const before = await rows()
    const actions = [...new Set(Object.values(update.actions))]
    for (const missing of actions) {
      await grant(actions.filter((action) => action !== missing).map((one) => roleFor(update.resource, one).role_id))
      const { status, outcome, json } = await change(path, values)
      expect([status, outcome, json.error_details]).toEqual([
        ...[403, 'unauthorized_action'],
        { missing: [{ resource: `latchkey.${update.resource}`, action: missing }] },
      ])
      expect(await rows()).toEqual(before)
    }
    await harness.close()
  })
})
