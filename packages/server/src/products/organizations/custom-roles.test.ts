import type { RbacRole } from '@latchkey/contract'
import { builtInRoleIds, type Organization } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { directAssignment } from '../../organizations/member.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'

const me = '/b2b/organizations/me'
const members = '/b2b/organizations/members'
const role = (role_id: string, resource_id: string, ...actions: string[]): RbacRole => ({
  ...{ role_id, description: `Role ${role_id}`, permissions: [{ resource_id, actions }] },
})
const customRoles = 'latchkey.custom-org-roles'
const organization = 'latchkey.organization'
const renamer = role('renamer', organization, 'update.info.name')
const reader = role('reader', 'documents', 'read')
const rbacPolicy = {
  roles: [
    role('designer', customRoles, 'create', 'update'),
    role('cleaner', customRoles, 'delete'),
    role('writer', 'documents', 'write'),
  ],
  resources: [{ resource_id: 'documents', description: '', actions: ['read', 'write'] }],
  scopes: [],
}

describe.each(engines)('roles of an organization on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start() {
    const harness = await createBusinessHarness(storage, { settings: { rbacPolicy } })
    const open = async (slug: string) => {
      const created = await harness.addOrganization(slug)
      await harness.addMember(created, `ada@${slug}.example`, { roles: [builtInRoleIds.admin] })
      const bob = await harness.addMember(created, `bob@${slug}.example`)
      const admin = (await harness.signInTo(created, `ada@${slug}.example`)).session_token
      const plain = (await harness.signInTo(created, `bob@${slug}.example`)).session_token
      return { organization: created, bob, admin, plain }
    }
    const call = async (session: string, body: object, path = me) => {
      const answer = await harness.call('PUT', path, body, { session })
      const data = answer.data as unknown as { organization: Organization } | undefined
      return { ...answer, roles: data?.organization.custom_roles }
    }
    const assign = (of: OrganizationRecord, memberId: string, roles: string[]) =>
      storage.roles.replace(organizationRealm(of), memberId, directAssignment, roles)
    return { harness, acme: await open('acme'), open, call, assign }
  }

  it.inTurn('are defined by an admin, and decide in this organization only [B-RBAC-12]', async () => {
    const { harness, acme, open, call, assign } = await start()
    const globex = await open('globex')
    expect((await call(acme.admin, { custom_roles: [renamer, reader] })).roles).toEqual([reader, renamer])
    const give = (session: string, id: string) =>
      call(session, { roles: ['renamer'], preserve_existing_sessions: true }, `${members}/${id}`)
    expect((await call(acme.plain, { organization_name: 'Acme 2' })).outcome).toBe('unauthorized_action')
    expect((await give(acme.admin, acme.bob.id)).outcome).toBe('200')
    expect((await call(acme.plain, { organization_name: 'Acme 2' })).outcome).toBe('200')
    expect((await give(globex.admin, globex.bob.id)).json.body?.[0]?.dataPath).toBe('.roles[0]')
    await assign(globex.organization, globex.bob.id, ['renamer'])
    expect((await call(globex.plain, { organization_name: 'Globex 2' })).outcome).toBe('unauthorized_action')
    const { member_session, organization: read } = await harness.signInTo(acme.organization, 'bob@acme.example')
    expect([member_session.roles, read.custom_roles]).toEqual([
      [builtInRoleIds.member, 'renamer'],
      [reader, renamer],
    ])
    const elsewhere = await harness.signInTo(globex.organization, 'bob@globex.example')
    expect([elsewhere.member_session.roles, elsewhere.organization.custom_roles]).toEqual([[builtInRoleIds.member], []])
    await harness.close()
  })

  it.inTurn('leave all members when they are removed, and stay removed for these', async () => {
    const { harness, acme, call, assign } = await start()
    await call(acme.admin, { custom_roles: [renamer, reader] })
    await assign(acme.organization, acme.bob.id, ['renamer'])
    expect((await call(acme.admin, { custom_roles: [reader] })).roles).toEqual([reader])
    expect((await call(acme.plain, { organization_name: 'Acme 2' })).outcome).toBe('unauthorized_action')
    await call(acme.admin, { custom_roles: [reader, renamer] })
    expect((await call(acme.plain, { organization_name: 'Acme 2' })).outcome).toBe('unauthorized_action')
    await assign(acme.organization, acme.bob.id, ['reader'])
    const changed = { ...reader, permissions: renamer.permissions }
    expect((await call(acme.admin, { custom_roles: [changed] })).roles).toEqual([changed])
    expect((await call(acme.plain, { organization_name: 'Acme 2' })).outcome).toBe('200')
    await harness.close()
  })

  it.inTurn(
    'need the action for each change, and every permission that they define [B-RBAC-12] [B-RBAC-14]',
    async () => {
      const { harness, acme, call, assign } = await start()
      await call(acme.admin, { custom_roles: [reader] })
      const missing = (resource: string, ...actions: string[]) => ({
        missing: actions.map((action) => ({ resource, action })),
      })
      const writer = role('second', 'documents', 'write')
      const attempts: [string[], RbacRole[], object | null][] = [
        [[], [], missing(customRoles, 'delete')],
        [[], [reader, role('empty', 'documents')], missing(customRoles, 'create')],
        [[], [role('reader', 'documents')], missing(customRoles, 'update')],
        [['cleaner'], [reader, role('empty', 'documents')], missing(customRoles, 'create')],
        [['designer'], [], missing(customRoles, 'delete')],
        [['designer'], [reader, writer], missing('documents', 'write')],
        [['designer'], [reader, role('all', customRoles, '*')], missing(customRoles, '*')],
        [['designer'], [reader, role('own', customRoles, 'delete')], missing(customRoles, 'delete')],
        [['designer', 'reader'], [role('reader', organization, '*')], missing(organization, '*')],
        [['designer', 'writer'], [reader, writer], null],
        [['designer', 'cleaner', 'writer'], [writer], null],
      ]
      for (const [roles, custom_roles, details] of attempts) {
        await assign(acme.organization, acme.bob.id, roles)
        const before = await storage.organizations.get(acme.organization.projectId, acme.organization.id)
        const answer = await call(acme.plain, { custom_roles })
        expect([roles, custom_roles, answer.outcome]).toEqual([
          ...[roles, custom_roles],
          details === null ? '200' : 'unauthorized_action',
        ])
        if (details === null) continue
        expect(answer.json.error_details).toEqual(details)
        expect(await storage.organizations.get(acme.organization.projectId, acme.organization.id)).toEqual(before)
      }
      await harness.close()
    },
  )

  it.inTurn('are rejected with a taken or repeated id, an unknown resource, or too many', async () => {
    const { harness, acme, call } = await start()
    const many = Array.from({ length: 101 }, (_, index) => role(`role-${index}`, 'documents', 'read'))
    const cases: [RbacRole[], string, string][] = [
      [[reader, role('writer', 'documents', 'read')], '.custom_roles[1].role_id', 'is a role of the project'],
      [[role(builtInRoleIds.admin, 'documents', 'read')], '.custom_roles[0].role_id', 'is a role of the project'],
      [[reader, reader], '.custom_roles', 'has the role_id "reader" twice'],
      [[role('reader', 'files', 'read')], '.custom_roles', 'has a permission on "files", which is not a resource'],
      [[role('reader', 'documents', 'erase')], '.custom_roles', 'is not an action of it'],
      [many, '.custom_roles', 'must have at most 100 roles'],
      [many.slice(1).map((one) => ({ ...one, description: 'x'.repeat(400) })), '.custom_roles', '32768 bytes'],
    ]
    for (const [custom_roles, dataPath, message] of cases) {
      const [issue] = (await call(acme.admin, { custom_roles })).json.body ?? []
      expect(issue).toMatchObject({ dataPath, message: expect.stringContaining(message) })
    }
    expect((await call(acme.admin, { custom_roles: many.slice(1) })).roles).toHaveLength(100)
    await harness.close()
  })

  it.inTurn('can be given to a domain in the same request', async () => {
    const { harness, acme, call } = await start()
    const rbac_email_implicit_role_assignments = [{ role_id: 'renamer', domain: 'acme.example' }]
    const unknown = await call(acme.admin, { rbac_email_implicit_role_assignments })
    expect(unknown.json.body?.[0]?.dataPath).toBe('.rbac_email_implicit_role_assignments')
    const both = await call(acme.admin, { custom_roles: [renamer], rbac_email_implicit_role_assignments })
    expect(both.outcome).toBe('200')
    expect((await call(acme.plain, { organization_name: 'Acme 2' })).outcome).toBe('200')
    await harness.close()
  })
  it.inTurn('are given to no domain any more after they were removed', async () => {
    const { harness, acme, call } = await start()
    const rbac_email_implicit_role_assignments = [{ role_id: 'renamer', domain: 'acme.example' }]
    await call(acme.admin, { custom_roles: [renamer], rbac_email_implicit_role_assignments })
    expect((await call(acme.admin, { custom_roles: [] })).outcome).toBe('200')
    // Another role with the same id is a new one.
    expect((await call(acme.admin, { custom_roles: [renamer] })).outcome).toBe('200')
    expect((await call(acme.plain, { organization_name: 'Acme 2' })).outcome).toBe('unauthorized_action')
    await harness.close()
  })
})
