import type { RbacRole } from '@latchkey/contract'
import { builtInActions, builtInResourceId, builtInRoleIds } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { afterAll, beforeAll, it as bothEngines, describe, expect, it } from 'vitest'
import { decideJoin, type JoinFacts } from '../../organizations/join.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { organizationPolicy } from '../../organizations/policy.ts'
import { effectiveRoles, missingPermissions, rolesOfOrganization } from '../../organizations/roles.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { type Answer, engines, openTestStorage } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { rejectionsOf } from './witness.suite.ts'

const mallory = 'mallory@acme.test'
const accomplice = 'accomplice@acme.test'
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = { requests_per_ip: generous, sends_per_ip: generous, sends_per_address: generous }
const role = (role_id: string, resource_id: string, ...actions: string[]): RbacRole => ({
  ...{ role_id, description: '', permissions: [{ resource_id, actions }] },
})
const organizationResource = builtInResourceId('organization')
const memberResource = builtInResourceId('member')
const customRoles = builtInResourceId('custom-org-roles')
const rbacPolicy = {
  roles: [
    role('manager', memberResource, 'create', 'update.settings.roles', 'update.info.email', 'update.info.name'),
    role('domains', organizationResource, 'update.settings.implicit-roles'),
    role('designer', customRoles, 'create', 'update'),
    role('owner', organizationResource, '*'),
    role('writer', 'documents', 'write'),
  ],
  resources: [{ resource_id: 'documents', description: '', actions: ['read', 'write'] }],
  scopes: [],
}
const { admin, member: plain } = builtInRoleIds
const allActions = [
  ...Object.entries(builtInActions).flatMap(([resource, actions]) =>
    actions.map((action) => ({ resource: builtInResourceId(resource as 'self'), action })),
  ),
  ...['read', 'write'].map((action) => ({ resource: 'documents', action })),
]
/** What an attacker puts into every body. */
const claims = {
  ...{ roles: [admin, 'owner'], is_admin: true, role_id: admin, member_roles: [{ role_id: admin }] },
  trusted_metadata: { roles: [admin], is_admin: true },
  untrusted_metadata: { roles: [admin], is_admin: true },
  custom_roles: [role(plain, 'documents', 'write'), role('own', 'documents', 'write')],
  rbac_email_implicit_role_assignments: [{ role_id: 'writer', domain: 'acme.test' }],
}

describe.each(engines)('roles of attackers on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open(roles: string[]) {
    const settings = { rbacPolicy, limits, createOrganizationEnabled: true }
    const harness = await createBusinessHarness(storage, { settings, config: { limits } })
    const acme = await harness.addOrganization('acme')
    const times = { createdAt: harness.clock.now(), updatedAt: harness.clock.now() }
    const held = { roleId: 'held', description: '', permissions: [{ resource_id: 'documents', actions: ['read'] }] }
    await storage.roles.insertCustom({ ...organizationRealm(acme), ...held, ...times })
    await harness.addMember(acme, 'ada@acme.test', { roles: [admin] })
    const attacker = await harness.addMember(acme, mallory, { roles })
    const friend = await harness.addMember(acme, accomplice)
    const { session_token: session } = await harness.signInTo(acme, mallory)
    const call = (method: string, path: string, body: object) => harness.call(method, path, body, { session })
    /** The permissions of each member of the organization. */
    async function permissions(of: OrganizationRecord = acme) {
      const current = (await storage.organizations.get(of.projectId, of.id)) ?? of
      const { items } = await storage.members.list(organizationRealm(of), { limit: 99 })
      return items.map((member) => {
        const { rbac, roles: held } = memberState(harness.project, current, member)
        const missing = missingPermissions(
          rbac,
          held.map(({ roleId }) => roleId),
          allActions,
        )
        return { id: member.id, status: member.status, missing }
      })
    }
    return { harness, acme, attacker, friend, call, permissions }
  }

  type Attack = Awaited<ReturnType<typeof open>>
  const members = '/b2b/organizations/members'
  const me = '/b2b/organizations/me'
  const invite = '/b2b/magic_links/email/invite'
  const implicit = (role_id: string) => ({ rbac_email_implicit_role_assignments: [{ role_id, domain: 'acme.test' }] })

  /** The path, the roles of the attacker, and the calls. */
  const paths: [string, string[], (attack: Attack) => (() => Promise<Answer>)[]][] = [
    ['an update of itself', [], ({ call }) => [() => call('PUT', `${members}/update`, { name: 'Mallory', ...claims })]],
    [
      'metadata',
      ['manager'],
      ({ call, attacker }) => [
        () => call('PUT', `${members}/update`, claims),
        () => call('PUT', `${members}/${attacker.id}`, { trusted_metadata: claims.trusted_metadata }),
      ],
    ],
    [
      'an update of members without the permission',
      [],
      ({ call, attacker, friend }) =>
        [attacker, friend].map(
          ({ id }) =>
            () =>
              call('PUT', `${members}/${id}`, { roles: [admin] }),
        ),
    ],
    [
      'an update of members with the permission',
      ['manager'],
      ({ call, attacker, friend }) =>
        [attacker, friend].flatMap(({ id }) =>
          [[admin], ['owner'], ['manager', 'writer'], ['manager', 'designer'], [plain, admin]].map(
            (roles) => () => call('PUT', `${members}/${id}`, { roles, preserve_existing_sessions: true }),
          ),
        ),
    ],
    [
      'an invitation',
      ['manager'],
      ({ call }) => [
        ...[[admin], ['owner'], ['writer'], ['manager', 'owner']].map(
          (roles) => () => call('POST', invite, { email_address: 'second@acme.test', roles }),
        ),
        () => call('POST', members, { email_address: 'second@acme.test', roles: ['owner'] }),
      ],
    ],
    [
      'a role for a domain',
      ['domains'],
      ({ call }) => [admin, 'owner', 'writer'].map((id) => () => call('PUT', me, implicit(id))),
    ],
    [
      'a custom role',
      ['designer', 'held'],
      ({ call }) => [
        // The role that the attacker has, with more permissions.
        () => call('PUT', me, { custom_roles: [role('held', organizationResource, '*')] }),
        () => call('PUT', me, { custom_roles: [role('held', 'documents', 'read', 'write')] }),
        () => call('PUT', me, { custom_roles: [role('held', customRoles, '*')] }),
        () => call('PUT', me, { custom_roles: [role('designer', organizationResource, '*')] }),
        () => call('PUT', me, { custom_roles: [role(plain, organizationResource, '*')] }),
        () => call('PUT', me, { custom_roles: [role('own', customRoles, '*')] }),
        () => call('PUT', me, { custom_roles: [role('own', 'documents', 'write')] }),
        () => call('PUT', me, { custom_roles: [role('own', customRoles, 'create', 'delete')] }),
        () => call('PUT', me, claims),
      ],
    ],
  ]

  it.each(paths)('get no permission by %s (B-2) [B-RBAC-14]', async (way, roles, callsOf) => {
    const attack = await open(roles)
    const before = await attack.permissions()
    const statuses = new Set<number>()
    for (const call of callsOf(attack)) {
      const { status, outcome, json } = await call()
      expect([200, 400, 403]).toContain(status)
      if (status === 403) {
        expect(outcome).toBe('unauthorized_action')
        expect(await rejectionsOf(storage, json.request_id)).toEqual(['call_reject unauthorized_action'])
      }
      statuses.add(status)
      noteVariants(1)
      expect(await attack.permissions()).toEqual(before)
    }
    // Members may change themselves, with the fields that they may change.
    expect(statuses).toContain(['an update of itself', 'metadata'].includes(way) ? 200 : 403)
    await attack.harness.close()
  })

  it.inTurn('get no permission elsewhere by the creation of an organization (B-2) [B-RBAC-14]', async () => {
    const { harness, acme, permissions } = await open([])
    const before = await permissions()
    const token = await harness.discover(mallory)
    const body = { ...claims, intermediate_session_token: token, session_duration_minutes: 30 }
    const created = dataOf(await harness.call('POST', '/b2b/discovery/organizations/create', body))
    expect(created.member_session.roles).toEqual([plain, admin])
    expect(created.organization.custom_roles).toEqual([])
    expect([created.organization.organization_id === acme.id, await permissions()]).toEqual([false, before])
    await harness.close()
  })
})

describe('roles of an identity provider and a directory', () => {
  const rbac = rolesOfOrganization(rbacPolicy, [])
  const names = [...rbac.roles.map(({ role_id }) => role_id), 'staff', 'admin', '', 'connection-1|staff', '*']
  const policy = organizationPolicy({ sso_jit_provisioning: 'ALL_ALLOWED' })
  const missing = (assignments: Parameters<typeof effectiveRoles>[2]['assignments']) => {
    const roles = effectiveRoles(rbac, policy, { assignments, provenAddress: null })
    const ids = roles.map(({ roleId }) => roleId)
    return missingPermissions(rbac, ids, allActions)
  }

  it('follow from mapped groups only, whatever names a person has (B-2) [B-RBAC-14]', () => {
    const facts = (groupRoles: JoinFacts['connections'][number]['groupRoles']): JoinFacts => ({
      ...{ policy, domainProof: 'not_required', verifiedDomains: ['acme.test'], isCommonDomain: () => false },
      ...{ connections: [{ id: 'connection-1', roleIds: [], groupRoles }], member: null },
    })
    const groups = fc.uniqueArray(fc.constantFrom(...names))
    const mapping = fc.array(fc.record({ group: fc.constantFrom(...names), roleId: fc.constantFrom(...names) }))
    fc.assert(
      fc.property(groups, mapping, (held, mapped) => {
        const sso = { kind: 'sso', connectionId: 'connection-1', address: mallory, groups: held } as const
        const join = decideJoin(facts(mapped), sso)
        const expected = mapped.filter(({ group }) => held.includes(group)).map(({ roleId }) => roleId)
        expect(join.allowed && join.roles.map(({ roleId }) => roleId).sort()).toEqual(expected.sort())
        const unmapped = decideJoin(facts([]), sso)
        expect(unmapped.allowed && missing(unmapped.roles)).toEqual(missing([]))
      }),
      { numRuns: 10_000 },
    )
  })

  it('give nothing if the policy does not have them', () => {
    for (const kind of ['sso_connection', 'sso_connection_group', 'scim_connection_group'] as const)
      expect(missing([{ roleId: 'root', source: { kind, id: 'connection-1|latchkey_admin' } }])).toEqual(missing([]))
  })
})
