import { beforeAll, describe, expect, it } from 'vitest'
import type { DomainOwner, OrganizationDomainRecord } from '../organization-domains.ts'
import { organizationRealm } from '../realm.ts'
import type { Storage } from '../storage.ts'
import { sampleNow, sampleOrganization, sampleProject } from '../testing/sample.ts'

export function organizationDomainsSuite(storage: () => Storage): void {
  describe('domains of organizations', () => {
    let projectId: string
    let acme: DomainOwner
    let globex: DomainOwner
    beforeAll(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      projectId = project.id
      acme = await addOrganization('acme')
      globex = await addOrganization('globex')
    })

    async function addOrganization(slug: string): Promise<DomainOwner> {
      const organization = sampleOrganization(projectId, { name: slug, slug: `${slug}-${projectId}` })
      await storage().organizations.insert(organization)
      return organizationRealm(organization)
    }

    function sampleDomain(
      owner: DomainOwner,
      domain: string,
      change: Partial<OrganizationDomainRecord> = {},
    ): OrganizationDomainRecord {
      return {
        ...{ ...owner, domain, token: `token-of-${domain}`, state: 'pending', verifiedAt: null, claimedAt: null },
        ...{ checkedAt: null, failures: 0, nextCheckAt: null, createdAt: sampleNow },
        ...change,
      }
    }

    const verified = { state: 'verified', verifiedAt: sampleNow, checkedAt: sampleNow } as const

    it('stores each domain of an organization once, by domain', async () => {
      const { organizationDomains } = storage()
      const [first, second] = [sampleDomain(acme, 'a.example'), sampleDomain(acme, 'b.example')]
      expect(await organizationDomains.insert(second)).toBe(true)
      expect(await organizationDomains.insert(first)).toBe(true)
      expect(await organizationDomains.insert({ ...first, token: 'other' })).toBe(false)
      expect(await organizationDomains.list(acme)).toEqual([first, second])
      expect(await organizationDomains.get(acme, 'a.example')).toEqual(first)
    })

    it('finds, changes and removes no domain of another organization', async () => {
      const { organizationDomains } = storage()
      const domain = sampleDomain(acme, 'own.example')
      await organizationDomains.insert(domain)
      for (const owner of [globex, { ...acme, projectId: 'project-test-other' }]) {
        expect(await organizationDomains.get(owner, domain.domain)).toBe(null)
        expect(await organizationDomains.list(owner)).toEqual([])
        expect(await organizationDomains.update(owner, domain.domain, { ...domain, ...verified })).toBe(false)
        expect(await organizationDomains.remove(owner, domain.domain)).toBe(false)
      }
      expect(await organizationDomains.get(acme, domain.domain)).toEqual(domain)
      expect(await organizationDomains.remove(acme, domain.domain)).toBe(true)
      expect(await organizationDomains.remove(acme, domain.domain)).toBe(false)
    })

    it('stores the result of a check', async () => {
      const { organizationDomains } = storage()
      const domain = sampleDomain(acme, 'checked.example')
      await organizationDomains.insert(domain)
      const change = { ...verified, claimedAt: sampleNow + 1, failures: 2, nextCheckAt: sampleNow + 9_000_000 }
      expect(await organizationDomains.update(acme, domain.domain, change)).toBe(true)
      expect(await organizationDomains.get(acme, domain.domain)).toEqual({ ...domain, ...change })
      await organizationDomains.update(acme, domain.domain, domain)
      expect(await organizationDomains.get(acme, domain.domain)).toEqual(domain)
    })

    it('has a domain verified in one organization of a project, also if two verify it at the same time [B-DOM-03]', async () => {
      const { organizationDomains } = storage()
      const domain = 'shared.example'
      for (const owner of [acme, globex]) await organizationDomains.insert(sampleDomain(owner, domain))
      expect(await organizationDomains.findVerified(projectId, domain)).toBe(null)
      const locked = await organizationDomains.lockByDomain(projectId, domain)
      expect(locked.map(({ organizationId }) => organizationId)).toEqual(
        [acme, globex].map((one) => one.organizationId),
      )
      const verify = (owner: DomainOwner) =>
        organizationDomains.update(owner, domain, { ...sampleDomain(owner, domain), ...verified })
      const results = await Promise.allSettled([verify(acme), verify(globex)])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'storage_conflict' },
      })
      expect(await organizationDomains.findVerified(projectId, domain)).toMatchObject({ domain, state: 'verified' })
      expect(await organizationDomains.findVerified('project-test-other', domain)).toBe(null)
    })

    it('gives each domain whose check is due to one caller', async () => {
      const { organizationDomains } = storage()
      const names = Array.from({ length: 8 }, (_, index) => `due-${index}.example`)
      for (const [index, name] of names.entries())
        await organizationDomains.insert(sampleDomain(globex, name, { nextCheckAt: 1_000 + index }))
      const next = 1_000_000
      const takes = await Promise.all(
        Array.from({ length: 8 }, () => organizationDomains.takeDue({ now: 1_006, nextCheckAt: next, limit: 3 })),
      )
      expect(takes.flatMap((domains) => domains.map(({ domain }) => domain)).sort()).toEqual(names.slice(0, 7))
      expect(await organizationDomains.takeDue({ now: 1_006, nextCheckAt: next, limit: 9 })).toEqual([])
      expect(await organizationDomains.get(globex, 'due-0.example')).toMatchObject({ nextCheckAt: next })
      expect(await organizationDomains.get(globex, 'due-7.example')).toMatchObject({ nextCheckAt: 1_007 })
    })
  })
}
