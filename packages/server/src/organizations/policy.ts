import type { B2bOAuthProvider, JsonObject, JsonValue } from '@latchkey/contract'
import {
  type JoinPolicy,
  joinPolicies,
  type MethodPolicy,
  type MfaMethod,
  type MfaPolicy,
  methodPolicies,
  mfaMethods,
  mfaPolicies,
  type OrganizationAuthMethod,
  type OrganizationPolicies,
  organizationAuthMethods,
  type TenantJoinPolicy,
  tenantJoinPolicies,
} from '@latchkey/contract/b2b'

/** The settings of an organization that decide who joins and how members sign in, with every default applied. */
export interface OrganizationPolicy {
  /** How members sign in. All methods unless the organization restricts them. */
  readonly allowedAuthMethods: readonly OrganizationAuthMethod[]
  /** Members sign in with tokens of the issuers that the project trusts. An organization cannot list this method. */
  readonly allowsTrustedIssuers: boolean
  readonly mfaPolicy: MfaPolicy
  /** The second factors of members. All methods unless the organization restricts them. */
  readonly allowedMfaMethods: readonly MfaMethod[]
  /** The maximum age of a factor that a session exchange brings along; null for any age. */
  readonly maxFactorAgeMs: number | null
  readonly emailJit: JoinPolicy
  readonly emailInvites: JoinPolicy
  /** A-labels in lower case. */
  readonly emailAllowedDomains: readonly string[]
  readonly oauthTenantJit: TenantJoinPolicy
  readonly allowedOAuthTenants: Readonly<Record<B2bOAuthProvider, readonly string[]>>
  readonly ssoJit: JoinPolicy
  readonly ssoJitConnections: readonly string[]
  readonly ssoDefaultConnection: string | null
  /** The roles of all members whose proven address has the domain. */
  readonly emailRoles: readonly { readonly roleId: string; readonly domain: string }[]
}

/**
 * The policy of a stored settings document, whose fields are named as on the wire. A missing field has its default. A
 * field with an invalid value, which only a changed database can hold, gets the strictest value of that field: the
 * document never makes a request fail, and never allows more than a valid one.
 */
export function organizationPolicy(settings: JsonObject): OrganizationPolicy {
  // Most organizations of a long list have changed nothing.
  return isEmpty(settings) ? defaultPolicy : readPolicy(settings)
}

const defaultPolicy = readPolicy({})

function isEmpty(settings: JsonObject): boolean {
  for (const _field in settings) return false
  return true
}

function readPolicy(settings: JsonObject): OrganizationPolicy {
  const choice = <T extends string>(field: string, values: readonly T[], initial: T, strictest: T): T =>
    storedChoice(settings[field], values, { initial, strictest })
  const methods = <T extends string>(policyField: string, listField: string, all: readonly T[]): readonly T[] =>
    choice(policyField, methodPolicies, 'ALL_ALLOWED', 'RESTRICTED') === 'ALL_ALLOWED'
      ? all
      : listed(settings[listField], all)
  const { max_factor_age_minutes: age = null, sso_default_connection_id: ssoDefault } = settings
  return {
    allowedAuthMethods: methods('auth_methods', 'allowed_auth_methods', organizationAuthMethods),
    allowsTrustedIssuers: choice('auth_methods', methodPolicies, 'ALL_ALLOWED', 'RESTRICTED') === 'ALL_ALLOWED',
    mfaPolicy: choice('mfa_policy', mfaPolicies, 'OPTIONAL', 'REQUIRED_FOR_ALL'),
    allowedMfaMethods: methods('mfa_methods', 'allowed_mfa_methods', mfaMethods),
    maxFactorAgeMs: age === null ? null : typeof age === 'number' && age >= 0 ? age * 60_000 : 0,
    emailJit: choice('email_jit_provisioning', joinPolicies, 'NOT_ALLOWED', 'NOT_ALLOWED'),
    emailInvites: choice('email_invites', joinPolicies, 'ALL_ALLOWED', 'NOT_ALLOWED'),
    emailAllowedDomains: texts(settings.email_allowed_domains).map((domain) => domain.toLowerCase()),
    oauthTenantJit: choice('oauth_tenant_jit_provisioning', tenantJoinPolicies, 'NOT_ALLOWED', 'NOT_ALLOWED'),
    allowedOAuthTenants: tenants(settings.allowed_oauth_tenants),
    ssoJit: choice('sso_jit_provisioning', joinPolicies, 'ALL_ALLOWED', 'NOT_ALLOWED'),
    ssoJitConnections: texts(settings.sso_jit_provisioning_allowed_connections),
    ssoDefaultConnection: typeof ssoDefault === 'string' && ssoDefault !== '' ? ssoDefault : null,
    emailRoles: emailRoles(settings.rbac_email_implicit_role_assignments),
  }
}

/** The settings as the wire shows them: lists that a policy of the organization does not use are kept. */
export function organizationPoliciesView(
  settings: JsonObject,
  policy: OrganizationPolicy = organizationPolicy(settings),
): OrganizationPolicies {
  const methodPolicy = (field: string): MethodPolicy =>
    storedChoice(settings[field], methodPolicies, { initial: 'ALL_ALLOWED', strictest: 'RESTRICTED' })
  const appPolicy = (field: string): JoinPolicy =>
    storedChoice(settings[field], joinPolicies, { initial: 'ALL_ALLOWED', strictest: 'NOT_ALLOWED' })
  return {
    sso_default_connection_id: policy.ssoDefaultConnection,
    sso_jit_provisioning: policy.ssoJit,
    sso_jit_provisioning_allowed_connections: [...policy.ssoJitConnections],
    email_allowed_domains: [...policy.emailAllowedDomains],
    email_jit_provisioning: policy.emailJit,
    email_invites: policy.emailInvites,
    oauth_tenant_jit_provisioning: policy.oauthTenantJit,
    allowed_oauth_tenants: tenants(settings.allowed_oauth_tenants),
    auth_methods: methodPolicy('auth_methods'),
    allowed_auth_methods: listed(settings.allowed_auth_methods, organizationAuthMethods),
    mfa_methods: methodPolicy('mfa_methods'),
    allowed_mfa_methods: listed(settings.allowed_mfa_methods, mfaMethods),
    mfa_policy: policy.mfaPolicy,
    rbac_email_implicit_role_assignments: policy.emailRoles.map(({ roleId, domain }) => ({ role_id: roleId, domain })),
    first_party_connected_apps_allowed_type: appPolicy('first_party_connected_apps_allowed_type'),
    allowed_first_party_connected_apps: texts(settings.allowed_first_party_connected_apps),
    third_party_connected_apps_allowed_type: appPolicy('third_party_connected_apps_allowed_type'),
    allowed_third_party_connected_apps: texts(settings.allowed_third_party_connected_apps),
  }
}

/** Whether members can authorize a client application. */
export function allowsConnectedApp(
  settings: JsonObject,
  { id, isFirstParty }: { readonly id: string; readonly isFirstParty: boolean },
): boolean {
  const view = organizationPoliciesView(settings)
  const [type, allowed] = isFirstParty
    ? [view.first_party_connected_apps_allowed_type, view.allowed_first_party_connected_apps]
    : [view.third_party_connected_apps_allowed_type, view.allowed_third_party_connected_apps]
  return type === 'ALL_ALLOWED' || (type === 'RESTRICTED' && allowed.includes(id))
}

/** Members can sign in through an SSO connection and in no other way. */
export function isSsoOnly({ allowedAuthMethods }: Pick<OrganizationPolicy, 'allowedAuthMethods'>): boolean {
  return allowedAuthMethods.length === 1 && allowedAuthMethods[0] === 'sso'
}

function storedChoice<T extends string>(
  value: JsonValue | undefined,
  values: readonly T[],
  { initial, strictest }: { initial: T; strictest: T },
): T {
  return value === undefined ? initial : (values.find((one) => one === value) ?? strictest)
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '') : []
}

function listed<T extends string>(value: JsonValue | undefined, all: readonly T[]): T[] {
  const stored = texts(value)
  return stored.length === 0 ? [] : all.filter((one) => stored.includes(one))
}

function tenants(value: JsonValue | undefined): Record<B2bOAuthProvider, string[]> {
  const stored = isObject(value) ? value : {}
  const of = (provider: B2bOAuthProvider): string[] => texts(Object.hasOwn(stored, provider) ? stored[provider] : [])
  return {
    google: of('google'),
    microsoft: of('microsoft'),
    hubspot: of('hubspot'),
    slack: of('slack'),
    github: of('github'),
  }
}

function emailRoles(value: JsonValue | undefined): { roleId: string; domain: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => {
    const { role_id: roleId, domain } = isObject(one) ? one : {}
    return typeof roleId === 'string' && typeof domain === 'string' && roleId !== '' && domain !== ''
      ? [{ roleId, domain: domain.toLowerCase() }]
      : []
  })
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
