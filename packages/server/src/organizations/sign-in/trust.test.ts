import type { AuthenticationFactor } from '@latchkey/contract'
import type { Member } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { afterAll, beforeAll, it as bothEngines, describe, expect, it as pureIt } from 'vitest'
import { sha256Hex } from '../../core/hash.ts'
import { startIntermediateSession } from '../../sessions/intermediate-sessions.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { AccountRecord, OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { sampleSession } from '../../storage/testing/sample.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage, random } from '../../testing/harness.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { decideJoin } from '../join.ts'
import { organizationPolicy } from '../policy.ts'

const ada = 'ada@acme.example'
const minutes = { session_duration_minutes: 30 }
const editor = { rbac_email_implicit_role_assignments: [{ role_id: 'latchkey_admin', domain: 'acme.example' }] }

/** What SAML and OIDC connections say: the address is that of the attacker's choice. */
const statements = ['sso_saml', 'sso_oidc'] as const

describe.each(engines)('statements of connections and directories on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  function statement({ clock }: BusinessHarness, delivery_method: string): AuthenticationFactor {
    const at = new Date(clock.now()).toISOString()
    const times = { last_authenticated_at: at, created_at: at, updated_at: at }
    return { ...times, type: 'sso', delivery_method, email_factor: { email_id: '', email_address: ada } }
  }

  /** The organization of the connection, and another one that knows the address and lets its domain join. */
  async function start() {
    const harness = await createBusinessHarness(storage)
    const jit = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.example'] }
    const acme = await harness.addOrganization('acme', editor)
    const others = [await harness.addOrganization('other'), await harness.addOrganization('open', jit)]
    await harness.addMember(others[0] as OrganizationRecord, ada)
    return { harness, acme, others }
  }

  async function insertSession({ clock }: BusinessHarness, account: AccountRecord, factors: AuthenticationFactor[]) {
    const token = newSessionToken(random)
    const { organizationId } = account
    const expiresAt = clock.now() + 30 * 60_000
    const times = { startedAt: clock.now(), lastAccessedAt: clock.now(), expiresAt }
    const own = { organizationId, subjectKind: 'member', factors, tokenHash: sha256Hex(token) } as const
    await storage.sessions.insert(sampleSession(account, { ...own, ...times }))
    return token
  }

  const rows = async (organizations: readonly OrganizationRecord[]) =>
    Promise.all(
      organizations.map(async (one) => {
        const { items } = await storage.members.list(organizationRealm(one), { limit: 9 })
        const sessions = items.map(({ id }) => storage.sessions.list(one.projectId, id, { now: 0, limit: 9 }))
        return [items, await Promise.all(sessions)]
      }),
    )

  it.inTurn('open no other organization, and find none [B-ADM-14]', async () => {
    const { harness, acme, others } = await start()
    const member = await harness.addMember(acme, ada, { isVerified: false })
    for (const delivery of statements) {
      const before = await rows(others)
      const token = newLinkToken(random)
      const begin = (memberId: string | null) =>
        startIntermediateSession(storage, {
          ...{ project: harness.project, token, now: harness.clock.now(), random, address: ada, carriedOver: [] },
          ...{ memberId, organizationId: acme.id, factors: [statement(harness, delivery)] },
        })
      await begin(member.id)
      const list = (body: object, session?: string) =>
        harness.call('POST', '/b2b/discovery/organizations', body, session === undefined ? {} : { session })
      expect((await list({ intermediate_session_token: token })).outcome).toBe('intermediate_session_not_found')
      for (const other of others)
        expect((await harness.exchange(token, other)).outcome).toBe(
          'invalid_intermediate_session_token_for_organization',
        )
      const create = { intermediate_session_token: token, organization_name: 'Mine', ...minutes }
      expect((await harness.call('POST', '/b2b/discovery/organizations/create', create)).status).toBeGreaterThan(399)
      expect(await rows(others)).toEqual(before)
    }
    await harness.close()
  })

  it.inTurn('are carried over from no session of the connection [B-ADM-14]', async () => {
    const { harness, acme, others } = await start()
    for (const delivery of statements)
      for (const isVerified of [false, true]) {
        const { id, account } = await harness.addMember(acme, ada, { isVerified })
        const session = await insertSession(harness, account, [statement(harness, delivery)])
        const before = await rows(others)
        const list = await harness.call('POST', '/b2b/discovery/organizations', {}, { session })
        if (!isVerified) expect(list.outcome).toBe('user_unauthenticated')
        else
          for (const { member_authenticated, membership } of dataOf(list).discovered_organizations)
            expect(member_authenticated).toBe(membership.member?.member_id === id)
        for (const other of others) {
          const body = { organization_id: other.id, ...minutes }
          const answer = await harness.call('POST', '/b2b/sessions/exchange', body, { session })
          if (!isVerified) expect(answer.outcome).toBe('organization_not_found')
          else expect(dataOf(answer)).toMatchObject({ member_authenticated: false, session_token: '' })
        }
        expect(await rows(others)).toEqual(before)
        for (const registration of account.registrations)
          await storage.accounts.removeRegistration(acme.projectId, id, registration.kind, registration.id)
      }
    await harness.close()
  })

  it.inTurn('are no proof of the address that a directory has for a member [B-ADM-15]', async () => {
    const { harness, acme, others } = await start()
    const { id, account } = await harness.addMember(acme, ada, { isVerified: false })
    const source = { sourceKind: 'scim_connection_group', sourceId: 'directory-1|staff' } as const
    await storage.roles.replace(organizationRealm(acme), id, source, ['latchkey_member'])
    const session = await insertSession(harness, account, [statement(harness, 'sso_saml')])
    const self = async (token: string) => {
      const answer = await harness.call('GET', '/b2b/organizations/members/me', undefined, { session: token })
      return (answer.data as unknown as { member: Member }).member
    }
    const member = await self(session)
    expect([member.email_address_verified, member.is_admin, member.roles]).toEqual([
      ...[false, false],
      [
        {
          role_id: 'latchkey_member',
          sources: [
            { type: 'direct_assignment', details: {} },
            { type: 'scim_connection_group', details: { connection_id: 'directory-1', group: 'staff' } },
          ],
        },
      ],
    ])
    const before = await rows(others)
    for (const other of others) {
      const body = { organization_id: other.id, ...minutes }
      const answer = await harness.call('POST', '/b2b/sessions/exchange', body, { session })
      expect(answer.outcome).toBe('organization_not_found')
    }
    expect(await rows(others)).toEqual(before)
    // A link proves the address, and with it the role of the domain.
    const { session_token } = await harness.signInTo(acme, ada)
    expect([(await self(session_token)).email_address_verified, (await self(session_token)).is_admin]).toEqual([
      ...[true, true],
    ])
    await harness.close()
  })
})

pureIt('gives a person of a connection or a directory no role of a domain [B-ADM-14] [B-ADM-15]', () => {
  const policy = organizationPolicy({ ...editor, sso_jit_provisioning: 'ALL_ALLOWED' })
  const connections = [{ id: 'connection-1', roleIds: ['reader'], groupRoles: [{ group: 'staff', roleId: 'writer' }] }]
  const members = fc.record({
    status: fc.constantFrom('active', 'pending', 'invited'),
    address: fc.constant(ada),
    isFromDirectory: fc.boolean(),
  })
  const given = fc.record({
    ...{ policy: fc.constant(policy), connections: fc.constant(connections), isCommonDomain: fc.constant(() => false) },
    domainProof: fc.constantFrom('required', 'not_required'),
    verifiedDomains: fc.subarray(['acme.example']),
    member: fc.option(members),
  })
  const groups = fc.subarray(['staff', 'admins'])
  fc.assert(
    fc.property(given, groups, (facts, held) => {
      const proof = { kind: 'sso', connectionId: 'connection-1', address: ada, groups: held } as const
      const kinds = decideJoin(facts, proof).roles.map(({ source }) => source.kind)
      expect(kinds.includes('email_assignment')).toBe(false)
      const byEmail = decideJoin({ ...facts, member: null }, { kind: 'email', address: ada })
      expect(byEmail.roles.every(({ source }) => source.kind === 'email_assignment')).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
