import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../testing/property-runs.suite.ts'
import { type DescribedProof, explainJoin, joinSentences, membershipOfReasons } from './explain.ts'
import { canInvite, decideJoin, type JoinFacts, type JoinProof } from './join.ts'
import { organizationPolicy } from './policy.ts'

const policy = organizationPolicy({
  email_jit_provisioning: 'RESTRICTED',
  email_invites: 'RESTRICTED',
  email_allowed_domains: ['example.com', 'gmail.com'],
  oauth_tenant_jit_provisioning: 'RESTRICTED',
  allowed_oauth_tenants: { google: ['workspace.example'] },
  sso_jit_provisioning: 'RESTRICTED',
  sso_jit_provisioning_allowed_connections: ['connection-1'],
  rbac_email_implicit_role_assignments: [{ role_id: 'editor', domain: 'example.com' }],
})
const facts: JoinFacts = {
  policy,
  domainProof: 'required',
  verifiedDomains: ['example.com'],
  isCommonDomain: (domain) => domain === 'gmail.com',
  connections: [
    {
      id: 'connection-1',
      roleIds: ['reader'],
      groupRoles: [
        { group: 'admins', roleId: 'owner' },
        { group: 'auditors', roleId: 'auditor' },
      ],
    },
    { id: 'connection-2', roleIds: [], groupRoles: [] },
  ],
  member: null,
}
const email = (address: string): JoinProof => ({ kind: 'email', address })
const oauth = (tenants: string[], address: string | null): JoinProof => ({
  ...{ kind: 'oauth', provider: 'google', tenants, address },
})
const sso = (connectionId: string, address: string, groups: string[] = []): JoinProof => ({
  ...{ kind: 'sso', connectionId, address, groups },
})
const implicit = { roleId: 'editor', source: { kind: 'email_assignment', id: 'example.com' } } as const
const byDomain = (domain: string) => ({ type: 'eligible_to_join_by_email_domain', details: { domain } }) as const

/** The description that a backend would give of a proof. */
function described(proof: JoinProof): DescribedProof {
  const { address } = proof
  if (proof.kind === 'oauth') return { address, oauth: { provider: proof.provider, tenants: proof.tenants } }
  return proof.kind === 'sso'
    ? { address, sso: { connectionId: proof.connectionId, groups: proof.groups } }
    : { address }
}

describe('decideJoin', () => {
  it('lets a proven address of a verified domain of the organization join', () => {
    expect(decideJoin(facts, email('ada@example.com'))).toEqual({
      allowed: true,
      as: byDomain('example.com'),
      roles: [implicit],
      reasons: ['email_domain_allowed'],
    })
  })

  it.each([
    ['an unverified domain', { verifiedDomains: [] }, 'ada@example.com', 'email_domain_not_verified'],
    ['a subdomain', {}, 'ada@mail.example.com', 'email_domain_not_allowed'],
    ['a look-alike', {}, 'ada@xn--exmple-cua.com', 'email_domain_not_allowed'],
    ['a free-mail domain', { verifiedDomains: ['gmail.com'] }, 'ada@gmail.com', 'email_domain_too_common'],
    [
      'a domain that is not listed',
      { verifiedDomains: ['other.example'] },
      'a@other.example',
      'email_domain_not_allowed',
    ],
    ['any domain without the setting', { policy: organizationPolicy({}) }, 'ada@example.com', 'email_jit_not_allowed'],
  ])('rejects %s', (_, change, address, reason) => {
    expect(decideJoin({ ...facts, ...change }, email(address))).toEqual({
      ...{ allowed: false, as: null, roles: [], reasons: [reason] },
    })
  })

  it('accepts an unverified domain in a project that requires no proof of domains', () => {
    const open = { ...facts, domainProof: 'not_required', verifiedDomains: [] } as const
    expect(decideJoin(open, email('ada@example.com')).as).toEqual(byDomain('example.com'))
  })

  it('takes ALL_ALLOWED for every verified domain, and for every domain without a common one if no proof is required', () => {
    const all = { ...facts, policy: { ...policy, emailJit: 'ALL_ALLOWED', emailAllowedDomains: [] } } as const
    expect(decideJoin(all, email('ada@example.com')).as).toEqual(byDomain('example.com'))
    expect(decideJoin(all, email('ada@other.example')).reasons).toEqual(['email_domain_not_verified'])
    const open = { ...all, domainProof: 'not_required' } as const
    expect(decideJoin(open, email('ada@other.example')).as).toEqual(byDomain('other.example'))
    expect(decideJoin(open, email('ada@gmail.com')).reasons).toEqual(['email_domain_too_common'])
  })

  it('lets an identity of a listed tenant join, and falls back to its domain', () => {
    expect(decideJoin(facts, oauth(['elsewhere', 'workspace.example'], 'ada@other.example'))).toEqual({
      allowed: true,
      as: {
        type: 'eligible_to_join_by_oauth_tenant',
        details: { provider: 'google', tenant: 'workspace.example' },
      },
      roles: [],
      reasons: ['oauth_tenant_allowed'],
    })
    expect(decideJoin(facts, oauth([], 'ada@example.com'))).toEqual({
      allowed: true,
      as: byDomain('example.com'),
      roles: [implicit],
      reasons: ['oauth_tenant_not_allowed', 'email_domain_allowed'],
    })
    const slack = { ...oauth(['workspace.example'], 'ada@other.example'), provider: 'slack' } as JoinProof
    expect(decideJoin(facts, slack).reasons).toEqual(['oauth_tenant_not_allowed', 'email_domain_not_allowed'])
  })

  it('names a tenant only if the provider has asserted it and the organization allows it for this provider', () => {
    const tenants = ['one.example', 'two.example', 'three.example']
    const providers = ['google', 'microsoft', 'hubspot', 'slack', 'github'] as const
    const some = fc.subarray(tenants)
    const allowed = fc.record({ google: some, microsoft: some, hubspot: some, slack: some, github: some })
    const proofs = fc.record({
      ...{ provider: fc.constantFrom(...providers), tenants: fc.subarray(tenants) },
      address: fc.constantFrom('ada@example.com', 'ada@one.example'),
    })
    fc.assert(
      fc.property(allowed, proofs, (allowedOAuthTenants, drawn) => {
        const listed = allowedOAuthTenants[drawn.provider]
        const shared = drawn.tenants.filter((tenant) => listed.includes(tenant))
        const given = { ...facts, policy: { ...policy, allowedOAuthTenants } }
        const { as } = decideJoin(given, { kind: 'oauth', ...drawn })
        const named = as?.type === 'eligible_to_join_by_oauth_tenant' ? as.details : null
        expect(named !== null).toBe(shared.length > 0)
        if (named !== null) expect([named.provider, shared.includes(named.tenant)]).toEqual([drawn.provider, true])
      }),
      { numRuns: 10_000 },
    )
  })

  it('rejects an identity without a verified address, also of a listed tenant', () => {
    expect(decideJoin(facts, oauth(['workspace.example'], null))).toEqual({
      ...{ allowed: false, as: null, roles: [], reasons: ['address_not_proven'] },
    })
  })

  it('lets an SSO identity of a listed connection join, with the roles of its mapped groups', () => {
    expect(decideJoin(facts, sso('connection-1', 'ada@example.com', ['admins', 'unmapped']))).toEqual({
      allowed: true,
      as: { type: 'eligible_to_join_by_sso', details: { connection: 'connection-1' } },
      // No role of the email domain: the statement proves no mailbox.
      roles: [
        { roleId: 'reader', source: { kind: 'sso_connection', id: 'connection-1' } },
        { roleId: 'owner', source: { kind: 'sso_connection_group', id: 'connection-1|admins' } },
      ],
      reasons: ['sso_jit_allowed'],
    })
  })

  it.each([
    ['a connection that is not listed', 'connection-2', {}, 'sso_connection_not_allowed'],
    ['a connection of another organization', 'connection-3', {}, 'sso_connection_not_active'],
    ['every connection without the setting', 'connection-1', { ssoJit: 'NOT_ALLOWED' as const }, 'sso_jit_not_allowed'],
  ])('rejects %s', (_, connection, change, reason) => {
    const decision = decideJoin({ ...facts, policy: { ...policy, ...change } }, sso(connection, 'ada@example.com'))
    expect(decision).toEqual({ allowed: false, as: null, roles: [], reasons: [reason] })
  })

  const member = { status: 'active', address: 'ada@other.example', isFromDirectory: false } as const

  it.each(['active', 'pending', 'invited'] as const)('recognizes the address of an %s member', (status) => {
    const known = { ...facts, member: { ...member, status } }
    expect(decideJoin(known, email(member.address))).toEqual({
      ...{ allowed: true, as: { type: `${status}_member`, details: null }, roles: [], reasons: [`${status}_member`] },
    })
  })

  it('rejects a deactivated member, also with an address that may join', () => {
    const deleted = { ...facts, member: { ...member, status: 'deleted', address: 'ada@example.com' } } as const
    expect(decideJoin(deleted, email('ada@example.com')).reasons).toEqual(['member_deleted'])
    expect(decideJoin(deleted, sso('connection-1', 'ada@example.com')).reasons).toEqual(['member_deleted'])
  })

  it('opens an invitation for the invited address only', () => {
    const invited = { ...facts, member: { ...member, status: 'invited' } } as const
    expect(decideJoin(invited, email('eve@example.com')).reasons).toEqual(['address_of_another_member'])
  })

  it.each([
    ['of a verified domain', { verifiedDomains: ['other.example'] }, {}, 'active_member'],
    ['who was invited', {}, { status: 'invited' as const }, 'invited_member'],
    ['of a directory of the organization', {}, { isFromDirectory: true }, 'active_member'],
    ['of any other domain', {}, {}, 'address_not_of_connection'],
  ])('lets a connection state the address of a member %s', (_, change, more, reason) => {
    const known = { ...facts, ...change, member: { ...member, ...more } }
    expect(decideJoin(known, sso('connection-1', member.address)).reasons).toEqual([reason])
  })

  it('gives reasons that agree with the decision, and the same in a simulation [B-DISC-17]', () => {
    const addresses = fc.constantFrom('ada@example.com', 'ada@other.example', 'ada@gmail.com')
    const proofs: fc.Arbitrary<JoinProof> = fc.oneof(
      fc.record({ kind: fc.constant('email' as const), address: addresses }),
      fc.record({
        kind: fc.constant('oauth' as const),
        provider: fc.constantFrom('google', 'github'),
        tenants: fc.subarray(['workspace.example', 'elsewhere']),
        address: fc.option(addresses),
      }),
      fc.record({
        kind: fc.constant('sso' as const),
        connectionId: fc.constantFrom('connection-1', 'connection-2', 'connection-3'),
        address: addresses,
        groups: fc.subarray(['admins', 'unmapped']),
      }),
    )
    const join = fc.constantFrom('ALL_ALLOWED', 'RESTRICTED', 'NOT_ALLOWED')
    const given = fc.record({
      policy: fc
        .record({
          emailJit: join,
          ssoJit: join,
          oauthTenantJit: fc.constantFrom('RESTRICTED', 'NOT_ALLOWED'),
          emailAllowedDomains: fc.subarray(['example.com', 'gmail.com']),
        })
        .map((drawn) => ({ ...policy, ...drawn })),
      domainProof: fc.constantFrom('required', 'not_required'),
      verifiedDomains: fc.subarray(['example.com', 'other.example']),
      isCommonDomain: fc.constant(facts.isCommonDomain),
      connections: fc.constant(facts.connections),
      member: fc.option(
        fc.record({
          status: fc.constantFrom('active', 'pending', 'invited', 'deleted'),
          address: addresses,
          isFromDirectory: fc.boolean(),
        }),
      ),
    })
    fc.assert(
      fc.property(given, proofs, (drawn, proof) => {
        const decision = decideJoin(drawn, proof)
        const { allowed, as, reasons } = decision
        const simulated = explainJoin(drawn, described(proof))
        expect(simulated && { ...simulated, reasons: simulated.reasons.map(({ code }) => code) }).toEqual(decision)
        expect([membershipOfReasons(reasons), allowed]).toEqual([as?.type ?? null, as !== null])
        expect(reasons.every((reason) => joinSentences[reason].endsWith('.'))).toBe(true)
      }),
      { numRuns: propertyRuns },
    )
  })
})

it('sends invitations as the organization allows', () => {
  const of = (emailInvites: 'ALL_ALLOWED' | 'RESTRICTED' | 'NOT_ALLOWED', address: string) =>
    canInvite({ ...policy, emailInvites }, address)
  expect([
    of('ALL_ALLOWED', 'a@any.example'),
    of('RESTRICTED', 'a@example.com'),
    of('RESTRICTED', 'a@any.example'),
  ]).toEqual([true, true, false])
  expect(of('NOT_ALLOWED', 'a@example.com')).toBe(false)
})
