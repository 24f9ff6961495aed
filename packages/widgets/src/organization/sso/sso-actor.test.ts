import type { BusinessTestkit } from '@latchkey/testkit'
import { createBusinessTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import type { OrganizationHarness } from '../organization-harness.suite.ts'
import { change, changeMember, openInAcme } from '../organization-harness.suite.ts'
import { createSsoActor } from './sso-actor.ts'
import type { ConnectionState, SsoEvent, SsoState } from './sso-state.flow.ts'

type Harness = OrganizationHarness<SsoState, SsoEvent>

const kits = new Set<BusinessTestkit>()
afterEach(async () => {
  for (const kit of kits) await kit.close()
  kits.clear()
})

const ready = { screen: 'sso_connections', status: 'ready' } as const
const viewing = { screen: 'sso_connection', status: 'viewing' } as const

async function open(given: Partial<Pick<Parameters<typeof openInAcme>[0], 'kit' | 'email'>> = {}): Promise<Harness> {
  const harness = await openInAcme<SsoState, SsoEvent>({ ...given, create: createSsoActor })
  kits.add(harness.kit)
  return harness
}

/** Creates a connection, and stores what the fake of Okta gives. */
async function connect(harness: Harness): Promise<ConnectionState> {
  await harness.reach(ready)
  harness.send({ type: 'add_clicked', kind: 'saml' })
  await harness.reach(viewing)
  const value = await harness.kit.enterprise.saml.metadata('okta')
  harness.send({ type: 'typed', field: 'metadataXml', value })
  harness.send({ type: 'save_clicked', part: 'take' })
  return (await harness.reach({ ...viewing, isSaved: true })) as ConnectionState
}

describe('the setup of single sign-on', () => {
  it('creates a connection, gives its values and takes the metadata', async () => {
    const harness = await open()
    const { connection, draft, now } = await connect(harness)
    expect([connection.isActive, connection.values.map(({ name }) => name), draft.metadataXml]).toEqual([
      ...[true, ['acs', 'entity'], ''],
    ])
    expect(connection.certificates.some(({ expiresAt }) => expiresAt > now)).toBe(true)
    harness.send({ type: 'typed', field: 'name', value: 'Okta' })
    harness.send({ type: 'save_clicked', part: 'name' })
    await harness.reach({ ...viewing, connection: { name: 'Okta' } })
    harness.send({ type: 'back_clicked' })
    const { connections } = await harness.reach(ready)
    expect(connections.map(({ name, kind }) => [name, kind])).toEqual([['Okta', 'saml']])
  })

  it('keeps what was typed if the metadata is rejected', async () => {
    const harness = await open()
    await harness.reach(ready)
    harness.send({ type: 'add_clicked', kind: 'saml' })
    await harness.reach(viewing)
    harness.send({ type: 'typed', field: 'metadataXml', value: '<not-metadata/>' })
    harness.send({ type: 'save_clicked', part: 'take' })
    const state = (await harness.reach({ ...viewing, part: 'take' })) as ConnectionState
    expect([state.failure === null, state.draft.metadataXml]).toEqual([false, '<not-metadata/>'])
  })

  it('gives a role to a group, and takes it away', async () => {
    const harness = await open()
    await connect(harness)
    harness.send({ type: 'typed', field: 'group', value: 'Admins' })
    harness.send({ type: 'typed', field: 'role', value: 'latchkey_admin' })
    harness.send({ type: 'save_clicked', part: 'groups' })
    const group = { group: 'Admins', role_id: 'latchkey_admin' }
    await harness.reach({ ...viewing, connection: { groups: [group] }, draft: { group: '', role: '' } })
    harness.send({ type: 'group_removed', group })
    await harness.reach({ ...viewing, connection: { groups: [] } })
  })

  it('keeps the groups that another admin has added meanwhile', async () => {
    const harness = await open()
    const { connection } = await connect(harness)
    const other = { group: 'Staff', role_id: 'latchkey_admin' }
    await harness.client.sso.saml.updateConnection({
      connection_id: connection.id,
      saml_group_implicit_role_assignments: [other],
    })
    harness.send({ type: 'typed', field: 'group', value: 'Admins' })
    harness.send({ type: 'typed', field: 'role', value: 'latchkey_admin' })
    harness.send({ type: 'save_clicked', part: 'groups' })
    const groups = [other, { group: 'Admins', role_id: 'latchkey_admin' }]
    await harness.reach({ ...viewing, connection: { groups } })
  })

  it('stores issuer, client and secret, and does not send an empty secret', async () => {
    const harness = await open()
    await harness.reach(ready)
    harness.send({ type: 'add_clicked', kind: 'oidc' })
    await harness.reach(viewing)
    const { oidc } = harness.kit.enterprise.addresses('okta')
    harness.send({ type: 'typed', field: 'issuer', value: oidc.issuer })
    harness.send({ type: 'typed', field: 'clientId', value: oidc.clientId })
    harness.send({ type: 'typed', field: 'clientSecret', value: oidc.clientSecret })
    harness.send({ type: 'save_clicked', part: 'take' })
    const saved = { isActive: true, hasSecret: true }
    await harness.reach({ ...viewing, isSaved: true, connection: saved, draft: { clientSecret: '' } })
    harness.send({ type: 'typed', field: 'clientId', value: 'another' })
    harness.send({ type: 'save_clicked', part: 'take' })
    await harness.reach({ ...viewing, isSaved: true, connection: { ...saved, clientId: 'another' } })
  })

  it('shows what each check of a test says', async () => {
    const harness = await open()
    await connect(harness)
    harness.send({ type: 'test_clicked' })
    const { test } = (await harness.reach({ ...viewing, test: { status: 'waiting' } })) as ConnectionState
    // A test ends on a page of the provider, without a redirect.
    await harness.kit.enterprise
      .follow(test?.url ?? '', { person: 'ada', fault: 'wrong_audience' })
      .catch(() => undefined)
    await harness.kit.clock.advance(2_000)
    const finished = (await harness.reach({ ...viewing, test: { status: 'finished' } })) as ConnectionState
    expect(finished.test?.result).toMatchObject({ passed: false, code: 'audience' })
    expect(finished.test?.result?.checks).toContainEqual(
      expect.objectContaining({ outcome: 'failed', code: 'audience' }),
    )
  })

  it('says that a value cannot be copied on a page without a clipboard', async () => {
    const harness = await open()
    const { connection } = await connect(harness)
    harness.send({ type: 'copy_clicked', value: connection.values[0]?.value ?? '' })
    await harness.reach({ ...viewing, part: 'give', failure: { error_type: 'copy_failed' } })
    expect(harness.errors).toHaveLength(1)
  })

  it('deletes a connection only after a question', async () => {
    const harness = await open()
    const { connection } = await connect(harness)
    harness.send({ type: 'delete_clicked' })
    harness.send({ type: 'back_clicked' })
    expect(harness.state()).toMatchObject({ ...viewing, connection: { id: connection.id } })
    harness.send({ type: 'delete_clicked' })
    harness.send({ type: 'confirm_clicked' })
    expect(await harness.reach(ready)).toMatchObject({ connections: [], deleted: connection.id })
    expect(harness.events.at(-1)).toEqual({ type: 'SSO_CONNECTION_DELETE', data: { connection_id: connection.id } })
  })

  it('changes nothing that the roles do not permit', async () => {
    const kit = await createBusinessTestkit()
    const permissions = [{ resource_id: 'latchkey.sso', actions: ['get'] }]
    await change(kit, kit.acme, { custom_roles: [{ role_id: 'auditor', description: '', permissions }] })
    await changeMember(kit, kit.acme, 'grace@acme.test', { roles: ['auditor'] })
    const harness = await open({ kit, email: 'grace@acme.test' })
    const { viewer } = await harness.reach(ready)
    expect(viewer.access.create).toEqual({ isAllowed: false, role: 'latchkey_admin' })
    const before = harness.state()
    harness.send({ type: 'add_clicked', kind: 'saml' })
    expect(harness.state()).toBe(before)
  })

  it('is closed for members who may not read connections', async () => {
    const harness = await open({ email: 'grace@acme.test' })
    await harness.reach({ screen: 'sso_connections', status: 'closed' })
  })
})
