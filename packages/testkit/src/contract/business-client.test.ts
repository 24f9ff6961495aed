import { createReadyDatabase } from '@latchkey/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { type BusinessTestkit, createBusinessTestkit, type TestkitOptions } from '../index.ts'
import { halfHour, rejection } from './contract.suite.ts'

const email_address = 'ada@acme.test'
const page = 'https://app.example.com/'
const settings = {
  createOrganizationEnabled: true,
  redirectUrls: {
    login: [page],
    signup: [page],
    reset_password: [page],
    logout: [page],
    discovery: [page],
    invite: [page],
  },
}

describe.each(['SQLite', 'PostgreSQL'])('the business client on %s', (engine) => {
  const kits: BusinessTestkit[] = []
  afterEach(async () => {
    for (const kit of kits.splice(0)) await kit.close()
  })

  async function open(options: Pick<TestkitOptions, 'settings'> = {}): Promise<BusinessTestkit> {
    const database = engine === 'SQLite' ? {} : { postgresUrl: await createReadyDatabase() }
    const kit = await createBusinessTestkit({ ...database, settings: { ...settings, ...options.settings } })
    kits.push(kit)
    return kit
  }

  /** Proves the address of Ada by a code, without an organization. */
  async function prove({ client, inbox }: BusinessTestkit): Promise<void> {
    await client.otps.email.discovery.send({ email_address })
    await client.otps.email.discovery.authenticate({ email_address, code: inbox.lastCode(email_address) })
  }

  it('signs in to an organization that discovery has found, in every tab', async () => {
    const kit = await open()
    await prove(kit)
    const { discovered_organizations } = await kit.client.discovery.organizations.list()
    const ids = [kit.acme, kit.globex].map(({ organization_id }) => organization_id)
    expect(discovered_organizations.map(({ organization }) => organization.organization_id).sort()).toEqual(ids.sort())
    const other = kit.openTab().client
    const { organization_id } = kit.acme
    const response = await kit.client.discovery.intermediateSessions.exchange({ organization_id, ...halfHour })
    expect(response.member_authenticated).toBe(true)
    await kit.clock.advance(0)
    for (const client of [kit.client, other]) {
      expect(client.self.getSync()).toMatchObject({ email_address, organization_id, status: 'active' })
      expect(client.organization.getSync()?.organization_slug).toBe('acme')
    }
    expect((await kit.client.session.authenticate()).member.email_address).toBe(email_address)
    expect(await kit.client.rbac.isAuthorized('latchkey.self', 'update.info.name')).toBe(true)
    // Ada is an admin of this organization, which has no resource of that name.
    expect(await kit.client.rbac.isAuthorized('latchkey.organization', 'delete')).toBe(true)
    expect(await kit.client.rbac.isAuthorized('documents', 'delete')).toBe(false)
    await kit.client.session.revoke()
    await kit.clock.advance(0)
    expect([kit.client.session.getSync(), other.session.getSync()]).toEqual([null, null])
  })

  it('accepts the token of an unfinished sign-in for one session only', async () => {
    const kit = await open()
    await prove(kit)
    const { organization_id } = kit.acme
    const exchange = () => kit.client.discovery.intermediateSessions.exchange({ organization_id, ...halfHour })
    await exchange()
    expect(await rejection(exchange())).toMatchObject({ error_type: 'intermediate_session_not_found' })
  })

  it('creates an organization, whose first admin may do everything in it', async () => {
    const kit = await open()
    await prove(kit)
    await kit.client.discovery.organizations.create({ organization_name: 'Initech', ...halfHour })
    expect(kit.client.organization.getSync()?.organization_name).toBe('Initech')
    expect(await kit.client.rbac.isAuthorized('latchkey.organization', 'delete')).toBe(true)
    const { member } = await kit.client.magicLinks.email.invite({ email_address: 'peter@initech.test' })
    expect(member).toMatchObject({ email_address: 'peter@initech.test', status: 'invited' })
    expect(kit.client.self.getSync()?.email_address).toBe(email_address)
  })

  it('redeems the links of messages in the URL of the page', async () => {
    const kit = await open()
    const { organization_id } = kit.acme
    await kit.client.magicLinks.email.loginOrSignup({ email_address, organization_id })
    const landing = await kit.follow(kit.inbox.lastLink(email_address))
    const { client } = kit.openTab({}, landing)
    const found = await client.authenticateByUrl(halfHour)
    expect(found).toMatchObject({ tokenType: 'multi_tenant_magic_links', data: { member_authenticated: true } })
    expect(client.session.getSync()?.organization_id).toBe(organization_id)
  })

  it('switches to another organization of the same person', async () => {
    const kit = await open()
    await prove(kit)
    const { organization_id } = kit.acme
    await kit.client.discovery.intermediateSessions.exchange({ organization_id, ...halfHour })
    await kit.client.session.exchange({ organization_id: kit.globex.organization_id, ...halfHour })
    expect(kit.client.organization.getSync()?.organization_slug).toBe('globex')
    expect(kit.client.self.getSync()?.member_id).toBe(kit.globex.members[1]?.member_id)
  })

  it('sets a password by email and signs in with it', async () => {
    const kit = await open()
    const { organization_id } = kit.acme
    const password = 'a kettle of seven herrings'
    await kit.client.passwords.resetByEmailStart({ email_address, organization_id })
    const password_reset_token = kit.inbox.lastToken(email_address)
    await kit.client.passwords.resetByEmail({ password_reset_token, password, ...halfHour })
    await kit.client.session.revoke()
    await kit.client.passwords.authenticate({ organization_id, email_address, password, ...halfHour })
    expect(kit.client.self.getSync()?.email_address).toBe(email_address)
  })
})
