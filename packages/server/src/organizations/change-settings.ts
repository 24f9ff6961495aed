// Which settings an organization may have. Pure: the service reads the facts and stores the result.
import type { JsonObject, RbacPolicy } from '@latchkey/contract'
import type { OrganizationAuthMethod, OrganizationPolicies } from '@latchkey/contract/b2b'
import { ProviderError } from '../core/provider-error.ts'
import { refuseField } from '../core/schema-issues.ts'
import { type EnabledMethods, isMethodEnabled, type MethodSetting, secondFactors } from '../methods/methods.ts'
import type { ProviderContext } from '../provider-context.ts'
import { problemOfEnabling, problemOfKeeping, type SsoOnlyFacts, ssoOnlyProblems } from './break-glass.ts'
import { maxDomains, requireAllowedDomain } from './domains/manage-domains.ts'
import type { JoinFacts } from './join.ts'
import { isSsoOnly, organizationPoliciesView, organizationPolicy } from './policy.ts'
import { missingForGrant } from './roles.ts'

export interface SettingsFacts extends Pick<JoinFacts, 'domainProof' | 'verifiedDomains'> {
  readonly disposableDomains: ProviderContext['disposableDomains']
  /** The methods of the project; an organization cannot enable further ones. */
  readonly enabledMethods: EnabledMethods
  /** The roles that members of the organization can have. */
  readonly rbac: Pick<RbacPolicy, 'roles'>
  /** The SSO connections of the organization. */
  readonly connections: readonly { readonly id: string; readonly isActive: boolean }[]
  readonly ssoOnly: SsoOnlyFacts
  readonly now: number
  /** The roles of the member who changes the settings; null for a backend and an operator. */
  readonly granter: readonly string[] | null
}

const maxBytes = 65_536

type Field = keyof OrganizationPolicies

interface Rule {
  /** The rule is checked if the change has one of these fields; the first one is named in the error. */
  readonly fields: readonly [Field, ...Field[]]
  problem(settings: JsonObject, facts: SettingsFacts, before: JsonObject): string | null
}

/** Connections are no method of the project. */
const settingOfAuthMethod: Readonly<Record<OrganizationAuthMethod, MethodSetting | null>> = {
  sso: null,
  magic_link: 'magicLinks',
  password: 'passwords',
  google_oauth: 'oauth',
  microsoft_oauth: 'oauth',
  hubspot_oauth: 'oauth',
  slack_oauth: 'oauth',
  github_oauth: 'oauth',
  email_otp: 'otpEmail',
}

function isUsable(facts: SettingsFacts, setting: MethodSetting | null): boolean {
  return setting === null || isMethodEnabled(facts, setting)
}

/** Combinations that lock all members out, or that let people in whom the organization does not know. */
const rules: readonly Rule[] = [
  {
    fields: ['allowed_auth_methods', 'auth_methods'],
    problem: (settings) =>
      organizationPolicy(settings).allowedAuthMethods.length === 0
        ? 'must not be empty: no member could sign in'
        : null,
  },
  {
    fields: ['allowed_auth_methods', 'auth_methods', 'mfa_methods', 'allowed_mfa_methods'],
    problem(settings, { ssoOnly, now }, before) {
      const policy = organizationPolicy(settings)
      if (!isSsoOnly(policy)) return null
      const isOn = isSsoOnly(organizationPolicy(before))
      const problem = isOn ? problemOfKeeping(ssoOnly, policy) : problemOfEnabling(ssoOnly, policy, now)
      return problem && ssoOnlyProblems[problem]
    },
  },
  {
    fields: ['allowed_auth_methods', 'auth_methods'],
    problem: (settings, facts) =>
      organizationPolicy(settings).allowedAuthMethods.some((method) => isUsable(facts, settingOfAuthMethod[method]))
        ? null
        : 'must have a method of the project: no member could sign in',
  },
  {
    fields: ['allowed_mfa_methods', 'mfa_methods'],
    problem: (settings) =>
      organizationPolicy(settings).allowedMfaMethods.length === 0
        ? 'must not be empty: no member could use a second factor'
        : null,
  },
  {
    fields: ['mfa_policy', 'mfa_methods', 'allowed_mfa_methods'],
    problem(settings, facts) {
      const { mfaPolicy, allowedMfaMethods } = organizationPolicy(settings)
      const isPossible = allowedMfaMethods.some((method) => isUsable(facts, secondFactors[method].setting))
      return mfaPolicy === 'OPTIONAL' || isPossible
        ? null
        : 'must not require a second factor that the project disables'
    },
  },
  {
    fields: ['email_jit_provisioning', 'email_allowed_domains'],
    problem(settings, { domainProof, verifiedDomains }) {
      const { emailJit, emailAllowedDomains } = organizationPolicy(settings)
      if (emailJit !== 'RESTRICTED' || domainProof === 'not_required') return null
      const unproven = emailAllowedDomains.filter((domain) => !verifiedDomains.includes(domain))
      return unproven.length === 0 ? null : `requires the proof of ${unproven.join(', ')}`
    },
  },
  {
    fields: ['sso_default_connection_id'],
    problem(settings, { connections }) {
      const { ssoDefaultConnection } = organizationPolicy(settings)
      if (ssoDefaultConnection === null) return null
      const found = connections.find(({ id }) => id === ssoDefaultConnection)
      if (found === undefined) return 'must be a connection of the organization'
      if (!found.isActive) throw new ProviderError('requires_active_sso_connection')
      return null
    },
  },
  {
    fields: ['sso_jit_provisioning_allowed_connections'],
    problem: (settings, { connections }) =>
      organizationPolicy(settings).ssoJitConnections.every((id) => connections.some((one) => one.id === id))
        ? null
        : 'must be connections of the organization',
  },
  {
    fields: ['rbac_email_implicit_role_assignments'],
    problem(settings, { rbac }) {
      const known = new Set(rbac.roles.map(({ role_id }) => role_id))
      const unknown = organizationPolicy(settings).emailRoles.filter(({ roleId }) => !known.has(roleId))
      return unknown.length === 0 ? null : 'has a role that does not exist'
    },
  },
]

/** The names of the settings, which a change may have besides other fields. */
const policyFields = Object.keys(organizationPoliciesView({})) as Field[]

/**
 * The settings after a change, in the form in which they are stored: domains are canonical. Throws for a change that is
 * not allowed, with the field and the reason.
 */
export function changeSettings(
  settings: JsonObject,
  change: Partial<OrganizationPolicies>,
  facts: SettingsFacts,
): JsonObject {
  const changed = policyFields.filter((field) => change[field] !== undefined)
  const next = { ...settings, ...canonical(change, changed, facts) }
  for (const { fields, problem } of rules) {
    const message = fields.some((field) => changed.includes(field)) ? problem(next, facts, settings) : null
    if (message !== null) throw refuseField(`.${fields[0]}`, message, 'policy')
  }
  requireGrant(change, facts)
  if (Buffer.byteLength(JSON.stringify(next)) > maxBytes)
    throw refuseField('.*', `must be settings of at most ${maxBytes} bytes`, 'maxLength')
  return next
}

function canonical(change: Partial<OrganizationPolicies>, changed: readonly Field[], facts: SettingsFacts): JsonObject {
  const next = Object.fromEntries(changed.map((field) => [field, change[field]])) as JsonObject
  if (change.email_allowed_domains) {
    const domains = change.email_allowed_domains.map((domain, index) =>
      requireAllowedDomain(facts, domain, `.email_allowed_domains[${index}]`),
    )
    next.email_allowed_domains = [...new Set(domains)]
    if (next.email_allowed_domains.length > maxDomains)
      throw refuseField('.email_allowed_domains', `must have at most ${maxDomains} domains`, 'maxItems')
  }
  if (change.rbac_email_implicit_role_assignments)
    next.rbac_email_implicit_role_assignments = change.rbac_email_implicit_role_assignments.map((one, index) => ({
      role_id: one.role_id,
      domain: requireAllowedDomain(facts, one.domain, `.rbac_email_implicit_role_assignments[${index}].domain`),
    }))
  return next
}

/** A role for a whole domain is a grant: members can give no permission that they do not have. */
function requireGrant(change: Partial<OrganizationPolicies>, { rbac, granter }: SettingsFacts): void {
  const granted = change.rbac_email_implicit_role_assignments?.map(({ role_id }) => role_id) ?? []
  const missing = granter === null ? [] : missingForGrant(rbac, granter, granted)
  if (missing.length > 0) throw new ProviderError('unauthorized_action', { details: { missing } })
}
