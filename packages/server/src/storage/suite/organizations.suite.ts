import { beforeEach, describe, expect, it } from 'vitest'
import { type OrganizationRealm, organizationRealm } from '../realm.ts'
import type { MemberRecord, OrganizationRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import {
  sampleAccount,
  sampleMember,
  sampleNow,
  sampleOneTime,
  sampleOrganization,
  sampleProject,
  sampleRegistration,
  sampleSession,
} from '../testing/sample.ts'
import type { InvitationQuery } from '../verbs.ts'

const email = 'ada@example.com'
const later = sampleNow + 7

export function organizationsSuite(storage: () => Storage): void {
  describe('organizations', () => {
    let projectId: string
    beforeEach(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      projectId = project.id
    })

    async function insertOrganization(change: Partial<OrganizationRecord> = {}): Promise<OrganizationRecord> {
      const organization = sampleOrganization(projectId, change)
      expect(await storage().organizations.insert(organization)).toBe(true)
      return organization
    }

    async function insertMember(realm: OrganizationRealm, change?: Partial<MemberRecord>): Promise<MemberRecord> {
      const member = sampleMember(realm, change)
      expect(await storage().members.insert(member)).toBe(true)
      return member
    }

    const sessionOf = ({ account, organizationId }: MemberRecord) =>
      sampleSession(account, { subjectKind: 'member', organizationId })

    it('are found by id and by slug in their project, newest first', async () => {
      const { organizations } = storage()
      const acme = await insertOrganization({ slug: 'acme', settings: { mfa_policy: 'OPTIONAL' }, externalId: 'crm-1' })
      const other = await insertOrganization({ slug: 'other', createdAt: later })
      expect(await organizations.insert(sampleOrganization(projectId, { slug: 'acme' }))).toBe(false)
      expect(await organizations.get(projectId, acme.id)).toEqual(acme)
      expect(await organizations.getBySlug(projectId, 'acme')).toEqual(acme)
      expect(await organizations.get('project-test-other', acme.id)).toBe(null)
      expect(await organizations.getBySlug('project-test-other', 'acme')).toBe(null)
      const page = await organizations.list(projectId, { limit: 1 })
      expect(page.items).toEqual([other])
      const rest = { items: [acme], nextCursor: null }
      expect(await organizations.list(projectId, { limit: 1, cursor: page.nextCursor ?? '' })).toEqual(rest)
    })

    it('are listed alone if their settings say whether members join by email domain', async () => {
      const { organizations } = storage()
      const open = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.example'] }
      const first = await insertOrganization({ slug: 'first', settings: open })
      await insertOrganization({
        slug: 'silent',
        name: '"email_jit_provisioning"',
        settings: { mfa_policy: 'OPTIONAL' },
      })
      const second = await insertOrganization({ slug: 'second', createdAt: later, settings: open })
      const removed = await insertOrganization({ slug: 'removed', settings: open })
      await organizations.remove(projectId, removed.id, later + 60_000)
      const page = await organizations.listWithEmailJit(projectId, { limit: 1 })
      expect(page.items).toEqual([second])
      const rest = { limit: 9, cursor: page.nextCursor ?? '' }
      expect(await organizations.listWithEmailJit(projectId, rest)).toEqual({ items: [first], nextCursor: null })
      const closed = { settings: {} }
      await organizations.update(projectId, first.id, first.revision, closed, later)
      expect((await organizations.listWithEmailJit(projectId, rest)).items).toEqual([])
    })

    it('change only from the stored revision', async () => {
      const { organizations } = storage()
      const acme = await insertOrganization({ logoUrl: 'https://acme.test/a.svg', externalId: 'crm-1' })
      const change = { name: 'New', slug: 'new', trustedMetadata: { a: 1 }, settings: { b: 2 }, logoUrl: null } as const
      expect(await organizations.update(projectId, acme.id, 1, change, later)).toBe(true)
      expect(await organizations.update(projectId, acme.id, 1, { name: 'Late' }, later)).toBe(false)
      expect(await organizations.update(projectId, acme.id, 2, {}, later)).toBe(true)
      expect(await organizations.update('project-test-other', acme.id, 3, {}, later)).toBe(false)
      const changed = { ...acme, ...change, revision: 3, updatedAt: later }
      expect(await organizations.get(projectId, acme.id)).toEqual(changed)
    })

    it('are found by the tenants that their settings allow', async () => {
      const { organizations } = storage()
      const allow = (google: string[]) => ({ allowed_oauth_tenants: { google, slack: ['T1'] } })
      const acme = await insertOrganization({
        id: 'organization-test-a',
        settings: allow(['a.test', 'b.test', 'a.test']),
      })
      const globex = await insertOrganization({ id: 'organization-test-b', settings: allow(['b.test']) })
      await insertOrganization()
      const found = async (provider: 'google' | 'slack', tenants: string[], limit = 9, project = projectId) =>
        (await organizations.listByTenants(project, provider, tenants, limit)).map(({ id }) => id)
      expect([
        await found('google', ['a.test']),
        await found('google', ['x', 'b.test', 'a.test']),
        await found('google', ['b.test'], 1),
        await found('slack', ['b.test']),
        await found('google', []),
        await found('google', ['b.test'], 9, 'project-test-other'),
      ]).toEqual([[acme.id], [acme.id, globex.id], [acme.id], [], [], []])
      const settings = allow(['c.test'])
      expect(await organizations.update(projectId, acme.id, 1, { settings }, later)).toBe(true)
      expect(await organizations.update(projectId, acme.id, 1, { settings: allow(['late.test']) }, later)).toBe(false)
      expect(await organizations.update(projectId, acme.id, 2, { name: 'New' }, later)).toBe(true)
      expect(await organizations.listByTenants(projectId, 'google', ['c.test'], 9)).toEqual([
        { ...acme, settings, name: 'New', revision: 3, updatedAt: later },
      ])
      expect([await found('google', ['a.test']), await found('google', ['late.test'])]).toEqual([[], []])
      await organizations.remove(projectId, globex.id, later)
      expect(await found('google', ['b.test'])).toEqual([])
      // Its tenants are removed with it.
      expect(await organizations.sweep(later + 1, 9)).toBe(1)
    })

    it('reject a slug and an external id of another organization', async () => {
      const { organizations } = storage()
      await insertOrganization({ slug: 'taken', externalId: 'crm-1' })
      const { id } = await insertOrganization()
      for (const change of [{ slug: 'taken' }, { externalId: 'crm-1' }])
        await expect(organizations.update(projectId, id, 1, change, later)).rejects.toMatchObject({
          code: 'storage_conflict',
        })
      expect(await organizations.update(projectId, id, 1, { externalId: 'crm-2' }, later)).toBe(true)
    })

    it('reject a slug that looks like the one of another organization of the project [B-ORG-11]', async () => {
      const { organizations } = storage()
      await insertOrganization({ slug: 'acme' })
      const { id } = await insertOrganization({ slug: 'other' })
      for (const slug of ['acrne', 'acme-', '.acme']) {
        expect(await organizations.insert(sampleOrganization(projectId, { slug }))).toBe(false)
        await expect(organizations.update(projectId, id, 1, { slug }, later)).rejects.toMatchObject({
          code: 'storage_conflict',
        })
      }
      const elsewhere = sampleProject()
      await storage().projects.insert(elsewhere)
      expect(await organizations.insert(sampleOrganization(elsewhere.id, { slug: 'acrne' }))).toBe(true)
      // A slug that its organization gave up is free, and an organization can take a slug that looks like its own.
      expect(await organizations.update(projectId, id, 1, { slug: '0ther' }, later)).toBe(true)
      expect(await organizations.update(projectId, id, 2, { slug: 'globex' }, later)).toBe(true)
      await insertOrganization({ slug: 'other' })
    })

    it('end the sessions of all members when they are suspended', async () => {
      const { organizations, sessions } = storage()
      const [acme, other] = [await insertOrganization(), await insertOrganization()]
      const own = sessionOf(await insertMember(organizationRealm(acme)))
      const foreign = sessionOf(await insertMember(organizationRealm(other)))
      for (const session of [own, foreign]) await sessions.insert(session)
      expect(await organizations.suspend(projectId, acme.id, later, later)).toEqual([own.id])
      expect(await organizations.get(projectId, acme.id)).toEqual({ ...acme, suspendedAt: later, updatedAt: later })
      expect((await sessions.get(projectId, own.id))?.revokedAt).toBe(later)
      expect((await sessions.get(projectId, foreign.id))?.revokedAt).toBe(null)
      expect(await organizations.suspend(projectId, acme.id, null, later)).toEqual([])
      expect((await organizations.get(projectId, acme.id))?.suspendedAt).toBe(null)
      expect(await organizations.suspend(projectId, 'organization-test-unknown', later, later)).toBe(null)
    })

    it('end sessions and secrets when they are removed, and keep the slug until the sweep', async () => {
      const { organizations, sessions, oneTime, members } = storage()
      const acme = await insertOrganization({ slug: 'kept' })
      const realm = organizationRealm(acme)
      const member = await insertMember(realm)
      const session = sessionOf(member)
      await sessions.insert(session)
      const secrets = [
        sampleOneTime(projectId, { ...realm, accountId: member.id }),
        sampleOneTime(projectId, { ...realm }),
        sampleOneTime(projectId),
      ]
      for (const secret of secrets) await oneTime.insert(secret)
      expect(await organizations.remove(projectId, acme.id, later)).toEqual([session.id])
      expect(await organizations.remove(projectId, acme.id, later)).toBe(null)
      expect(await organizations.get(projectId, acme.id)).toBe(null)
      expect(await organizations.getBySlug(projectId, 'kept')).toBe(null)
      expect((await organizations.list(projectId, { limit: 9 })).items).toEqual([])
      const usable = await Promise.all(
        secrets.map(({ tokenHash, purpose }) =>
          oneTime.findUsable({ projectId, tokenHash: tokenHash ?? '', purposes: [purpose], now: later }),
        ),
      )
      expect(usable.map((row) => row !== null)).toEqual([false, false, true])
      const again = sampleOrganization(projectId, { slug: 'kept' })
      expect(await organizations.sweep(later, 9)).toBe(0)
      expect(await organizations.insert(again)).toBe(false)
      expect(await organizations.sweep(later + 1, 9)).toBe(1)
      expect(await organizations.insert(again)).toBe(true)
      expect(await members.get(realm, member.id)).toBe(null)
      expect(await sessions.get(projectId, session.id)).toBe(null)
    })
  })

  describe('members', () => {
    let projectId: string
    let realm: OrganizationRealm
    let elsewhere: OrganizationRealm
    beforeEach(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      projectId = project.id
      const organizations = [sampleOrganization(projectId), sampleOrganization(projectId)] as const
      for (const organization of organizations) await storage().organizations.insert(organization)
      realm = organizationRealm(organizations[0])
      elsewhere = organizationRealm(organizations[1])
    })

    async function insertMember(change: Partial<MemberRecord> = {}, address = email): Promise<MemberRecord> {
      const member = sampleMember(realm, change, address)
      expect(await storage().members.insert(member)).toBe(true)
      return member
    }

    it('have one invitation, which no other organization finds or changes [B-ACC-05]', async () => {
      const { invitations } = storage()
      const { id } = await insertMember()
      const sent = { ...realm, memberId: id, address: email, state: 'sent', sentAt: 1, expiresAt: 2 } as const
      await invitations.set(sent)
      const again = { ...sent, sentAt: 3, expiresAt: 4 }
      await invitations.set(again)
      expect(await invitations.list(realm, [id, 'member-test-unknown'])).toEqual([again])
      for (const of of [elsewhere, { ...realm, projectId: 'project-test-other' }]) {
        await invitations.change(of, id, { from: ['sent'], to: 'opened' })
        expect(await invitations.list(of, [id])).toEqual([])
      }
      await invitations.change(realm, id, { from: ['opened', 'bounced'], to: 'accepted' })
      expect(await invitations.list(realm, [id])).toEqual([again])
      await invitations.change(realm, id, { from: ['sent', 'opened'], to: 'accepted' })
      await invitations.bounce(email)
      expect(await invitations.list(realm, [id])).toEqual([{ ...again, state: 'accepted' }])
    })

    it('list their invitations by state, page by page, in their organization only [B-ACC-05]', async () => {
      const { invitations } = storage()
      const states = ['sent', 'sent', 'accepted'] as const
      const sent = []
      for (const [index, state] of states.entries()) {
        const address = `invited-${index}@example.com`
        const { id } = await insertMember({ createdAt: index + 1 }, address)
        sent.push({ ...realm, memberId: id, address, state, sentAt: 1, expiresAt: 10 * (index + 1) })
      }
      for (const one of sent) await invitations.set(one)
      await insertMember({ createdAt: 9 }, 'not-invited@example.com')
      const [first, second, third] = sent
      const list = async (query: InvitationQuery, of = realm) =>
        (await invitations.listOfOrganization(of, query, { limit: 9 })).items
      expect(await list({})).toEqual([third, second, first])
      expect(await list({ states: ['sent'] })).toEqual([second, first])
      expect(await list({ states: ['sent'], expiresBefore: 20 })).toEqual([first])
      expect(await list({ states: ['sent'], expiresAfter: 10 })).toEqual([second])
      expect(await list({ states: ['revoked'] })).toEqual([])
      for (const of of [elsewhere, { ...realm, projectId: 'project-test-other' }])
        expect(await list({}, of)).toEqual([])
      const page = await invitations.listOfOrganization(realm, {}, { limit: 2 })
      expect([page.items, page.nextCursor]).toEqual([[third, second], expect.any(String)])
      const rest = await invitations.listOfOrganization(realm, {}, { limit: 2, cursor: page.nextCursor ?? '' })
      expect(rest).toEqual({ items: [first], nextCursor: null })
    })

    it('are found by id, address and external id in their organization only [B-ACC-05]', async () => {
      const { members } = storage()
      const member = sampleMember(realm, {}, email)
      const whole = { ...member, account: { ...member.account, externalId: 'hr-1' } }
      expect(await members.insert(whole)).toBe(true)
      const found = async (of: OrganizationRealm): Promise<unknown[]> => [
        await members.get(of, member.id),
        await members.findByEmail(of, email),
        await members.findByExternalId(of, 'hr-1'),
        await members.findByRegistrationId(of, 'email', whole.account.registrations[0]?.id ?? ''),
        await members.lockRow(of, member.id),
        (await members.list(of, { limit: 9 })).items[0] ?? null,
        (await members.search(of, { operator: 'AND', keys: [[email]], includesDeleted: false }, { limit: 9 }))
          .items[0] ?? null,
      ]
      expect(await found(realm)).toEqual([whole, whole, whole, whole, whole, whole, whole])
      for (const of of [elsewhere, { ...realm, projectId: 'project-test-other' }])
        expect(await found(of)).toEqual([null, null, null, null, null, null, null])
    })

    it('are listed with every field, all registrations and their organization', async () => {
      const { organizations, members } = storage()
      const created = sampleOrganization(projectId, {
        trustedMetadata: { '<"\\\u2028': [1.5, null, true] },
        externalId: crypto.randomUUID(),
        logoUrl: 'https://example.com/<logo>.png',
        settings: { mfa_policy: 'REQUIRED_FOR_ALL' },
      })
      await organizations.insert(created)
      const of = organizationRealm(created)
      const plain = sampleMember(of, { isBreakglass: true, mfaEnrolled: true, defaultMfaMethod: 'totp' }, email)
      const phone = sampleRegistration(plain.account, { kind: 'phone_number', uniqueKey: '+12025550177' })
      const member: MemberRecord = {
        ...plain,
        roles: [{ roleId: 'billing', sourceKind: 'direct_assignment', sourceId: '' }],
        account: {
          ...plain.account,
          name: { first_name: `Zoë "quoted" \\ 👩‍👩‍👧`, middle_name: '', last_name: '' },
          untrustedMetadata: JSON.parse('{"__proto__":{"admin":true}}'),
          roles: ['editor'],
          registrations: [...plain.account.registrations, phone],
        },
      }
      expect(await members.insert(member)).toBe(true)
      await organizations.suspend(projectId, created.id, later, later)
      const organization = await organizations.get(projectId, created.id)
      const { items } = await members.listMemberships(projectId, email, { limit: 200 })
      expect(items.filter((one) => one.organization.id === created.id)).toEqual([
        { organization, member: await members.get(of, member.id) },
      ])
    })

    it('are listed by address in all organizations of the project, and in no other project [B-ACC-03]', async () => {
      const { organizations, members } = storage()
      const here = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const organization = sampleOrganization(projectId)
          await organizations.insert(organization)
          await members.insert(sampleMember(organizationRealm(organization), {}, email))
          await members.insert(sampleMember(organizationRealm(organization), {}))
          return organization
        }),
      )
      const removed = here[0]
      if (removed) await organizations.remove(projectId, removed.id, later + 60_000)
      const expected = here
        .slice(1)
        .map(({ id }) => id)
        .sort()
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await members.listMemberships(projectId, email, { limit: 4, ...(cursor ? { cursor } : {}) })
        for (const { organization, member } of page.items) {
          expect([member.organizationId, member.account.registrations[0]?.uniqueKey]).toEqual([organization.id, email])
          found.push(organization.id)
        }
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(found).toEqual(expected)
      expect((await members.listMemberships('project-test-other', email, { limit: 4 })).items).toEqual([])
    })

    it('are neither changed nor removed by a call for another organization [B-ACC-05]', async () => {
      const { members } = storage()
      const member = await insertMember()
      for (const of of [elsewhere, { ...realm, projectId: 'project-test-other' }]) {
        expect(await members.update(of, member.id, { name: 'Eve', status: 'pending' }, later)).toBe(false)
        expect(await members.remove(of, member.id, later)).toBe(null)
      }
      expect(await members.get(realm, member.id)).toEqual(member)
    })

    it('store no part of a member whose address is taken', async () => {
      const { members, accounts } = storage()
      await insertMember()
      const second = sampleMember(realm, {}, email)
      const phone = sampleRegistration(second.account, { kind: 'phone_number', uniqueKey: '+12025550123' })
      const registrations = [...second.account.registrations, phone]
      expect(await members.insert({ ...second, account: { ...second.account, registrations } })).toBe(false)
      expect(await accounts.get(projectId, second.id)).toBe(null)
      expect(await accounts.findByRegistration(realm, 'phone_number', phone.uniqueKey)).toBe(null)
      expect(await members.insert(sampleMember(elsewhere, {}, email))).toBe(true)
    })

    it('are stored once if several calls create them at the same time', async () => {
      const calls = Array.from({ length: 8 }, () => storage().members.insert(sampleMember(realm, {}, email)))
      expect((await Promise.all(calls)).filter(Boolean)).toEqual([true])
      expect((await storage().members.list(realm, { limit: 9 })).items).toHaveLength(1)
    })

    it('are not found by a retired address', async () => {
      const { members, accounts } = storage()
      const member = await insertMember()
      const retired = sampleRegistration(member.account, { kind: 'phone_number', uniqueKey: 'old@example.com' })
      await accounts.addRegistration(retired)
      expect(await members.findByEmail(realm, 'old@example.com')).toBe(null)
    })

    it('are listed newest first, by status', async () => {
      const { members } = storage()
      const first = await insertMember({}, 'a@example.com')
      const second = await insertMember({ createdAt: later, status: 'pending' }, 'b@example.com')
      const third = await insertMember({ createdAt: later + 1 }, 'c@example.com')
      const page = await members.list(realm, { limit: 2 })
      expect(page.items).toEqual([third, second])
      const rest = await members.list(realm, { limit: 2, cursor: page.nextCursor ?? '' })
      expect(rest).toEqual({ items: [first], nextCursor: null })
      expect((await members.list(realm, { limit: 9, status: 'active' })).items).toEqual([third, first])
      expect((await members.list(realm, { limit: 9, status: 'pending' })).items).toEqual([second])
      expect((await members.list(elsewhere, { limit: 9 })).items).toEqual([])
    })

    it('keep all fields that a change leaves out', async () => {
      const { members } = storage()
      const member = await insertMember({ status: 'invited', joinedAt: null })
      expect(await members.update(realm, member.id, {}, later)).toBe(true)
      const account = { ...member.account, updatedAt: later }
      expect(await members.get(realm, member.id)).toEqual({ ...member, account })
      const flags = { isBreakglass: true, mfaEnrolled: true, defaultMfaMethod: 'totp', status: 'active' } as const
      const metadata = { trustedMetadata: { a: 1 }, untrustedMetadata: { b: 2 } }
      expect(await members.update(realm, member.id, { ...flags, ...metadata, name: 'Ada' }, later)).toBe(true)
      const name = { first_name: 'Ada', middle_name: '', last_name: '' }
      const changed = { ...member, ...flags, joinedAt: later, account: { ...account, ...metadata, name } }
      expect(await members.get(realm, member.id)).toEqual(changed)
      expect(await members.update(realm, member.id, { defaultMfaMethod: null, status: 'active' }, later + 1)).toBe(true)
      expect(await members.get(realm, member.id)).toMatchObject({ defaultMfaMethod: null, joinedAt: later })
    })

    it('lose sessions and secrets when they are removed, and can be reactivated', async () => {
      const { members, sessions, oneTime } = storage()
      const member = await insertMember()
      const other = sampleMember(realm, {}, 'other@example.com')
      await members.insert(other)
      const [own, foreign] = [member, other].map(({ account, organizationId }) =>
        sampleSession(account, { subjectKind: 'member', organizationId }),
      )
      for (const session of [own, foreign]) if (session) await sessions.insert(session)
      const secret = sampleOneTime(projectId, { ...realm, accountId: member.id })
      await oneTime.insert(secret)
      expect(await members.remove(realm, member.id, later)).toEqual([own?.id])
      expect(await members.remove(realm, member.id, later)).toBe(null)
      const { id, tokenHash, purpose } = secret
      const presented = { projectId, tokenHash: tokenHash ?? '', purposes: [purpose], now: later }
      expect([id, await oneTime.findUsable(presented)]).toEqual([id, null])
      expect(await members.get(realm, member.id)).toMatchObject({ status: 'deleted', deletedAt: later })
      expect((await sessions.get(projectId, foreign?.id ?? ''))?.revokedAt).toBe(null)
      expect(await members.update(realm, member.id, { status: 'active' }, later + 1)).toBe(true)
      expect(await members.get(realm, member.id)).toMatchObject({ status: 'active', deletedAt: null })
    })

    it('go with their account', async () => {
      const member = await insertMember()
      expect(await storage().accounts.remove(projectId, member.id)).toBe(true)
      expect(await storage().members.get(realm, member.id)).toBe(null)
      const user = sampleAccount(projectId)
      await storage().accounts.insert(user)
      expect(await storage().members.get(realm, user.id)).toBe(null)
    })
  })
}
