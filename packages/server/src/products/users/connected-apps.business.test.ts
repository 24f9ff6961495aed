import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { MemberRecord } from '../../storage/records.ts'
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
    const connect = (to: MemberRecord, id: string) =>
      storage.connectedApps.grant({
        ...{ projectId: harness.project.id, accountId: to.id, id, name: id, description: '', logoUrl: null },
        ...{ clientType: 'third_party', scopes: ['openid', 'email'], createdAt: 0, updatedAt: 0 },
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
    return { harness, admin, member, outsider, tokens, list, namesOf, revoke }
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
})
