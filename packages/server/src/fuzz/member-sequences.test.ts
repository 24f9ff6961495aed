import { builtInRoleIds } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideAdmission } from '../organizations/admission.ts'
import { memberFacts } from '../organizations/members/member-state.ts'
import { organizationPolicy } from '../organizations/policy.ts'
import { provenFactors } from '../organizations/sign-in/proven-factors.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { OrganizationRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { type BusinessHarness, createBusinessHarness } from '../testing/business-harness.ts'
import { type Answer, engines, openTestStorage, tokenOf } from '../testing/harness.ts'

/** Sequences of 12 calls; 300 in the full run. */
const runs = Math.min(300, Number(process.env.FUZZ_RUNS ?? 8))
const minutes = { session_duration_minutes: 30 }
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}
const people = ['ada@acme.test', 'grace@acme.test', 'eve@other.test']

const policy = fc.record({
  mfa_policy: fc.constantFrom('OPTIONAL', 'REQUIRED_FOR_ALL'),
  auth_methods: fc.constantFrom('ALL_ALLOWED', 'RESTRICTED'),
  allowed_auth_methods: fc.constantFrom<string[]>(
    ['magic_link'],
    ['email_otp'],
    ['password'],
    ['email_otp', 'magic_link'],
  ),
  email_jit_provisioning: fc.constantFrom('NOT_ALLOWED', 'RESTRICTED'),
  email_allowed_domains: fc.constantFrom<string[]>([], ['acme.test']),
})
const step = fc.record({
  kind: fc.constantFrom('link', 'code', 'discover', 'exchange', 'switch', 'revoke', 'policy', 'remove', 'list'),
  person: fc.constantFrom(...people),
  /** The organization of the call. */
  at: fc.nat(1),
  /** Which of the tokens that were issued so far. */
  pick: fc.nat(20),
  continues: fc.boolean(),
  policy,
})
/** A sign-in that starts a session, and one that waits for the choice of an organization. */
const open: PolicyDraw = {
  ...{ mfa_policy: 'OPTIONAL', auth_methods: 'ALL_ALLOWED', allowed_auth_methods: ['magic_link'] },
  ...{ email_jit_provisioning: 'NOT_ALLOWED', email_allowed_domains: [] },
}
const signIns: Step[] = (['link', 'discover'] as const).map((kind) => ({
  ...{ kind, person: 'ada@acme.test', at: 0, pick: 0, continues: false, policy: open },
}))

interface IssuedSession {
  token: string
  organizationId: string
}

type PolicyDraw = typeof policy extends fc.Arbitrary<infer Value> ? Value : never
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

describe.each(engines)('sequences of calls of members on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** The stored members of an organization with their live sessions. */
  async function rowsOf({ clock }: BusinessHarness, organization: OrganizationRecord) {
    const { items } = await storage.members.list(organizationRealm(organization), { limit: 50 })
    const live = { now: clock.now(), limit: 50 }
    return Promise.all(
      items.map(async (member) => {
        const sessions = (await storage.sessions.list(organization.projectId, member.account.id, live)).items
        return { member, sessions: sessions.map((session) => ({ ...session, lastAccessedAt: 0 })) }
      }),
    )
  }

  it('start sessions that the policy admits, and touch no other organization [B-ADM-12]', {
    timeout: 900_000,
  }, async () => {
    let started = 0
    let pending = 0
    const property = fc.asyncProperty(
      fc.tuple(policy, policy),
      fc.array(step, { minLength: 12, maxLength: 12 }),
      async (policies, steps) => {
        const harness = await createBusinessHarness(storage, { settings: { limits }, config: { limits } })
        const ids: string[] = []
        for (const [index, settings] of policies.entries()) {
          const organization = await harness.addOrganization(`organization-${index}`, settings)
          for (const person of people.slice(0, 2)) {
            const roles = person === people[0] ? [builtInRoleIds.admin] : []
            await harness.addMember(organization, person, { roles })
          }
          ids.push(organization.id)
        }
        const sessions: IssuedSession[] = []
        const unfinished: string[] = []
        const known = new Set<string>()
        const organizations = () => Promise.all(ids.map((id) => storage.organizations.get(harness.project.id, id)))
        for (const one of steps) {
          const before = (await organizations()).filter((found) => found !== null)
          const rows = await Promise.all(before.map((organization) => rowsOf(harness, organization)))
          const target = before[one.at]
          if (!target) throw new TypeError('An organization is missing.')
          const presented = sessions[one.pick % Math.max(1, sessions.length)]
          const isForeign = one.kind === 'revoke' && presented?.organizationId !== target.id
          const answer = await take(harness, target, one, { sessions, unfinished })
          const { member_session, session_token, intermediate_session_token: token } = Object(answer?.data)
          if (session_token) sessions.push({ token: session_token, organizationId: member_session.organization_id })
          if (token) unfinished.push(token)
          if (token) pending += 1
          const after = (await organizations()).filter((found) => found !== null)
          for (const [index, organization] of after.entries()) {
            const now = await rowsOf(harness, organization)
            // I-13: only the organization of the call changes, and not by a session of the other one.
            if (index !== one.at || isForeign) expect(now).toEqual(rows[index])
            for (const { member, sessions: live } of now)
              for (const { id, factors } of live.filter(({ id: candidate }) => !known.has(candidate))) {
                known.add(id)
                started += 1
                // I-14.
                const { admission } = decideAdmission({
                  policy: organizationPolicy(organization.settings),
                  member: memberFacts(member),
                  factors: provenFactors(factors, { isCarriedOver: false }),
                  now: harness.clock.now(),
                })
                expect([one.kind, admission.kind]).toEqual([one.kind, 'admitted'])
              }
          }
          harness.clock.advance(1_000)
        }
      },
    )
    // Random policies can reject every sign-in of a short run, which would prove nothing.
    await fc.assert(property, { numRuns: runs, examples: [[[open, open], signIns]] })
    expect([started > 0, pending > 0]).toEqual([true, true])
  })

  async function take(
    harness: BusinessHarness,
    organization: OrganizationRecord,
    { kind, person, pick, continues, policy: settings }: Step,
    { sessions, unfinished }: { sessions: IssuedSession[]; unfinished: string[] },
  ): Promise<Answer | null> {
    const { call, clock } = harness
    const organization_id = organization.id
    const session = sessions[pick % Math.max(1, sessions.length)]?.token ?? 'none'
    const token = unfinished[pick % Math.max(1, unfinished.length)] ?? 'none'
    const intermediate = continues ? { intermediate_session_token: token } : {}
    const here = { organization_id, email_address: person }
    switch (kind) {
      case 'link': {
        const sent = await call('POST', '/b2b/magic_links/email/login_or_signup', here)
        if (sent.status !== 200) return sent
        const magic_links_token = tokenOf(await harness.lastMessage(person))
        return call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes, ...intermediate })
      }
      case 'code': {
        const sent = await call('POST', '/b2b/otps/email/login_or_signup', here)
        if (sent.status !== 200) return sent
        const [code] = (await harness.lastMessage(person)).codes
        return call('POST', '/b2b/otps/email/authenticate', { ...here, code, ...minutes, ...intermediate })
      }
      case 'discover': {
        await call('POST', '/b2b/magic_links/email/discovery/send', { email_address: person })
        const discovery_magic_links_token = tokenOf(await harness.lastMessage(person))
        return call('POST', '/b2b/magic_links/discovery/authenticate', { discovery_magic_links_token })
      }
      case 'exchange':
        return harness.exchange(token, organization)
      case 'switch':
        return call('POST', '/b2b/sessions/exchange', { organization_id, ...minutes }, { session })
      case 'list':
        return call('POST', '/b2b/discovery/organizations', { intermediate_session_token: token })
      case 'revoke': {
        const { items } = await storage.members.list(organizationRealm(organization), { limit: 1 })
        const path = `/b2b/sessions/revoke/${items[0]?.account.id}`
        return call('POST', path, undefined, { session })
      }
      case 'policy': {
        const { projectId, id, revision } = organization
        await storage.organizations.update(projectId, id, revision, { settings }, clock.now())
        return null
      }
      case 'remove': {
        const member = await storage.members.findByEmail(organizationRealm(organization), people[1] ?? '')
        if (member) await storage.members.remove(organizationRealm(organization), member.account.id, clock.now())
        return null
      }
      default:
        throw kind satisfies never
    }
  }
})
