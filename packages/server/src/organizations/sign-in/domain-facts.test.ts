import { adminEndpoints } from '@latchkey/contract/admin'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../admin/admin.suite.ts'
import type { HarnessOptions } from '../../testing/harness.ts'
import { decideJoin, type JoinProof } from '../join.ts'
import { organizationPolicy } from '../policy.ts'
import { readDomainFacts } from './domain-facts.ts'

onBothEngines('joining by a domain', (open) => {
  /** Who may join an organization that allows its domain, gmail.com and trash.example, by which proof. */
  async function start(options: HarnessOptions) {
    const disposableDomains = new Set(['trash.example'])
    const harness = await open({ vertical: 'B2B', disposableDomains, ...options })
    const made = await harness.admin(adminEndpoints.adminOrganizationsCreate, {
      request: { organization_name: 'Acme', organization_slug: 'acme' },
    })
    const owner = { projectId: harness.project.id, organizationId: made.data.organization.organization_id }
    const params = { organization_id: 'acme', domain: 'acme.example' }
    const { domain } = (
      await harness.admin(adminEndpoints.adminOrganizationDomainsCreate, {
        params,
        request: { domain: 'acme.example' },
      })
    ).data
    const policy = organizationPolicy({
      email_jit_provisioning: 'RESTRICTED',
      email_allowed_domains: ['acme.example', 'gmail.com', 'trash.example'],
    })
    return {
      harness,
      async verify() {
        harness.dns.add(domain.txt_record.name, domain.txt_record.value)
        await harness.admin(adminEndpoints.adminOrganizationDomainsCheck, { params })
      },
      async lapse() {
        harness.dns.remove(domain.txt_record.name)
        for (let check = 0; check < 3; check++)
          await harness.admin(adminEndpoints.adminOrganizationDomainsCheck, { params })
      },
      async reasons(proof: JoinProof, member: 'active' | null = null) {
        const project = (await harness.storage.projects.get(harness.project.id)) ?? harness.project
        const facts = await readDomainFacts(harness.storage, { disposableDomains }, project, owner)
        const connections = [{ id: 'sso-1', roleIds: [], groupRoles: [] }]
        const known = member && { status: member, address: proof.address ?? '', isFromDirectory: false }
        return decideJoin({ policy, connections, member: known, ...facts }, proof).reasons
      },
    }
  }

  const byEmail = (address: string): JoinProof => ({ kind: 'email', address })
  const bySso: JoinProof = { kind: 'sso', connectionId: 'sso-1', address: 'ada@acme.example', groups: [] }

  it('needs a proven domain in live projects and none in test projects [B-DOM-09]', async () => {
    for (const [environment, reason] of [
      ['live', 'email_domain_not_verified'],
      ['test', 'email_domain_allowed'],
    ] as const) {
      const { harness, reasons } = await start({ environment })
      const { settings } = (await harness.admin(adminEndpoints.adminSettingsGet)).data
      expect(settings.domain_proof).toBe(environment === 'live' ? 'required' : 'not_required')
      expect(await reasons(byEmail('ada@acme.example'))).toEqual([reason])
    }
  })

  it('is allowed while the domain is verified, if the proof is required [B-DOM-10]', async () => {
    const { harness, reasons, verify, lapse } = await start({})
    const request = { settings: { domain_proof: 'required' } } as const
    expect((await harness.admin(adminEndpoints.adminSettingsUpdate, { request })).outcome).toBe('200')
    expect(await reasons(byEmail('ada@acme.example'))).toEqual(['email_domain_not_verified'])
    await verify()
    expect(await reasons(byEmail('ada@acme.example'))).toEqual(['email_domain_allowed'])
    expect(await reasons(byEmail('ada@mail.acme.example'))).toEqual(['email_domain_not_allowed'])
    await lapse()
    expect(await reasons(byEmail('ada@acme.example'))).toEqual(['email_domain_not_verified'])
  })

  it('is never allowed for free mail and disposable addresses', async () => {
    const { reasons } = await start({})
    for (const address of ['ada@gmail.com', 'ada@trash.example'])
      expect(await reasons(byEmail(address))).toEqual(['email_domain_too_common'])
  })

  it('needs a proven domain for an SSO identity of a member, whatever the setting says [B-DOM-11]', async () => {
    const { reasons, verify } = await start({ settings: { domainProof: 'not_required' } })
    expect(await reasons(bySso, 'active')).toEqual(['address_not_of_connection'])
    await verify()
    expect(await reasons(bySso, 'active')).toEqual(['active_member'])
  })
})
