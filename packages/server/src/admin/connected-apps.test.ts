import { adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import { onBothEngines } from './admin.suite.ts'

const {
  adminMembersCreate,
  adminMembersGetConnectedApps,
  adminMembersRevokeConnectedApp,
  adminOrganizationsCreate,
  adminOrganizationsGetConnectedApp,
  adminOrganizationsGetConnectedApps,
  adminOrganizationsRevokeConnectedApp,
} = adminEndpoints

onBothEngines('the connected apps of members, for a backend', (open, it) => {
  async function start() {
    const harness = await open({ vertical: 'B2B' })
    const ids: Record<string, string> = {}
    for (const organization_id of ['acme', 'globex']) {
      const named = { organization_name: organization_id, organization_slug: organization_id }
      await harness.admin(adminOrganizationsCreate, { request: named })
      for (const name of ['ada', 'bob']) {
        const request = { email_address: `${name}@example.com` }
        const { data } = await harness.admin(adminMembersCreate, { params: { organization_id }, request })
        ids[`${name} ${organization_id}`] = data.member.member_id
      }
    }
    const idOf = (name: string) => ids[name] ?? ''
    const connect = (name: string, id: string) =>
      harness.storage.connectedApps.grant({
        ...{ projectId: harness.project.id, accountId: idOf(name), id, name: id, description: '', logoUrl: null },
        ...{ clientType: 'third_party', scopes: ['openid', 'email'], createdAt: 0, updatedAt: 0 },
      })
    for (const name of ['ada acme', 'bob acme', 'bob globex']) await connect(name, 'calendar')
    await connect('bob acme', 'notes')
    const of = (organization_id: string, rest: object = {}) => ({ params: { organization_id, ...rest } })
    return {
      ...{ harness, idOf, of },
      ofOrganization: async (organization: string) => {
        const { data } = await harness.admin(adminOrganizationsGetConnectedApps, of(organization))
        expect(adminEndpointSchemas.adminOrganizationsGetConnectedApps.response.safeParse(data).success).toBe(true)
        return data.connected_apps.map(({ connected_app_id }) => connected_app_id)
      },
      ofMember: async (organization: string, name: string) => {
        const call = of(organization, { member_id: idOf(name) })
        const { data, outcome } = await harness.admin(adminMembersGetConnectedApps, call)
        if (outcome !== '200') return outcome
        expect(adminEndpointSchemas.adminMembersGetConnectedApps.response.safeParse(data).success).toBe(true)
        return data.connected_apps.map(({ connected_app_id }) => connected_app_id)
      },
      revokeOf: async (organization: string, name: string, connected_app_id: string) => {
        const call = of(organization, { member_id: idOf(name), connected_app_id })
        return (await harness.admin(adminMembersRevokeConnectedApp, call)).outcome
      },
      revoked: async () =>
        (await harness.storage.audit.listUnsealed(10_000))
          .filter(({ projectId, event }) => projectId === harness.project.id && event === 'connected_app_revoke')
          .map(({ actorKind, targetId }) => `${actorKind} ${targetId}`),
    }
  }

  it('are listed and revoked by member, in the organization of the member only', async () => {
    const { harness, ofMember, revokeOf, revoked } = await start()
    expect(await ofMember('acme', 'bob acme')).toEqual(['calendar', 'notes'])
    expect(await ofMember('acme', 'bob globex')).toBe('member_not_found')
    expect(await revokeOf('acme', 'bob globex', 'calendar')).toBe('member_not_found')
    expect(await revokeOf('acme', 'ada acme', 'notes')).toBe('connected_app_not_found')
    expect(await revokeOf('acme', 'bob acme', 'calendar')).toBe('200')
    expect(await revokeOf('acme', 'bob acme', 'calendar')).toBe('connected_app_not_found')
    expect(await ofMember('acme', 'bob acme')).toEqual(['notes'])
    expect(await ofMember('acme', 'ada acme')).toEqual(['calendar'])
    expect(await ofMember('globex', 'bob globex')).toEqual(['calendar'])
    expect(await revoked()).toEqual(['admin calendar'])
    await harness.close()
  })

  it('are listed by organization and revoked for all of its members', async () => {
    const { harness, idOf, of, ofOrganization, ofMember, revoked } = await start()
    expect(await ofOrganization('acme')).toEqual(['calendar', 'notes'])
    expect(await ofOrganization('globex')).toEqual(['calendar'])
    const calendar = of('acme', { connected_app_id: 'calendar' })
    const { data } = await harness.admin(adminOrganizationsGetConnectedApp, calendar)
    expect(adminEndpointSchemas.adminOrganizationsGetConnectedApp.response.safeParse(data).success).toBe(true)
    const members = [idOf('ada acme'), idOf('bob acme')].sort()
    expect(data.active_members.map(({ member_id }) => member_id)).toEqual(members)
    const notes = of('globex', { connected_app_id: 'notes' })
    expect((await harness.admin(adminOrganizationsGetConnectedApp, notes)).outcome).toBe('connected_app_not_found')
    expect((await harness.admin(adminOrganizationsRevokeConnectedApp, notes)).outcome).toBe('connected_app_not_found')
    const first = await harness.admin(adminOrganizationsRevokeConnectedApp, calendar)
    expect(adminEndpointSchemas.adminOrganizationsRevokeConnectedApp.response.safeParse(first.data).success).toBe(true)
    expect(first.data.revoked).toEqual(members)
    expect((await harness.admin(adminOrganizationsRevokeConnectedApp, calendar)).outcome).toBe(
      'connected_app_not_found',
    )
    expect(await ofOrganization('acme')).toEqual(['notes'])
    expect(await ofMember('globex', 'bob globex')).toEqual(['calendar'])
    expect(await revoked()).toEqual(['admin calendar', 'admin calendar'])
    await harness.close()
  })
})
