import { describe, expect, it } from 'vitest'
import { settle } from '../../../platform/memory-clock.ts'
import { fail, gate, rejection } from '../../../test-setup.suite.ts'
import type { B2bSetup } from '../../b2b-setup.suite.ts'
import {
  createB2bSetup,
  makeMember,
  makeMemberAuth,
  makeMemberData,
  makeOrganization,
  signInMember,
} from '../../b2b-setup.suite.ts'
import type { B2bClient } from '../../create-b2b-client.ts'

const me = '/b2b/organizations/me'

async function signedIn(): Promise<{ setup: B2bSetup; client: B2bClient }> {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  return { setup, client }
}

describe('the organization', () => {
  it('is fetched and changed, and the member stays', async () => {
    const { setup, client } = await signedIn()
    const renamed = makeOrganization('acme', { organization_name: 'Acme Corp' })
    setup.script.on(me, { data: { organization: renamed } })
    expect(await client.organization.get()).toEqual(renamed)
    expect(client.organization.getSync()).toEqual(renamed)
    const settings = { mfa_policy: 'REQUIRED_FOR_ALL', allowed_auth_methods: ['password'] } as const
    setup.script.on(me, { data: { organization: { ...renamed, ...settings } } })
    await client.organization.update({ ...settings, allowed_auth_methods: ['password'] })
    expect(client.organization.getSync()).toMatchObject(settings)
    expect(client.self.getSync()).toEqual(makeMember('ada'))
    expect(setup.script.to(me).map(({ method, body }) => [method, body])).toEqual([
      ['GET', null],
      ['PUT', settings],
    ])
  })

  it('keeps both changes of two simultaneous requests', async () => {
    const { setup, client } = await signedIn()
    const member = makeMember('ada', 'acme', { name: 'New' })
    const organization = makeOrganization('acme', { organization_name: 'New' })
    setup.script.on('/b2b/organizations/members/me', { data: { member } })
    setup.script.on('/b2b/organizations/members/update', { data: { ...makeMemberData(), member } })
    setup.script.on(me, { data: { organization } })
    await Promise.all([client.self.update({ name: 'New' }), client.organization.update({ organization_name: 'New' })])
    expect([client.self.getSync(), client.organization.getSync()]).toEqual([member, organization])
  })

  it('is found by its slug, which changes nothing', async () => {
    const { setup, client } = await signedIn()
    const { organization_id, organization_slug } = makeOrganization('acme')
    setup.script.on('/b2b/organizations/search', { data: { organization: { organization_id, organization_slug } } })
    const found = await client.organization.getBySlug({ organization_slug })
    expect(found.organization?.organization_id).toBe(organization_id)
    expect(client.organization.getSync()).toEqual(makeOrganization('acme'))
    expect(setup.script.to('/b2b/organizations/search')[0]?.body).toEqual({ organization_slug })
  })

  it('is deleted with the session of all tabs [B-ORG-03]', async () => {
    const { setup, client } = await signedIn()
    const other = setup.open().client
    setup.script.on(me, { data: { organization_id: 'organization-test-acme' } })
    expect((await client.organization.delete()).organization_id).toBe('organization-test-acme')
    await settle()
    for (const { session, self, organization } of [client, other])
      expect([session.getSync(), self.getSync(), organization.getSync()]).toEqual([null, null, null])
    expect(setup.script.to(me)[0]?.method).toBe('DELETE')
  })

  it('keeps the session if the deletion is rejected, or if another session has started meanwhile', async () => {
    const { setup, client } = await signedIn()
    setup.script.on(me, fail('unauthorized_action', 403))
    await rejection(client.organization.delete())
    expect(client.session.getSync()).not.toBeNull()
    const answer = gate<{ data: unknown }>()
    setup.script.on(me, () => answer.promise)
    const deleting = client.organization.delete()
    await settle()
    await signInMember(setup, client, makeMemberAuth('s2', 'ada-globex', 'globex'))
    answer.open({ data: { organization_id: 'organization-test-acme' } })
    await deleting
    expect(client.session.getSync()?.member_session_id).toBe('member-session-test-s2')
  })

  it('is not replaced by another organization in a response', async () => {
    const { setup, client } = await signedIn()
    setup.script.on(me, { data: { organization: makeOrganization('globex') } })
    await client.organization.update({ organization_name: 'x' })
    expect(client.organization.getSync()).toEqual(makeOrganization('acme'))
  })

  it('is not changed without fields', async () => {
    const { client } = await signedIn()
    expect((await rejection(client.organization.update('x' as never))).message).toMatch(/fields must be an object/)
    expect((await rejection(client.organization.getBySlug({} as never))).message).toMatch(/organization_slug must be/)
  })
})
