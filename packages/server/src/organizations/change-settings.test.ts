import type { JsonObject } from '@latchkey/contract'
import type { OrganizationPolicies } from '@latchkey/contract/b2b'
import { describe, expect, it } from 'vitest'
import { ProviderError } from '../core/provider-error.ts'
import { noSsoOnlyFacts, type SsoOnlyFacts } from './break-glass.ts'
import { changeSettings, type SettingsFacts } from './change-settings.ts'
import { organizationPoliciesView } from './policy.ts'
import { rolesOfOrganization } from './roles.ts'

const rbac = rolesOfOrganization(
  {
    roles: [
      {
        role_id: 'editor',
        description: '',
        permissions: [{ resource_id: 'document', actions: ['read', 'write'] }],
      },
    ],
  },
  [],
)
const facts: SettingsFacts = {
  ...{ domainProof: 'not_required', verifiedDomains: [], rbac, granter: null },
  disposableDomains: new Set(['trash.example']),
  enabledMethods: {},
  ...{ connections: [], ssoOnly: noSsoOnlyFacts, now: 1_800_000_000_000 },
}

/** The field and the reason of a rejection, or the type of another error; null for an allowed change. */
function problem(change: Partial<OrganizationPolicies>, settings: JsonObject = {}, other: Partial<SettingsFacts> = {}) {
  try {
    changeSettings(settings, change, { ...facts, ...other })
    return null
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const [issue] = error.issues?.body ?? []
    return issue ? `${issue.dataPath} ${issue.message}` : error.type
  }
}

describe('changeSettings', () => {
  it('changes the given fields and keeps all others', () => {
    const before = { email_invites: 'NOT_ALLOWED', max_factor_age_minutes: 5, mfa_policy: 'OPTIONAL' }
    const change = { mfa_policy: 'REQUIRED_FOR_ALL', organization_name: 'Acme' } as Partial<OrganizationPolicies>
    expect(changeSettings(before, change, facts)).toEqual({ ...before, mfa_policy: 'REQUIRED_FOR_ALL' })
    expect(changeSettings(before, {}, facts)).toEqual(before)
  })

  it('stores domains in canonical form, each once', () => {
    const change: Partial<OrganizationPolicies> = {
      email_allowed_domains: ['BÜCHER.example', 'xn--bcher-kva.example', 'Acme.example'],
      rbac_email_implicit_role_assignments: [{ role_id: 'editor', domain: 'ACME.example' }],
    }
    const view = organizationPoliciesView(changeSettings({}, change, facts))
    expect(view.email_allowed_domains).toEqual(['xn--bcher-kva.example', 'acme.example'])
    expect(view.rbac_email_implicit_role_assignments).toEqual([{ role_id: 'editor', domain: 'acme.example' }])
  })

  it.each<[Partial<OrganizationPolicies>, string]>([
    [{ email_allowed_domains: ['gmail.com'] }, 'organization_settings_domain_too_common'],
    [{ email_allowed_domains: ['mail.trash.example'] }, 'organization_settings_disposable_domain'],
    [{ email_allowed_domains: ['acme'] }, '.email_allowed_domains[0] must be a domain such as acme.example'],
    [
      { email_allowed_domains: Array.from({ length: 51 }, (_, index) => `d${index}.example`) },
      '.email_allowed_domains must have at most 50 domains',
    ],
    [
      { rbac_email_implicit_role_assignments: [{ role_id: 'editor', domain: 'gmail.com' }] },
      'organization_settings_domain_too_common',
    ],
    [
      { rbac_email_implicit_role_assignments: [{ role_id: 'owner', domain: 'acme.example' }] },
      '.rbac_email_implicit_role_assignments has a role that does not exist',
    ],
    [{ sso_default_connection_id: 'saml-1' }, '.sso_default_connection_id must be a connection of the organization'],
    [
      { sso_jit_provisioning_allowed_connections: ['saml-1'] },
      '.sso_jit_provisioning_allowed_connections must be connections of the organization',
    ],
  ])('rejects %o', (change, expected) => {
    expect(problem(change)).toBe(expected)
  })

  it('rejects settings with which no member could sign in', () => {
    const empty = '.allowed_auth_methods must not be empty: no member could sign in'
    expect(problem({ auth_methods: 'RESTRICTED' })).toBe(empty)
    expect(problem({ auth_methods: 'RESTRICTED', allowed_auth_methods: [] })).toBe(empty)
    expect(problem({ allowed_auth_methods: [] }, { auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] })).toBe(
      empty,
    )
    expect(problem({ auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] })).toBe(
      '.allowed_auth_methods must not be sso only, without an active connection',
    )
    expect(problem({ auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso', 'password'] })).toBe(null)
    expect(problem({ auth_methods: 'ALL_ALLOWED', allowed_auth_methods: [] })).toBe(null)
    expect(problem({ mfa_methods: 'RESTRICTED' })).toBe(
      '.allowed_mfa_methods must not be empty: no member could use a second factor',
    )
    expect(problem({ mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['totp'] })).toBe(null)
  })

  it('allows single sign-on only with a tested connection and a break-glass member who can sign in [B-SSO-18]', () => {
    const { now } = facts
    const day = 86_400_000
    const member = { secondFactors: ['totp'], signedInAt: now - 30 * day } as const
    const ready: SsoOnlyFacts = { breakGlass: [member], connections: [{ testedAt: now - day }] }
    const ssoOnly = { auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] } as const
    const on = { ...ssoOnly, allowed_auth_methods: ['sso'] }
    const enable = (change: Partial<SsoOnlyFacts>, more: Partial<OrganizationPolicies> = {}) =>
      problem({ ...on, ...more } as Partial<OrganizationPolicies>, {}, { ssoOnly: { ...ready, ...change } })
    const keep = (change: Partial<SsoOnlyFacts>, more: Partial<OrganizationPolicies> = {}) =>
      problem({ allowed_mfa_methods: ['totp'], ...more }, on, { ssoOnly: { ...ready, ...change } })
    const not = (reason: string) => `.allowed_auth_methods must not be sso only, without ${reason}`
    const tested = not('a connection that passed a test in the last 24 hours')
    const proven = not('a break-glass member who has proven a second factor')
    const recent = not('a break-glass member who signed in during the last 30 days')
    expect([enable({}), keep({})]).toEqual([null, null])
    expect(enable({ connections: [] })).toBe(not('an active connection'))
    expect(enable({ connections: [{ testedAt: null }, { testedAt: now - day - 1 }] })).toBe(tested)
    expect(enable({ breakGlass: [] })).toBe(not('a break-glass member'))
    expect(enable({ breakGlass: [{ ...member, secondFactors: [] }] })).toBe(proven)
    expect(enable({}, { mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] })).toBe(proven)
    expect(enable({ breakGlass: [{ ...member, signedInAt: now - 30 * day - 1 }] })).toBe(recent)
    expect(enable({ breakGlass: [{ ...member, signedInAt: null }] })).toBe(recent)
    // Of two members, one must meet all conditions.
    const halves = [
      { ...member, signedInAt: null },
      { ...member, secondFactors: [] },
    ]
    expect(enable({ breakGlass: halves })).toBe(recent)
    // Time that passes does not lock the settings.
    expect(keep({ connections: [{ testedAt: 1 }], breakGlass: [{ ...member, signedInAt: 1 }] })).toBe(null)
    expect(keep({ connections: [{ testedAt: null }] })).toBe(tested)
    expect(keep({}, { mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] })).toBe(proven)
  })

  it('takes active connections of the organization as default, and all of them for joining', () => {
    const connections = [
      { id: 'active', isActive: true },
      { id: 'pending', isActive: false },
    ]
    const of = (change: Partial<OrganizationPolicies>) => problem(change, {}, { connections })
    expect(of({ sso_default_connection_id: 'active' })).toBe(null)
    expect(of({ sso_default_connection_id: 'pending' })).toBe('requires_active_sso_connection')
    expect(of({ sso_default_connection_id: 'other' })).toBe(
      '.sso_default_connection_id must be a connection of the organization',
    )
    expect(of({ sso_jit_provisioning_allowed_connections: ['active', 'pending'] })).toBe(null)
    expect(of({ sso_jit_provisioning_allowed_connections: ['active', 'other'] })).toBe(
      '.sso_jit_provisioning_allowed_connections must be connections of the organization',
    )
  })

  it('rejects settings that need a method that the project disables', () => {
    const enabledMethods = { magicLinks: true, otpEmail: false, totps: false, otpSms: false }
    const of = (change: Partial<OrganizationPolicies>, settings: JsonObject = {}) =>
      problem(change, settings, { enabledMethods })
    const noMethod = '.allowed_auth_methods must have a method of the project: no member could sign in'
    expect(of({ auth_methods: 'RESTRICTED', allowed_auth_methods: ['email_otp'] })).toBe(noMethod)
    expect(of({ auth_methods: 'RESTRICTED', allowed_auth_methods: ['email_otp', 'magic_link'] })).toBe(null)
    const noFactor = '.mfa_policy must not require a second factor that the project disables'
    expect(of({ mfa_policy: 'REQUIRED_FOR_ALL' })).toBe(noFactor)
    const sms: Partial<OrganizationPolicies> = { mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] }
    expect(of(sms, { mfa_policy: 'REQUIRED_FOR_ALL' })).toBe(noFactor)
    expect(of(sms)).toBe(null)
    const totps = { ...enabledMethods, totps: true }
    expect(problem({ mfa_policy: 'REQUIRED_FOR_ALL' }, {}, { enabledMethods: totps })).toBe(null)
    expect(problem({ mfa_policy: 'REQUIRED_FOR_ALL', ...sms }, {}, { enabledMethods: totps })).toBe(noFactor)
  })

  it('needs proven domains for joining by email, if the project requires the proof', () => {
    const required = { domainProof: 'required', verifiedDomains: ['acme.example'] } as const
    const domains = { email_allowed_domains: ['acme.example', 'other.example', 'third.example'] }
    const expected = '.email_jit_provisioning requires the proof of other.example, third.example'
    expect(problem({ email_jit_provisioning: 'RESTRICTED', ...domains }, {}, required)).toBe(expected)
    expect(problem(domains, { email_jit_provisioning: 'RESTRICTED' }, required)).toBe(expected)
    expect(problem({ email_jit_provisioning: 'RESTRICTED', ...domains })).toBe(null)
    expect(problem({ email_jit_provisioning: 'NOT_ALLOWED', ...domains }, {}, required)).toBe(null)
    const lapsed = { email_jit_provisioning: 'RESTRICTED', ...domains }
    expect(problem({ mfa_policy: 'REQUIRED_FOR_ALL' }, lapsed, required)).toBe(null)
  })

  it('lets members give a domain only roles whose permissions they have', () => {
    const assign = (role_id: string) => ({
      rbac_email_implicit_role_assignments: [{ role_id, domain: 'acme.example' }],
    })
    const by = (...granter: string[]) => ({ granter })
    expect(problem(assign('editor'), {}, by('latchkey_member'))).toBe('unauthorized_action')
    expect(problem(assign('editor'), {}, by('latchkey_member', 'editor'))).toBe(null)
    expect(problem(assign('latchkey_admin'), {}, by('editor'))).toBe('unauthorized_action')
    expect(problem(assign('latchkey_admin'), {}, by('latchkey_admin'))).toBe(null)
    expect(problem({ mfa_policy: 'OPTIONAL' }, {}, by('latchkey_member'))).toBe(null)
  })

  it('rejects settings of more than 64 kB', () => {
    const tenants = (length: number) => ({ allowed_oauth_tenants: { google: ['a'.repeat(length)] } })
    expect(problem(tenants(65_000))).toBe(null)
    expect(problem(tenants(65_536))).toBe('.* must be settings of at most 65536 bytes')
  })
})
