// The simulator: decides like a sign-in that a backend describes, and says why. Pure.
import type { B2bOAuthProvider, RbacPolicy } from '@latchkey/contract'
import type { MfaMethod, OrganizationAuthMethod } from '@latchkey/contract/b2b'
import type { MemberFactor } from '../methods/method.ts'
import { secondFactors } from '../methods/methods.ts'
import type { Admission } from '../sessions/admission-type.ts'
import { type AdmissionReason, decideAdmission, type MemberFacts, type ProvenFactor } from './admission.ts'
import type { PermissionExplanation } from './explain.ts'
import { admissionSentences, explainJoin, explainPermission, type JoinExplanation } from './explain.ts'
import type { JoinFacts } from './join.ts'
import { type EffectiveRole, effectiveRoles, type Permission, type RoleAssignment } from './roles.ts'

/** A sign-in as a backend describes it. The address is canonical. */
export interface DescribedSignIn {
  /** Null if the provider asserts no verified address. */
  readonly address: string | null
  readonly method: OrganizationAuthMethod
  /** The tenants that an OAuth provider asserts. */
  readonly tenants: readonly string[]
  readonly connectionId: string
  readonly groups: readonly string[]
  /** The second factor that the person proves too. */
  readonly secondFactor: MfaMethod | null
  /** The permission to explain. */
  readonly permission: Permission | null
}

export interface SimulationFacts {
  readonly join: JoinFacts
  /** The member with the address; null without one. */
  readonly member:
    | (MemberFacts & { readonly assignments: readonly RoleAssignment[]; readonly isProven: boolean })
    | null
  readonly rbac: Pick<RbacPolicy, 'roles'>
  readonly now: number
}

export interface Simulation {
  readonly join: Pick<JoinExplanation, 'allowed' | 'as' | 'reasons'>
  /** Null for a person who may not enter. */
  readonly admission: {
    readonly decision: Admission
    readonly reasons: readonly { readonly code: AdmissionReason['code']; readonly description: string }[]
  } | null
  /** The roles in a session after the sign-in; empty for a person who may not enter. */
  readonly roles: readonly EffectiveRole[]
  readonly permission: PermissionExplanation | null
}

/** Null for a description without an address that is not of an OAuth identity. */
export function simulateSignIn(facts: SimulationFacts, described: DescribedSignIn): Simulation | null {
  const { member, rbac, now } = facts
  const { address, method, tenants, connectionId, groups, secondFactor, permission } = described
  const provider = oauthProviderOf(method)
  const explained = explainJoin(facts.join, {
    address,
    oauth: provider === null ? undefined : { provider, tenants },
    sso: method === 'sso' ? { connectionId, groups } : undefined,
  })
  if (explained === null) return null
  const { roles: joined, ...join } = explained
  const explain = (roles: readonly EffectiveRole[]) => permission && explainPermission(rbac, roles, permission)
  if (!join.allowed) return { join, admission: null, roles: [], permission: explain([]) }
  const factors = [firstFactor(method), ...(secondFactor === null ? [] : [secondFactors[secondFactor].factor])]
  const { admission: decision, reasons } = decideAdmission({
    policy: facts.join.policy,
    member,
    factors: factors.map((factor): ProvenFactor => ({ ...factor, provenAt: now, isCarriedOver: false })),
    now,
  })
  // A password and a connection say nothing about the mailbox.
  const isProven = member?.isProven === true || (method !== 'password' && method !== 'sso')
  const roles = effectiveRoles(rbac, facts.join.policy, {
    assignments: [...(member?.assignments ?? []), ...(method === 'sso' ? joined : [])],
    provenAddress: isProven ? address : null,
  })
  const sentences = reasons.map(({ code }) => ({ code, description: admissionSentences[code] }))
  return { join, admission: { decision, reasons: sentences }, roles, permission: explain(roles) }
}

const oauthProviders: Readonly<Record<string, B2bOAuthProvider>> = {
  google_oauth: 'google',
  microsoft_oauth: 'microsoft',
  hubspot_oauth: 'hubspot',
  slack_oauth: 'slack',
  github_oauth: 'github',
}

function oauthProviderOf(method: OrganizationAuthMethod): B2bOAuthProvider | null {
  return oauthProviders[method] ?? null
}

function firstFactor(method: OrganizationAuthMethod): MemberFactor {
  if (method === 'magic_link' || method === 'email_otp') return { method, channel: 'email' }
  if (method === 'password') return { method, channel: 'password' }
  return { method, channel: method === 'sso' ? 'sso_connection' : 'identity_provider' }
}
