import type { JsonObject } from '@latchkey/contract'
import { builtInRoleIds, type Member } from '@latchkey/contract/b2b'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { directAssignment, emailOfMember } from '../../organizations/member.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'

const ada = 'ada@acme.example'
const bob = 'bob@acme.example'
const direct = { type: 'direct_assignment', details: {} }
const emailRoles = { rbac_email_implicit_role_assignments: [{ role_id: 'editor', domain: 'acme.example' }] }
const connection = { sourceKind: 'sso_connection', sourceId: 'connection-1' } as const
const role = (role_id: string, actions: string[]) => ({
  ...{ role_id, description: '', permissions: [{ resource_id: 'latchkey.organization', actions }] },
})
const rbacPolicy = {
  roles: [role('editor', ['update.info.name']), role('owner', ['*'])],
  ...{ resources: [], scopes: [] },
}

describe.each(engines)('roles of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start() {
    const harness = await createBusinessHarness(storage, { settings: { rbacPolicy } })
    const acme = await harness.addOrganization('acme')
    const admin = await harness.addMember(acme, ada, { roles: [builtInRoleIds.admin] })
    const member = await harness.addMember(acme, bob)
    return { harness, acme, admin, member, realm: organizationRealm(acme) }
  }

  async function readSelf(harness: BusinessHarness, session: string): Promise<Member> {
    const answer = await harness.call('GET', '/b2b/organizations/members/me', undefined, { session })
    return (answer.data as unknown as { member: Member }).member
  }

  async function rolesOf(harness: BusinessHarness, session: string) {
    return Object.fromEntries(
      (await readSelf(harness, session)).roles.map(({ role_id, sources }) => [role_id, sources]),
    )
  }

  async function changeSettings({ projectId, id }: OrganizationRecord, settings: JsonObject): Promise<void> {
    const found = await storage.organizations.get(projectId, id)
    await storage.organizations.update(projectId, id, found?.revision ?? 0, { settings }, found?.updatedAt ?? 0)
  }

  const rename = (harness: BusinessHarness, session: string, organization_name: string) =>
    harness.call('PUT', '/b2b/organizations/me', { organization_name }, { session })

  it.inTurn('are the union of all sources, and end with their last source [B-RBAC-08] [B-RBAC-09]', async () => {
    const { harness, acme, member, realm } = await start()
    const group = { sourceKind: 'sso_connection_group', sourceId: 'connection-1|a|b' } as const
    const directory = { sourceKind: 'scim_connection_group', sourceId: 'directory-1|staff' } as const
    for (const source of [connection, group, directory, directAssignment])
      await storage.roles.replace(realm, member.id, source, ['editor'])
    const { session_token: session } = await harness.signInTo(acme, bob)
    await changeSettings(acme, emailRoles)
    const sources = [
      direct,
      { type: 'scim_connection_group', details: { connection_id: 'directory-1', group: 'staff' } },
      { type: 'sso_connection', details: { connection_id: 'connection-1' } },
      { type: 'sso_connection_group', details: { connection_id: 'connection-1', group: 'a|b' } },
      { type: 'email_assignment', details: { email_domain: 'acme.example' } },
    ]
    const left = [...sources]
    const expected = () => ({ [builtInRoleIds.member]: [direct], ...(left.length > 0 ? { editor: [...left] } : {}) })
    expect(await rolesOf(harness, session)).toEqual(expected())
    const ends = [
      () => storage.roles.replace(realm, member.id, directAssignment, []),
      () => storage.roles.removeSource(realm, directory),
      () => storage.roles.removeSource(realm, connection),
      () => storage.roles.removeSource(realm, group),
      () => changeSettings(acme, {}),
    ]
    for (const end of ends) {
      expect((await rename(harness, session, 'Acme')).outcome).toBe(left.length > 0 ? '200' : 'unauthorized_action')
      await end()
      left.shift()
      expect(await rolesOf(harness, session)).toEqual(expected())
    }
    expect((await rename(harness, session, 'Acme')).outcome).toBe('unauthorized_action')
    await harness.close()
  })

  it.inTurn('follow from the domain of an address that is proven, and from no other [B-RBAC-10]', async () => {
    const { harness, acme, admin } = await start()
    const { session_token: session } = await harness.signInTo(acme, ada)
    const { outcome } = await harness.call('PUT', '/b2b/organizations/me', emailRoles, { session })
    expect(outcome).toBe('200')
    const unproven = await harness.addMember(acme, 'eve@acme.example', { isVerified: false })
    const other = await harness.addMember(acme, 'eve@mail.acme.example')
    const people = [admin, other, unproven].map(({ id }) => id)
    const { items } = await storage.members.list(organizationRealm(acme), { limit: 9 })
    const stored = items.filter(({ id }) => people.includes(id))
    const holders = stored
      .map((member) => memberState(harness.project, { ...acme, settings: emailRoles }, member))
      .filter(({ roles }) => roles.some(({ roleId }) => roleId === 'editor'))
      .map(({ member }) => emailOfMember(member))
    expect(holders).toEqual([ada])
    // The first sign-in proves the address.
    const signedIn = await harness.signInTo(acme, 'eve@acme.example')
    expect(signedIn.member_session.roles).toEqual([builtInRoleIds.member, 'editor'])
    await harness.close()
  })

  it.inTurn('decide as they are stored, not as the JWT of the session has them [B-RBAC-04]', async () => {
    const { harness, acme, member, realm } = await start()
    const rolesOfJwt = (jwt: string) => Object.values(decodeJwt(jwt)).flatMap((claim) => Object(claim).roles ?? [])
    await storage.roles.replace(realm, member.id, directAssignment, ['owner'])
    const { session_token: session, session_jwt: jwt } = await harness.signInTo(acme, bob)
    expect(rolesOfJwt(jwt)).toEqual([builtInRoleIds.member, 'owner'])
    expect((await rename(harness, session, 'First')).outcome).toBe('200')
    await storage.roles.replace(realm, member.id, directAssignment, [])
    expect((await rename(harness, session, 'Second')).outcome).toBe('unauthorized_action')
    await storage.roles.replace(realm, member.id, directAssignment, ['editor'])
    expect((await rename(harness, session, 'Third')).outcome).toBe('200')
    expect((await storage.organizations.get(acme.projectId, acme.id))?.name).toBe('Third')
    await harness.close()
  })
})
