import { adminEndpoints } from '@latchkey/contract/admin'
import { createReadyDatabase } from '@latchkey/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { type BusinessTestkit, createBusinessTestkit } from './index.ts'

describe.each(['SQLite', 'PostgreSQL'])('createBusinessTestkit on %s', (engine) => {
  const kits: BusinessTestkit[] = []
  afterEach(async () => {
    for (const kit of kits.splice(0)) await kit.close()
  })

  async function open(): Promise<BusinessTestkit> {
    const database = engine === 'SQLite' ? {} : { postgresUrl: await createReadyDatabase() }
    const kit = await createBusinessTestkit(database)
    kits.push(kit)
    return kit
  }

  it('has a business project with two organizations and five members', async () => {
    const { project, acme, globex } = await open()
    const addresses = [acme, globex].map(({ organization_name: name, organization_slug: slug, members }) => [
      ...[name, slug],
      members.map(({ email_address, status, roles }) => [email_address, status, ...roles].join(' ')),
    ])
    expect([project.vertical, ...addresses]).toEqual([
      'B2B',
      ['Acme', 'acme', ['ada@acme.test active latchkey_admin', 'grace@acme.test active', 'alan@example.com invited']],
      ['Globex', 'globex', ['katherine@globex.test active latchkey_admin', 'ada@acme.test active']],
    ])
  })

  it('creates organizations and members that the wire finds', async () => {
    const kit = await open()
    const initech = await kit.createTestOrganization({ organization_name: 'Initech' })
    const member = await kit.createTestMember(initech)
    const pending = await kit.createTestMember(initech, { email_address: 'milton@initech.test', status: 'pending' })
    const search = (email_address: string) =>
      kit.call('POST', '/b2b/organizations/members/search', { organization_id: initech.organization_id, email_address })
    expect(initech.members).toEqual([member, pending])
    expect((await search(member.email_address)).body.data).toMatchObject({ member: { status: 'active' } })
    expect((await search(pending.email_address)).body.data).toMatchObject({ member: { status: 'pending' } })
  })

  it('opens pages with clients of business projects', async () => {
    const { client, openTab, openBrowser } = await open()
    const pages = [client, openTab().client, openBrowser().client]
    const settings = await Promise.all(pages.map((page) => page.bootstrap.get()))
    expect(new Set(pages).size).toBe(3)
    expect(settings.map(({ vertical }) => vertical)).toEqual(['B2B', 'B2B', 'B2B'])
    expect(client.session.getSync()).toBeNull()
  })

  it('finds the data of another organization in a response', async () => {
    const { administration, project, acme, globex, findDataOf } = await open()
    const list = (organization_id: string) =>
      administration.call(adminEndpoints.adminMembersList, { project, params: { organization_id } })
    expect(findDataOf(globex, await list(acme.organization_id))).toEqual([])
    expect(findDataOf(acme, await list(globex.organization_id))).toEqual([])
    const [katherine, ada] = globex.members
    expect(findDataOf(globex, await list(globex.organization_id))).toEqual([
      globex.organization_id,
      ...[katherine?.member_id, 'katherine@globex.test', 'Katherine Johnson', ada?.member_id],
    ])
  })

  it('proves a domain by a record of the name service', async () => {
    const { administration, project, acme, dns } = await open()
    const { organization_id } = acme
    const { domain } = await administration.call(adminEndpoints.adminOrganizationDomainsCreate, {
      ...{ project, params: { organization_id }, request: { domain: 'acme.test' } },
    })
    const check = async () => {
      const params = { organization_id, domain: 'acme.test' }
      return (await administration.call(adminEndpoints.adminOrganizationDomainsCheck, { project, params })).domain.state
    }
    const before = await check()
    dns.add(domain.txt_record.name, domain.txt_record.value)
    expect([before, await check()]).toEqual(['pending', 'verified'])
  })
})
