import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { emailIdentifier } from '../../identifiers/identifier.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { raceRounds } from '../../storage/testing/run-length.ts'
import { createBarrier, withBarrier } from '../../testing/barrier.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { type Answer, engines, type HarnessOptions, openTestStorage, tokenOf } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { errorOf, expectRejected } from './witness.suite.ts'

const ada = 'ada@acme.test'
const eve = 'eve@other.test'
const mallory = 'mallory@other.test'
const minutes = { session_duration_minutes: 30 }
const day = 24 * 60 * 60_000
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}
const unknown = { id: 'organization-test-unknown' }

describe.each(engines)('joining an organization on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const open = ({ settings, ...options }: HarnessOptions = {}, on = storage): Promise<BusinessHarness> =>
    createBusinessHarness(on, { ...options, settings: { limits, ...settings }, config: { limits } })

  async function verify({ projectId, id }: OrganizationRecord, domain: string, now: number): Promise<void> {
    const owner = { projectId, organizationId: id }
    await storage.organizationDomains.insert({
      ...{ ...owner, domain, state: 'verified', token: crypto.randomUUID(), verifiedAt: now, createdAt: now },
      ...{ claimedAt: null, checkedAt: now, nextCheckAt: now + day, failures: 0 },
    })
  }

  const sendLink = (harness: BusinessHarness, { id }: OrganizationRecord, email_address: string) =>
    harness.call('POST', '/b2b/magic_links/email/login_or_signup', { email_address, organization_id: id })
  const sendCode = (harness: BusinessHarness, { id }: OrganizationRecord, email_address: string) =>
    harness.call('POST', '/b2b/otps/email/login_or_signup', { email_address, organization_id: id })
  const redeem = (harness: BusinessHarness, magic_links_token: string, more: object = {}) =>
    harness.call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes, ...more })

  /** Tries discovery, links and codes. Discovery must not list the organization, and exchanges respond as for an unknown one. */
  async function expectClosed(harness: BusinessHarness, target: OrganizationRecord, address: string): Promise<void> {
    const token = await harness.discover(emailIdentifier(address).key)
    const body = { intermediate_session_token: token }
    const { discovered_organizations } = dataOf(await harness.call('POST', '/b2b/discovery/organizations', body))
    const listed = discovered_organizations.map(({ organization }) => organization.organization_id)
    expect([address, listed.includes(target.id)]).toEqual([address, false])
    const { error } = await expectRejected([harness], () => harness.exchange(token, target))
    expect([address, error]).toEqual([address, errorOf(await harness.exchange(token, unknown))])
    for (const send of [sendLink, sendCode]) {
      const mails = harness.sent.length
      const refused = await expectRejected([harness], () => send(harness, target, address))
      expect(refused.outcome).toBe('operation_restricted_by_organization_auth_methods')
      await harness.provider.outbox.drain()
      expect(harness.sent.length).toBe(mails)
    }
  }

  it.inTurn(
    'is closed to domains without proof, subdomains, look-alikes and shared domains (B-3) [B-DISC-07]',
    async () => {
      const harness = await open({ environment: 'live' })
      const shared = ['gmail.com', 'co.uk', 'github.io']
      const allowed = ['acme.test', 'verified.test', 'xn--acm-dma.test', ...shared]
      const policy = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: allowed }
      const acme = await harness.addOrganization('acme', policy)
      const rival = await harness.addOrganization('rival', policy)
      await verify(acme, 'verified.test', harness.clock.now())
      // The owner of a verified domain is listed, so the domain is what closes the others.
      expect((await harness.exchange(await harness.discover('ada@verified.test'), acme)).outcome).toBe('200')
      const outsiders = [
        ...['ada@acme.test', 'ada@sub.verified.test', 'ada@verified.test.evil.test', 'ada@notverified.test'],
        ...['ada@vеrified.test', 'ada@xn--acm-dma.test', 'ada@acmé.test', 'ada@verified.tést'],
        ...shared.map((domain) => `ada@${domain}`),
      ]
      for (const address of outsiders) {
        const isAddress = (await sendLink(harness, acme, address)).outcome !== 'invalid_email'
        if (isAddress) await expectClosed(harness, acme, address)
      }
      // The domain is verified for another organization.
      await expectClosed(harness, rival, 'grace@verified.test')
    },
  )

  it.inTurn('is closed to a domain that has lapsed, and keeps its sessions (B-3) [B-DOM-15]', async () => {
    const harness = await open({ environment: 'live' })
    const policy = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['verified.test'] }
    const acme = await harness.addOrganization('acme', policy)
    await verify(acme, 'verified.test', harness.clock.now())
    const body = { organization_id: acme.id, session_duration_minutes: 7 * 24 * 60 }
    const intermediate_session_token = await harness.discover('ada@verified.test')
    const exchanged = await harness.call('POST', '/b2b/discovery/intermediate_sessions/exchange', {
      ...{ ...body, intermediate_session_token },
    })
    const session = dataOf(exchanged).session_token
    for (const isClosed of [false, false, true]) {
      harness.clock.advance(day)
      await harness.provider.tidy()
      if (isClosed) await expectClosed(harness, acme, 'grace@verified.test')
      else expect((await sendLink(harness, acme, 'grace@verified.test')).outcome).toBe('200')
    }
    expect((await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })).outcome).toBe('200')
  })

  it.inTurn('stays closed in a test project to all domains but the allowed ones (B-3)', async () => {
    const harness = await open()
    const allowed = ['acme.test', 'gmail.com', 'co.uk']
    const policy = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: allowed }
    const acme = await harness.addOrganization('acme', policy)
    for (const address of ['ada@sub.acme.test', 'ada@evilacme.test', 'ada@gmail.com', 'ada@co.uk', eve])
      await expectClosed(harness, acme, address)
    expect((await harness.exchange(await harness.discover(ada), acme)).outcome).toBe('200')
  })

  it.inTurn('needs a proof of the mailbox, not a password for the address (B-3)', async () => {
    const harness = await open()
    const policy = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.test'] }
    const acme = await harness.addOrganization('acme', policy)
    const own = await harness.addOrganization('own')
    const { account } = await harness.addMember(own, mallory)
    const { session_token: session } = await harness.signInTo(own, mallory)
    // The address was changed to one that the member has not proven.
    for (const email of account.registrations) {
      await storage.accounts.removeRegistration(own.projectId, account.id, 'email', email.id)
      const claimed = { id: `${email.id}-2`, uniqueKey: ada, verified: false, verifiedAt: null }
      await storage.accounts.addRegistration({ ...email, ...claimed })
    }
    const exchange = ({ id }: { id: string }) =>
      harness.call('POST', '/b2b/sessions/exchange', { organization_id: id, ...minutes }, { session })
    const { error } = await expectRejected([harness], () => exchange(acme))
    expect(error).toEqual(errorOf(await exchange(unknown)))
  })

  describe('by invitation', () => {
    async function invited(options: HarnessOptions = {}, on = storage) {
      const harness = await open(options, on)
      const acme = await harness.addOrganization('acme')
      await harness.addMember(acme, ada, { roles: [builtInRoleIds.admin] })
      const { session_token: session } = await harness.signInTo(acme, ada)
      const invite = (email_address: string) =>
        harness.call('POST', '/b2b/magic_links/email/invite', { email_address }, { session })
      const { member_id } = dataOf(await invite(eve))
      return { harness, acme, invite, member_id, link: tokenOf(await harness.lastMessage(eve)) }
    }

    it.inTurn('is for the invited address only (B-4) [B-INV-07]', async () => {
      const { harness, acme, link } = await invited()
      await expectClosed(harness, acme, mallory)
      const body = { intermediate_session_token: await harness.discover(mallory) }
      const attack = () => redeem(harness, link, body)
      expect((await expectRejected([harness], attack)).outcome).toBe('intermediate_session_not_found')
      // The owner of the invited address can still accept it.
      expect(dataOf(await redeem(harness, link)).member).toMatchObject({ status: 'active', email_address: eve })
    })

    it.inTurn('ends with its use, its revocation, and the end of the organization (B-4) [B-INV-08]', async () => {
      const ends: Record<string, (one: Awaited<ReturnType<typeof invited>>) => Promise<unknown>> = {
        use: ({ harness, link }) => redeem(harness, link),
        'a later invitation': ({ invite }) => invite(eve),
        revocation: ({ harness, acme, member_id }) =>
          storage.members.remove(organizationRealm(acme), member_id, harness.clock.now()),
        'the end of the organization': ({ harness, acme }) =>
          storage.organizations.remove(acme.projectId, acme.id, harness.clock.now()),
        time: async ({ harness }) => harness.clock.advance(8 * day),
      }
      for (const [name, end] of Object.entries(ends)) {
        const one = await invited()
        await end(one)
        const { outcome } = await expectRejected([one.harness], () => redeem(one.harness, one.link))
        expect([name, outcome]).toEqual([name, 'unable_to_auth_magic_link'])
      }
    })

    it.inTurn('reactivates no removed member (B-4)', async () => {
      const { harness, acme, invite, member_id } = await invited()
      await storage.members.remove(organizationRealm(acme), member_id, harness.clock.now())
      expect((await expectRejected([harness], () => invite(eve))).outcome).toBe('duplicate_member_email')
      await expectClosed(harness, acme, eve)
      expect((await storage.members.get(organizationRealm(acme), member_id))?.status).toBe('deleted')
    })

    it('is accepted by one of 16 calls at once (B-4)', async () => {
      const gate = withBarrier(storage)
      for (let round = 0; round < raceRounds; round += 1) {
        const { harness, acme, member_id, link } = await invited({}, gate.storage)
        const barrier = createBarrier(16)
        gate.set(barrier)
        const answers = Promise.all(Array.from({ length: 16 }, () => redeem(harness, link)))
        while (barrier.met < 16) await new Promise((resolve) => setImmediate(resolve))
        gate.set(null)
        const outcomes = (await answers).map(({ outcome }) => outcome).sort()
        expect(outcomes).toEqual(['200', ...Array(15).fill('unable_to_auth_magic_link')])
        const live = { now: harness.clock.now(), limit: 99 }
        expect((await storage.sessions.list(acme.projectId, member_id, live)).items).toHaveLength(1)
        noteVariants(15)
      }
    })
  })
})

describe.each(engines)('slugs of new organizations on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open(on = storage) {
    const settings = { limits, createOrganizationEnabled: true }
    const harness = await createBusinessHarness(on, { settings, config: { limits } })
    const create = (intermediate_session_token: string, organization_slug: string): Promise<Answer> =>
      harness.call('POST', '/b2b/discovery/organizations/create', {
        ...{ intermediate_session_token, organization_slug, ...minutes },
      })
    return { harness, create }
  }

  it.inTurn(
    'are not taken, reserved, alike, too short, too long or of a removed organization (B-10) [B-ORG-10] [B-ORG-11]',
    async () => {
      const { harness, create } = await open()
      await harness.addOrganization('acme')
      const removed = await harness.addOrganization('gone')
      await storage.organizations.remove(removed.projectId, removed.id, harness.clock.now())
      const taken = ['acme', 'acrne', 'acme-', '.acme', 'gone', 'g0ne', 'gone_']
      const reserved = [
        'admin',
        'www',
        'api',
        'sso',
        'setup',
        'console',
        'adm1n',
        'vvvvvv',
        '5s0',
        'c0nsole',
        '..',
        '--',
      ]
      const ids = ['organization-test-1', 'organization-live-1', 'xn--acm-dma']
      const invalid = ['a', 'x'.repeat(129), 'Acme', 'ac me', 'acmé', 'а́cme', 'a/b', '']
      const token = await harness.discover(ada)
      for (const slug of [...taken, ...reserved, ...ids]) {
        const { status, outcome } = await expectRejected([harness], () => create(token, slug))
        expect([slug, status, outcome]).toEqual([slug, 409, 'organization_slug_already_used'])
      }
      for (const slug of invalid) {
        const { status, outcome } = await expectRejected([harness], () => create(token, slug))
        expect([slug, status, outcome]).toEqual([slug, 400, 'schema_error'])
      }
      // No attempt has spent the proof.
      expect((await create(token, 'globex')).outcome).toBe('200')
    },
  )

  it('go to one of 16 calls at once, look-alikes included (B-10)', async () => {
    const gate = withBarrier(storage)
    const slugs = ['acme', 'acrne', 'acme-', '.acme']
    for (let round = 0; round < raceRounds; round += 1) {
      const { harness, create } = await open(gate.storage)
      const tokens: string[] = []
      for (let index = 0; index < 16; index += 1) tokens.push(await harness.discover(`person-${index}@acme.test`))
      const barrier = createBarrier(16)
      gate.set(barrier)
      const answers = Promise.all(tokens.map((token, index) => create(token, slugs[index % slugs.length] ?? '')))
      while (barrier.met < 16) await new Promise((resolve) => setImmediate(resolve))
      gate.set(null)
      const outcomes = (await answers).map(({ outcome }) => outcome).sort()
      expect(outcomes).toEqual(['200', ...Array(15).fill('organization_slug_already_used')])
      expect((await storage.organizations.list(harness.project.id, { limit: 99 })).items).toHaveLength(1)
      noteVariants(15)
    }
  })
})
