import type { JsonObject, JsonValue } from '@latchkey/contract'
import { mfaMethods, type OrganizationPolicies, organizationAuthMethods } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSsoOnly, type OrganizationPolicy, organizationPoliciesView, organizationPolicy } from './policy.ts'

const noTenants = { google: [], microsoft: [], hubspot: [], slack: [], github: [] }
const initial: OrganizationPolicy = {
  allowedAuthMethods: organizationAuthMethods,
  allowsTrustedIssuers: true,
  mfaPolicy: 'OPTIONAL',
  allowedMfaMethods: mfaMethods,
  maxFactorAgeMs: null,
  emailJit: 'NOT_ALLOWED',
  emailInvites: 'ALL_ALLOWED',
  emailAllowedDomains: [],
  oauthTenantJit: 'NOT_ALLOWED',
  allowedOAuthTenants: noTenants,
  ssoJit: 'ALL_ALLOWED',
  ssoJitConnections: [],
  ssoDefaultConnection: null,
  emailRoles: [],
}

/** What no setting may allow. */
const strictest: OrganizationPolicy = {
  ...initial,
  allowedAuthMethods: [],
  allowsTrustedIssuers: false,
  mfaPolicy: 'REQUIRED_FOR_ALL',
  allowedMfaMethods: [],
  maxFactorAgeMs: 0,
  emailInvites: 'NOT_ALLOWED',
  ssoJit: 'NOT_ALLOWED',
}

const fields = [
  ...['auth_methods', 'allowed_auth_methods', 'mfa_policy', 'mfa_methods', 'allowed_mfa_methods'],
  ...['max_factor_age_minutes', 'email_jit_provisioning', 'email_invites', 'email_allowed_domains'],
  ...['oauth_tenant_jit_provisioning', 'allowed_oauth_tenants', 'sso_jit_provisioning'],
  ...['sso_jit_provisioning_allowed_connections', 'sso_default_connection_id', 'rbac_email_implicit_role_assignments'],
]
const everyField = (value: JsonValue): JsonObject => Object.fromEntries(fields.map((field) => [field, value]))

describe('organizationPolicy', () => {
  it('has a default for each missing field', () => {
    expect(organizationPolicy({})).toEqual(initial)
  })

  it('reads every field', () => {
    expect(
      organizationPolicy({
        auth_methods: 'RESTRICTED',
        allowed_auth_methods: ['password', 'sso'],
        mfa_policy: 'REQUIRED_FOR_ALL',
        mfa_methods: 'RESTRICTED',
        allowed_mfa_methods: ['totp'],
        max_factor_age_minutes: 15,
        email_jit_provisioning: 'RESTRICTED',
        email_invites: 'NOT_ALLOWED',
        email_allowed_domains: ['Example.com'],
        oauth_tenant_jit_provisioning: 'RESTRICTED',
        allowed_oauth_tenants: { google: ['example.com'], slack: ['T1', 'T2'] },
        sso_jit_provisioning: 'RESTRICTED',
        sso_jit_provisioning_allowed_connections: ['connection-1'],
        sso_default_connection_id: 'connection-1',
        rbac_email_implicit_role_assignments: [{ role_id: 'editor', domain: 'Example.com' }],
      }),
    ).toEqual({
      allowedAuthMethods: ['sso', 'password'],
      allowsTrustedIssuers: false,
      mfaPolicy: 'REQUIRED_FOR_ALL',
      allowedMfaMethods: ['totp'],
      maxFactorAgeMs: 900_000,
      emailJit: 'RESTRICTED',
      emailInvites: 'NOT_ALLOWED',
      emailAllowedDomains: ['example.com'],
      oauthTenantJit: 'RESTRICTED',
      allowedOAuthTenants: { ...noTenants, google: ['example.com'], slack: ['T1', 'T2'] },
      ssoJit: 'RESTRICTED',
      ssoJitConnections: ['connection-1'],
      ssoDefaultConnection: 'connection-1',
      emailRoles: [{ roleId: 'editor', domain: 'example.com' }],
    })
  })

  it('ignores the list of methods unless they are restricted', () => {
    const settings = { auth_methods: 'ALL_ALLOWED', allowed_auth_methods: ['sso'], allowed_mfa_methods: ['totp'] }
    expect(organizationPolicy(settings)).toEqual(initial)
  })

  it.each([[{}], [[{}]], [7], [-1], [true], ['unknown'], [[1, null]], ['__proto__']])(
    'replaces the invalid value %j of every field by the strictest one',
    (value) => {
      const policy = organizationPolicy(everyField(value))
      const age = typeof value === 'number' && value > 0 ? { maxFactorAgeMs: value * 60_000 } : {}
      const connection = typeof value === 'string' ? { ssoDefaultConnection: value } : {}
      expect(policy).toEqual({ ...strictest, ...age, ...connection })
    },
  )

  it('reads every JSON document without an error', () => {
    const values = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(values, (settings) => {
        const policy = organizationPolicy(settings as JsonObject)
        expect(Object.keys(policy)).toEqual(Object.keys(initial))
      }),
      { numRuns: 10_000 },
    )
  })
})

it('recognizes an organization whose members sign in by SSO only', () => {
  const of = (allowed: string[]) =>
    isSsoOnly(organizationPolicy({ auth_methods: 'RESTRICTED', allowed_auth_methods: allowed }))
  expect([of(['sso']), of(['sso', 'password']), of(['password']), of([]), isSsoOnly(initial)]).toEqual([
    ...[true, false, false, false, false],
  ])
})

describe('organizationPoliciesView', () => {
  it('shows the default of each missing setting', () => {
    expect(organizationPoliciesView({})).toEqual({
      sso_default_connection_id: null,
      sso_jit_provisioning: 'ALL_ALLOWED',
      sso_jit_provisioning_allowed_connections: [],
      email_allowed_domains: [],
      email_jit_provisioning: 'NOT_ALLOWED',
      email_invites: 'ALL_ALLOWED',
      oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
      allowed_oauth_tenants: noTenants,
      auth_methods: 'ALL_ALLOWED',
      allowed_auth_methods: [],
      mfa_methods: 'ALL_ALLOWED',
      allowed_mfa_methods: [],
      mfa_policy: 'OPTIONAL',
      rbac_email_implicit_role_assignments: [],
      first_party_connected_apps_allowed_type: 'ALL_ALLOWED',
      allowed_first_party_connected_apps: [],
      third_party_connected_apps_allowed_type: 'ALL_ALLOWED',
      allowed_third_party_connected_apps: [],
    })
  })

  it('shows what is stored, also lists that a policy does not use now', () => {
    const stored = {
      sso_default_connection_id: 'connection-1',
      sso_jit_provisioning: 'RESTRICTED',
      sso_jit_provisioning_allowed_connections: ['connection-1'],
      email_allowed_domains: ['example.com'],
      email_jit_provisioning: 'RESTRICTED',
      email_invites: 'RESTRICTED',
      oauth_tenant_jit_provisioning: 'RESTRICTED',
      allowed_oauth_tenants: { ...noTenants, google: ['example.com'] },
      auth_methods: 'ALL_ALLOWED',
      allowed_auth_methods: ['password', 'email_otp'],
      mfa_methods: 'RESTRICTED',
      allowed_mfa_methods: ['totp'],
      mfa_policy: 'REQUIRED_FOR_ALL',
      rbac_email_implicit_role_assignments: [{ role_id: 'editor', domain: 'example.com' }],
      first_party_connected_apps_allowed_type: 'RESTRICTED',
      allowed_first_party_connected_apps: ['app-1'],
      third_party_connected_apps_allowed_type: 'NOT_ALLOWED',
      allowed_third_party_connected_apps: ['app-2'],
    } satisfies OrganizationPolicies
    expect(organizationPoliciesView(stored)).toEqual(stored)
  })
})
