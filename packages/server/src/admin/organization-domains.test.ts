import { type AdminOrganizationDomain, adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import type { HarnessOptions } from '../testing/harness.ts'
import { type AdminHarness, onBothEngines } from './admin.suite.ts'

const hourMs = 60 * 60_000
const {
  adminOrganizationDomainsList: listDomains,
  adminOrganizationDomainsCreate: create,
  adminOrganizationDomainsCheck: check,
  adminOrganizationDomainsDelete: remove,
} = adminEndpoints

onBothEngines('domains of organizations', (open, it) => {
  async function start(options: HarnessOptions = {}) {
    const harness = await open({ vertical: 'B2B', ...options })
    const acme = await organization(harness, 'acme')
    const globex = await organization(harness, 'globex')
    return { harness, acme, globex }
  }

  async function organization(harness: AdminHarness, slug: string) {
    await harness.admin(adminEndpoints.adminOrganizationsCreate, {
      request: { organization_name: slug, organization_slug: slug },
    })
    const params = (domain: string) => ({ params: { organization_id: slug, domain } })
    return {
      add: (domain: string) => harness.admin(create, { params: { organization_id: slug }, request: { domain } }),
      check: (domain: string) => harness.admin(check, params(domain)),
      remove: (domain: string) => harness.admin(remove, params(domain)),
      async list() {
        return (await harness.admin(listDomains, { params: { organization_id: slug } })).data.domains
      },
      /** Adds a domain and publishes its record. */
      async publish(name: string): Promise<AdminOrganizationDomain> {
        const { domain } = (await this.add(name)).data
        harness.dns.add(domain.txt_record.name, domain.txt_record.value)
        return domain
      },
      async state(name: string) {
        return (await this.list()).find(({ domain }) => domain === name)?.state
      },
    }
  }

  /** The daily check of every provider, `hours` later. */
  async function wait(harness: AdminHarness, hours: number): Promise<void> {
    harness.clock.advance(hours * hourMs)
    await Promise.all([harness.provider.tidy(), harness.provider.tidy()])
  }

  /** Sorted: rows of one millisecond have no order. */
  async function audited({ storage, project }: AdminHarness): Promise<string[]> {
    const unsealed = (await storage.audit.listUnsealed(10_000)).filter(({ projectId }) => projectId === project.id)
    const rows = [...(await storage.audit.list(project.id, { afterSeq: 0, limit: 500 })), ...unsealed]
    return rows
      .filter(({ event }) => event.startsWith('organization_domain_'))
      .map(({ event, actorKind }) => `${event.slice('organization_domain_'.length)} by ${actorKind}`)
      .sort()
  }

  it.inTurn('is verified when the TXT record has the token, and pending before [B-DOM-01] [B-DOM-02]', async () => {
    const { harness, acme } = await start()
    const added = await acme.add('Acme.Example')
    const { domain } = added.data
    expect(domain).toEqual({
      ...{ organization_id: expect.stringMatching(/^organization-test-/), domain: 'acme.example', state: 'pending' },
      ...{ verified_at: null, checked_at: null, failures: 0 },
      txt_record: { name: '_latchkey-challenge.acme.example', value: expect.stringMatching(/^[\w-]{32}$/) },
    })
    expect(adminEndpointSchemas.adminOrganizationDomainsCreate.response.safeParse(added.data).success).toBe(true)
    harness.dns.add('_latchkey-challenge.acme.example', 'another token')
    harness.dns.add('acme.example', domain.txt_record.value)
    const at = new Date(harness.clock.now()).toISOString()
    expect((await acme.check('acme.example')).data.domain).toMatchObject({ state: 'pending', checked_at: at })
    harness.dns.add('_latchkey-challenge.acme.example', domain.txt_record.value)
    const verified = await acme.check('ACME.example')
    expect(verified.data.domain).toEqual({ ...domain, state: 'verified', verified_at: at, checked_at: at })
    expect(await acme.list()).toEqual([verified.data.domain])
    expect(await audited(harness)).toEqual(['add by admin', 'verify by admin'])
  })

  it.inTurn('has a token of its own in each organization, and proves no other organization', async () => {
    const { acme, globex } = await start()
    const proven = await acme.publish('acme.example')
    const other = (await globex.add('acme.example')).data.domain
    expect(other.txt_record.name).toBe(proven.txt_record.name)
    expect(other.txt_record.value).not.toBe(proven.txt_record.value)
    expect((await globex.check('acme.example')).data.domain.state).toBe('pending')
    expect((await acme.check('acme.example')).data.domain.state).toBe('verified')
  })

  it.inTurn(
    'is rejected if the organization has it, or no organization can have it [B-DOM-06] [B-DOM-07]',
    async () => {
      const { acme } = await start({ disposableDomains: new Set(['trash.example']) })
      const outcome = async (domain: string) => {
        const answer = await acme.add(domain)
        return answer.json.body?.[0]?.dataPath ?? answer.outcome
      }
      expect(await outcome('BÜCHER.example')).toBe('200')
      expect(await outcome('xn--bcher-kva.example')).toBe('organization_settings_duplicate_domain')
      for (const common of ['gmail.com', 'co.uk', 'mail.gmail.com'])
        expect(await outcome(common)).toBe('organization_settings_domain_too_common')
      expect(await outcome('mail.trash.example')).toBe('organization_settings_disposable_domain')
      for (const invalid of [
        'example',
        'a b.example',
        '.',
        'ada@acme.example',
        '127.0.0.1',
        `${'a'.repeat(64)}.example`,
      ])
        expect(await outcome(invalid)).toBe('.domain')
      expect((await acme.list()).map(({ domain }) => domain)).toEqual(['xn--bcher-kva.example'])
    },
  )

  it.inTurn('is one of at most 50 of an organization', async () => {
    const { acme } = await start()
    for (let index = 0; index < 50; index++) expect((await acme.add(`d${index}.example`)).outcome).toBe('200')
    expect((await acme.add('d50.example')).json.body?.[0]).toMatchObject({ dataPath: '.domain', keyword: 'maxItems' })
    expect((await acme.list()).length).toBe(50)
  })

  it.inTurn('is not found in another organization or after it was removed', async () => {
    const { harness, acme, globex } = await start()
    await acme.publish('acme.example')
    for (const { outcome } of [await globex.check('acme.example'), await globex.remove('acme.example')])
      expect(outcome).toBe('organization_domain_not_found')
    expect((await acme.check('mail.acme.example')).outcome).toBe('organization_domain_not_found')
    expect((await acme.check('no domain')).outcome).toBe('organization_domain_not_found')
    expect((await acme.remove('acme.example')).outcome).toBe('200')
    expect((await acme.remove('acme.example')).outcome).toBe('organization_domain_not_found')
    expect(await acme.list()).toEqual([])
    const unknown = { params: { organization_id: 'unknown' } }
    expect((await harness.admin(listDomains, unknown)).outcome).toBe('organization_not_found')
    expect(await audited(harness)).toEqual(['add by admin', 'remove by admin'])
  })

  it.inTurn('is checked once a day, and lapses with the third failed check in a row [B-DOM-12]', async () => {
    const { harness, acme } = await start()
    const { txt_record } = await acme.publish('acme.example')
    await acme.check('acme.example')
    harness.dns.remove(txt_record.name)
    const after = async (hours: number) => {
      await wait(harness, hours)
      const [domain] = await acme.list()
      return [domain?.state, domain?.failures]
    }
    expect([await after(23), await after(1), await after(23), await after(1)]).toEqual([
      ...[0, 1, 1, 2].map((failures) => ['verified', failures]),
    ])
    expect([await after(24), await after(24)]).toEqual([
      ['lapsed', 0],
      ['lapsed', 0],
    ])
    harness.dns.add(txt_record.name, txt_record.value)
    expect(await after(24)).toEqual(['verified', 0])
    expect(await audited(harness)).toEqual([
      ...['add by admin', 'lapse by system', 'verify by admin', 'verify by system'],
    ])
  })

  it.inTurn('is taken over 72 hours after the claim, by an organization that proves it [B-DOM-16]', async () => {
    const { harness, acme, globex } = await start()
    await acme.publish('acme.example')
    await acme.check('acme.example')
    await globex.publish('acme.example')
    expect((await globex.check('acme.example')).data.domain.state).toBe('pending')
    const states = async () => [await acme.state('acme.example'), await globex.state('acme.example')]
    await wait(harness, 71)
    expect((await globex.check('acme.example')).data.domain.state).toBe('pending')
    expect(await states()).toEqual(['verified', 'pending'])
    await wait(harness, 1)
    expect(await states()).toEqual(['lapsed', 'verified'])
    await wait(harness, 24)
    expect(await states()).toEqual(['lapsed', 'verified'])
    expect(await audited(harness)).toEqual([
      ...['add by admin', 'add by admin', 'claim by admin'],
      ...['lapse by system', 'verify by admin', 'verify by system'],
    ])
  })

  it('is verified for one of two organizations that prove it at the same time [B-DOM-03]', async () => {
    const { harness, acme, globex } = await start()
    for (let round = 0; round < 4; round++) {
      const name = `d${round}.example`
      for (const one of [acme, globex]) await one.publish(name)
      const answers = await Promise.all([acme, globex, acme, globex].map((one) => one.check(name)))
      expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200', '200', '200'])
      expect([await acme.state(name), await globex.state(name)].sort()).toEqual(['pending', 'verified'])
    }
    await harness.close()
  })
})
