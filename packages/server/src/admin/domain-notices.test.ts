import { adminEndpoints } from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { expect } from 'vitest'
import { tokenOf } from '../testing/harness.ts'
import { type AdminHarness, onBothEngines } from './admin.suite.ts'

const domain = 'acme.example'
const hourMs = 60 * 60_000

onBothEngines('notices about domains', (open, it) => {
  /** An organization with an admin, another member, and an admin who has not proven the address. */
  async function organization(harness: AdminHarness, slug: string) {
    const params = { organization_id: slug }
    const created = await harness.admin(adminEndpoints.adminOrganizationsCreate, {
      request: { organization_name: `The ${slug}`, organization_slug: slug },
    })
    const roles = [builtInRoleIds.admin]
    for (const request of [
      { email_address: `admin@${slug}.example`, roles },
      { email_address: `new@${slug}.example`, roles, status: 'pending' as const },
      { email_address: `member@${slug}.example` },
    ])
      await harness.admin(adminEndpoints.adminMembersCreate, { params, request })
    return {
      id: created.data.organization.organization_id,
      async publish() {
        const added = await harness.admin(adminEndpoints.adminOrganizationDomainsCreate, {
          params,
          request: { domain },
        })
        const { name, value } = added.data.domain.txt_record
        harness.dns.add(name, value)
        await harness.admin(adminEndpoints.adminOrganizationDomainsCheck, { params: { ...params, domain } })
        return name
      },
      update: (request: object) => harness.admin(adminEndpoints.adminOrganizationsUpdate, { params, request }),
    }
  }

  async function start() {
    const harness = await open({ vertical: 'B2B', settings: { domainProof: 'required' } })
    return { harness, acme: await organization(harness, 'acme'), globex: await organization(harness, 'globex') }
  }

  /** The messages that the daily checks cause, each day for some days. */
  async function wait(harness: AdminHarness, days: number): Promise<string[]> {
    for (let day = 0; day < days; day++) {
      harness.clock.advance(24 * hourMs)
      await harness.provider.tidy()
    }
    return newMessages(harness)
  }

  async function newMessages(harness: AdminHarness): Promise<string[]> {
    await harness.provider.outbox.drain()
    return harness.sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`)
  }

  it.inTurn('tell the admins once that a domain has lapsed', async () => {
    const { harness, acme } = await start()
    harness.dns.remove(await acme.publish())
    expect(await newMessages(harness)).toEqual([])
    expect(await wait(harness, 2)).toEqual([])
    expect(await wait(harness, 1)).toEqual([`admin@acme.example: ${domain} is no longer verified for The acme`])
    expect(await wait(harness, 2)).toEqual([])
    await harness.close()
  })

  it.inTurn('tell the admins of the owner that another organization claims a domain, and takes it over', async () => {
    const { harness, acme, globex } = await start()
    await acme.publish()
    await globex.publish()
    expect(await newMessages(harness)).toEqual([`admin@acme.example: Another organization claims ${domain}`])
    expect(await wait(harness, 3)).toEqual([`admin@acme.example: The acme has lost ${domain}`])
    await harness.close()
  })

  it.inTurn('come with the end of joining by email, and not of sessions', async () => {
    const { harness, acme } = await start()
    const name = await acme.publish()
    await acme.update({ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: [domain] })
    await harness.provider.outbox.drain()
    const send = async (email_address: string) => {
      const body = { email_address, organization_id: acme.id }
      return (await harness.call('POST', '/b2b/magic_links/email/login_or_signup', body)).outcome
    }
    expect(await send('first@acme.example')).toBe('200')
    const magic_links_token = tokenOf(await harness.lastMessage('first@acme.example'))
    const joined = await harness.call('POST', '/b2b/magic_links/authenticate', {
      ...{ magic_links_token, session_duration_minutes: 30 * 24 * 60 },
    })
    const session = (joined.data as unknown as { session_token: string }).session_token
    harness.dns.remove(name)
    await wait(harness, 3)
    expect(await send('second@acme.example')).toBe('operation_restricted_by_organization_auth_methods')
    const self = await harness.call('GET', '/b2b/organizations/members/me', undefined, { session })
    expect([joined.outcome, self.outcome]).toEqual(['200', '200'])
    await harness.close()
  })
})
