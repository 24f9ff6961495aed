import { expect, it } from 'vitest'
import { rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup, signInMember } from '../../b2b-setup.suite.ts'

const organizations = '/b2b/organizations'
const app = { connected_app_id: 'app-1', name: 'Calendar', description: '', client_type: 'third_party' }
const apps = { connected_apps: [app] }

it('lists applications of the organization, of the signed-in member and of another member', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  const path = `${organizations}/connected_apps`
  setup.script.on(path, { data: apps })
  setup.script.on(`${path}/app%2F1`, { data: { ...app, active_members: [{ member_id: 'm', granted_scopes: ['a'] }] } })
  setup.script.on(`${organizations}/members/connected_apps`, { data: apps })
  setup.script.on(`${organizations}/members/member%2F1/connected_apps`, { data: apps })
  expect(await client.organization.getConnectedApps()).toMatchObject(apps)
  expect((await client.organization.getConnectedApp('app/1')).active_members).toEqual([
    { member_id: 'm', granted_scopes: ['a'] },
  ])
  expect(await client.self.getConnectedApps()).toMatchObject(apps)
  expect(await client.organization.members.getConnectedApps('member/1')).toMatchObject(apps)
})

it('revokes the access of an application', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  const paths = ['/members/connected_apps/app-1/revoke', '/members/member%2F1/connected_apps/app%2F1/revoke']
  for (const path of paths) setup.script.on(organizations + path, { data: {} })
  await client.self.revokeConnectedApp('app-1')
  await client.organization.members.revokeConnectedApp({ member_id: 'member/1', connected_app_id: 'app/1' })
  const sent = paths.map((path) => setup.script.to(organizations + path).map(({ method, body }) => [method, body]))
  expect(sent).toEqual([[['POST', null]], [['POST', null]]])
})

it('checks its arguments first', async () => {
  const { self, organization } = createB2bSetup().open().client
  const calls: [Promise<unknown>, string][] = [
    [self.revokeConnectedApp(7 as never), 'self.revokeConnectedApp\nconnectedAppId must be a string'],
    [organization.getConnectedApp(7 as never), 'organization.getConnectedApp\nconnectedAppId must be a string'],
    [
      organization.members.getConnectedApps(7 as never),
      'organization.members.getConnectedApps\nmemberId must be a string',
    ],
    [
      organization.members.revokeConnectedApp({ member_id: 'm' } as never),
      'organization.members.revokeConnectedApp\nconnected_app_id must be a string',
    ],
  ]
  for (const [call, message] of calls) expect((await rejection(call)).message).toBe(`Invalid call to ${message}`)
})
