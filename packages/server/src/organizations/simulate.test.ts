import { isAuthorized, type RbacRole } from '@latchkey/contract'
import { mfaMethods, mfaPolicies, organizationAuthMethods } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../testing/property-runs.suite.ts'
import { admissionOfReasons, membershipOfReasons } from './explain.ts'
import { organizationPolicy } from './policy.ts'
import { rolesOfOrganization } from './roles.ts'
import { type DescribedSignIn, type SimulationFacts, simulateSignIn } from './simulate.ts'

const now = 1_700_000_000_000
const address = 'ada@acme.example'
const role = (role_id: string, ...actions: string[]): RbacRole => ({
  ...{ role_id, description: '', permissions: [{ resource_id: 'documents', actions }] },
})
const rbac = rolesOfOrganization({ roles: [role('reader', 'read'), role('writer', 'read', 'write')] }, [])
const settings = {
  ...{ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.example'] },
  ...{ oauth_tenant_jit_provisioning: 'RESTRICTED', allowed_oauth_tenants: { google: ['tenant-1'] } },
  rbac_email_implicit_role_assignments: [{ role_id: 'reader', domain: 'acme.example' }],
}
const facts: SimulationFacts = {
  join: {
    ...{ policy: organizationPolicy(settings), domainProof: 'not_required', verifiedDomains: [], member: null },
    connections: [{ id: 'connection-1', roleIds: ['writer'], groupRoles: [] }],
    isCommonDomain: () => false,
  },
  ...{ member: null, rbac, now },
}
const link: DescribedSignIn = {
  ...{ address, method: 'magic_link', tenants: [], connectionId: '', groups: [], secondFactor: null },
  permission: { resource: 'documents', action: 'write' },
}
const simulate = (change: Partial<DescribedSignIn>, given: SimulationFacts = facts) =>
  simulateSignIn(given, { ...link, ...change })
const idsOf = (roles: readonly { roleId: string }[] | undefined) => roles?.map(({ roleId }) => roleId)

describe('simulateSignIn', () => {
  it('gives the roles that follow from the proof, and explains a permission', () => {
    expect(simulate({})).toMatchObject({
      ...{ join: { allowed: true }, admission: { decision: { kind: 'admitted' } } },
      permission: { allowed: false, nearestRole: 'writer' },
    })
    expect(idsOf(simulate({})?.roles)).toEqual(['latchkey_member', 'reader'])
    // A connection proves no mailbox, so that the role of the domain does not apply.
    const bySso = simulate({ method: 'sso', connectionId: 'connection-1' })
    expect([idsOf(bySso?.roles), bySso?.permission?.allowed]).toEqual([['latchkey_member', 'writer'], true])
    const assignments = [{ roleId: 'writer', source: { kind: 'direct_assignment', id: '' } }] as const
    const facts1 = { isBreakglass: false, mfaEnrolled: false, secondFactors: [], status: 'active' } as const
    const joining = { status: 'active', address, isFromDirectory: false } as const
    const known = { ...facts, join: { ...facts.join, member: joining } }
    const byPassword = (isProven: boolean) =>
      idsOf(simulate({ method: 'password' }, { ...known, member: { ...facts1, assignments, isProven } })?.roles)
    expect([byPassword(false), byPassword(true)]).toEqual([
      ['latchkey_member', 'writer'],
      ['latchkey_member', 'writer', 'reader'],
    ])
  })

  it('needs an address or an OAuth identity', () => {
    expect(simulate({ address: null })).toBe(null)
    expect(simulate({ address: null, method: 'sso' })).toBe(null)
    expect(simulate({ address: null, method: 'google_oauth' })).toMatchObject({
      ...{ join: { allowed: false, reasons: [{ code: 'address_not_proven' }] }, admission: null, roles: [] },
    })
  })

  it('gives reasons that agree with the decision about joining, factors and permissions [B-ADM-30] [B-RBAC-13] [B-DISC-17]', () => {
    const joinPolicy = fc.constantFrom('ALL_ALLOWED', 'RESTRICTED', 'NOT_ALLOWED')
    const methodPolicy = fc.constantFrom('ALL_ALLOWED', 'RESTRICTED')
    const drawnSettings = fc.record({
      ...{ email_jit_provisioning: joinPolicy, sso_jit_provisioning: joinPolicy },
      oauth_tenant_jit_provisioning: fc.constantFrom('RESTRICTED', 'NOT_ALLOWED'),
      ...{ auth_methods: methodPolicy, mfa_methods: methodPolicy, mfa_policy: fc.constantFrom(...mfaPolicies) },
      allowed_auth_methods: fc.subarray([...organizationAuthMethods]),
      allowed_mfa_methods: fc.subarray([...mfaMethods]),
    })
    const member = fc.option(
      fc.record({
        status: fc.constantFrom('active' as const, 'pending' as const, 'invited' as const, 'deleted' as const),
        ...{ isBreakglass: fc.boolean(), mfaEnrolled: fc.boolean(), isProven: fc.boolean() },
        secondFactors: fc.uniqueArray(fc.record({ method: fc.constantFrom(...mfaMethods), isProven: fc.boolean() }), {
          selector: ({ method }) => method,
          maxLength: 2,
        }),
        assignments: fc.subarray([
          { roleId: 'reader', source: { kind: 'direct_assignment' as const, id: '' } },
          { roleId: 'gone', source: { kind: 'direct_assignment' as const, id: '' } },
          { roleId: 'latchkey_admin', source: { kind: 'direct_assignment' as const, id: '' } },
        ]),
      }),
    )
    const described = fc.record({
      address: fc.constantFrom(address, 'ada@other.example'),
      method: fc.constantFrom(...organizationAuthMethods),
      tenants: fc.subarray(['tenant-1', 'tenant-2']),
      connectionId: fc.constantFrom('connection-1', 'connection-2'),
      groups: fc.constant([]),
      secondFactor: fc.option(fc.constantFrom(...mfaMethods)),
      permission: fc.record({
        resource: fc.constantFrom('documents', 'latchkey.member', 'latchkey.self', 'none'),
        action: fc.constantFrom('read', 'write', 'create', 'update.info.name'),
      }),
    })
    const seen = new Set<string>()
    fc.assert(
      fc.property(drawnSettings, member, described, (drawn, found, signIn) => {
        const policy = organizationPolicy({ ...settings, ...drawn })
        const joining = found && { status: found.status, address: signIn.address, isFromDirectory: false }
        const given = { ...facts, member: found, join: { ...facts.join, policy, member: joining } }
        const simulated = simulateSignIn(given, signIn)
        if (simulated === null) return false
        const { join, admission, roles, permission } = simulated
        const basis = membershipOfReasons(join.reasons.map(({ code }) => code))
        const kind = admission && admissionOfReasons(admission.reasons)
        const { resource, action } = signIn.permission
        const isAllowed = isAuthorized(rbac, idsOf(roles) ?? [], resource, action)
        seen.add(String(kind))
        return (
          basis === (join.as?.type ?? null) &&
          kind === (admission?.decision.kind ?? null) &&
          (admission !== null) === join.allowed &&
          permission?.allowed === isAllowed
        )
      }),
      { numRuns: propertyRuns },
    )
    expect([...seen].sort()).toEqual(['admitted', 'mfa_required', 'null', 'primary_required'])
  })
})
