import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { organizationRealm } from '../../storage/realm.ts'
import type { ConnectedAppRecord, MemberRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'

const ada = 'ada@globex.example'
const bob = 'bob@globex.example'

describe.each(engines)('connected apps of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open() {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    const admin = await harness.addMember(globex, ada, { roles: [builtInRoleIds.admin] })
    const member = await harness.addMember(globex, bob)
    const outsider = await harness.addMember(other, bob)
    const connect = (to: MemberRecord, id: string, change: Partial<ConnectedAppRecord> = {}) =>
      storage.connectedApps.grant({
        ...{ projectId: harness.project.id, accountId: to.id, id, name: id, description: '', logoUrl: null },
        ...{ clientType: 'third_party', scopes: ['openid', 'email'], createdAt: 0, updatedAt: 0 },
        ...change,
      })
    for (const to of [member, outsider]) await connect(to, 'calendar')
    await connect(member, 'notes')
    const tokens = {
      admin: (await harness.signInTo(globex, ada)).session_token,
      member: (await harness.signInTo(globex, bob)).session_token,
      outsider: (await harness.signInTo(other, bob)).session_token,
    }
    const base = '/b2b/organizations/members'
    const list = (path: string, session: string) =>
      harness.call('GET', `${base}${path}/connected_apps`, undefined, { session })
    const namesOf = async (path: string, session: string) => {
      const { outcome, data } = await list(path, session)
      if (outcome !== '200') return outcome
      const { connected_apps } = data as unknown as { connected_apps: { connected_app_id: string }[] }
      return connected_apps.map(({ connected_app_id }) => connected_app_id)
    }
    const revoke = async (path: string, app: string, session: string) =>
      (await harness.call('POST', `${base}${path}/connected_apps/${app}/revoke`, undefined, { session })).outcome
    return { harness, globex, admin, member, outsider, tokens, connect, list, namesOf, revoke }
  }

  it.inTurn('lists and revokes the applications of the signed-in member [B-SELF-08]', async () => {
    const { tokens, list, namesOf, revoke } = await open()
    expect((await list('', tokens.member)).data).toMatchObject({
      connected_apps: [
        { connected_app_id: 'calendar', name: 'calendar', client_type: 'third_party', scopes_granted: 'openid email' },
        { connected_app_id: 'notes' },
      ],
    })
    expect(await revoke('', 'calendar', tokens.member)).toBe('200')
    expect(await revoke('', 'calendar', tokens.member)).toBe('connected_app_not_found')
    expect(await namesOf('', tokens.member)).toEqual(['notes'])
    // The account of the same person in another organization keeps its own.
    expect(await namesOf('', tokens.outsider)).toEqual(['calendar'])
  })

  bothEngines('lists and revokes the applications of another member with the permission only [B-MEM-18]', async () => {
    const { admin, member, outsider, tokens, namesOf, revoke } = await open()
    expect(await namesOf(`/${member.id}`, tokens.admin)).toEqual(['calendar', 'notes'])
    expect(await namesOf(`/${admin.id}`, tokens.member)).toBe('unauthorized_action')
    expect(await revoke(`/${member.id}`, 'notes', tokens.member)).toBe('unauthorized_action')
    for (const id of [outsider.id, 'member-test-unknown']) {
      expect(await namesOf(`/${id}`, tokens.admin)).toBe('member_not_found')
      expect(await revoke(`/${id}`, 'calendar', tokens.admin)).toBe('member_not_found')
    }
    expect(await namesOf('', tokens.outsider)).toEqual(['calendar'])
    expect(await revoke(`/${member.id}`, 'notes', tokens.admin)).toBe('200')
    expect(await revoke(`/${member.id}`, 'notes', tokens.admin)).toBe('connected_app_not_found')
    expect(await namesOf('', tokens.member)).toEqual(['calendar'])
  })

  bothEngines('lists the applications of an organization, and who has authorized each [B-ORG-20]', async () => {
    const { harness, globex, member, outsider, admin, tokens, connect, revoke } = await open()
    const get = async (path: string, session: string) => {
      const { outcome, data } = await harness.call('GET', `/b2b/organizations/connected_apps${path}`, undefined, {
        session,
      })
      return outcome === '200' ? data : outcome
    }
    await connect(admin, 'calendar', { name: 'Calendar', scopes: ['openid'], updatedAt: 5 })
    await connect(outsider, 'mail')
    const calendar = { connected_app_id: 'calendar', description: '', client_type: 'third_party' }
    // The latest consent has the current name.
    expect(await get('', tokens.admin)).toMatchObject({
      connected_apps: [{ ...calendar, name: 'Calendar' }, { connected_app_id: 'notes' }],
    })
    const members = [
      { member_id: admin.id, granted_scopes: ['openid'] },
      { member_id: member.id, granted_scopes: ['openid', 'email'] },
    ].sort((a, b) => (a.member_id < b.member_id ? -1 : 1))
    expect(await get('/calendar', tokens.admin)).toMatchObject({
      ...calendar,
      name: 'Calendar',
      active_members: members,
    })
    for (const id of ['mail', 'unknown']) expect(await get(`/${id}`, tokens.admin)).toBe('connected_app_not_found')
    for (const path of ['', '/calendar']) expect(await get(path, tokens.member)).toBe('unauthorized_action')
    // A consent that was revoked, and those of a member who was removed, count no more.
    await revoke('', 'notes', tokens.member)
    await storage.members.remove(organizationRealm(globex), member.id, harness.clock.now())
    expect(await get('', tokens.admin)).toMatchObject({ connected_apps: [{ connected_app_id: 'calendar' }] })
    expect(await get('/calendar', tokens.admin)).toMatchObject({ active_members: [{ member_id: admin.id }] })
    expect(await get('/notes', tokens.admin)).toBe('connected_app_not_found')
  })
})
