import {
  type MemberStatus,
  type MfaMethod,
  type OrganizationAuthMethod,
  organizationAuthMethods,
  recoverableMfaMethod,
} from '@latchkey/contract/b2b'
import type { MemberFactor } from '../methods/method.ts'
import { isSecondMethod } from '../methods/methods.ts'
import { type Admission, type Admitted, admittedBrand, type MfaOptions } from '../sessions/admission-type.ts'
import { isSsoOnly, type OrganizationPolicy } from './policy.ts'

/** A factor that this sign-in, or a session before it, has proven. */
export interface ProvenFactor extends MemberFactor {
  readonly provenAt: number
  /** An exchange brings it along from a session of another organization. */
  readonly isCarriedOver: boolean
  /** A statement of a connection that says so, and whose settings count it: a second factor was proven there. */
  readonly includesSecond?: boolean
}

export interface MemberFacts {
  readonly status: MemberStatus
  readonly isBreakglass: boolean
  readonly mfaEnrolled: boolean
  /** The second factors that were registered before this sign-in. */
  readonly secondFactors: readonly { readonly method: MfaMethod; readonly isProven: boolean }[]
}

export type AdmissionReason =
  | {
      readonly code:
        | 'factor_too_old'
        | 'primary_method_not_allowed'
        | 'primary_factor_accepted'
        | 'second_method_not_allowed'
        | 'second_method_not_enrolled'
        | 'second_factor_shares_channel'
        | 'second_factor_accepted'
      readonly method: ProvenFactor['method']
    }
  | {
      readonly code:
        | 'member_deleted'
        | 'break_glass_lifts_sso_only'
        | 'primary_factor_missing'
        | 'mfa_not_required'
        | 'mfa_required_by_organization'
        | 'mfa_required_by_enrollment'
        | 'mfa_required_for_break_glass'
        | 'second_factor_missing'
    }

export interface AdmissionInput {
  readonly policy: OrganizationPolicy
  /** Null if the person is not a member yet, but may join. */
  readonly member: MemberFacts | null
  readonly factors: readonly ProvenFactor[]
  readonly now: number
}

export interface AdmissionDecision {
  readonly admission: Admission
  readonly reasons: readonly AdmissionReason[]
}

const admitted: Admitted = { kind: 'admitted', [admittedBrand]: true }

/** Users of consumer projects: each of their factors signs in, and the second ones continue a session. */
export const consumerAdmission: Admitted = admitted

/** An operator who acts as a member has proven nothing that a policy could decide about. */
export const impersonationAdmission: Admitted = admitted

/** Decides whether a person may have a session in an organization. Nothing else in the provider decides it. */
export function decideAdmission({ policy, member, factors, now }: AdmissionInput): AdmissionDecision {
  const reasons: AdmissionReason[] = []
  if (member?.status === 'deleted') {
    reasons.push({ code: 'member_deleted' })
    return { admission: { kind: 'primary_required', allowed: [] }, reasons }
  }
  const current = factors.filter((factor) => isCurrent(policy, factor, now, reasons))
  const allowed = allowedMethods(policy, member, reasons)
  const primaries = current.filter((factor) => isAllowedPrimary(policy, allowed, factor, reasons))
  if (primaries.length === 0) {
    reasons.push({ code: 'primary_factor_missing' })
    return { admission: { kind: 'primary_required', allowed }, reasons }
  }
  const requirement = mfaRequirement(policy, member)
  if (requirement === null) {
    reasons.push({ code: 'primary_factor_accepted', method: primaries[0]?.method ?? 'sso' })
    reasons.push({ code: 'mfa_not_required' })
    return { admission: admitted, reasons }
  }
  reasons.push({ code: requirement })
  const complete = primaries.find(({ includesSecond }) => includesSecond)
  if (complete !== undefined) {
    reasons.push({ code: 'primary_factor_accepted', method: complete.method })
    reasons.push({ code: 'second_factor_accepted', method: complete.method })
    return { admission: admitted, reasons }
  }
  const options = mfaOptions(policy, member)
  const seconds = current.filter((factor) => isAllowedSecond(options, factor, reasons))
  // Any pair: a further factor of either kind must not hide a pair that was admitted without it.
  for (const primary of primaries) {
    for (const second of seconds) {
      if (second.channel === primary.channel) {
        reasons.push({ code: 'second_factor_shares_channel', method: second.method })
        continue
      }
      reasons.push({ code: 'primary_factor_accepted', method: primary.method })
      reasons.push({ code: 'second_factor_accepted', method: second.method })
      return { admission: admitted, reasons }
    }
  }
  reasons.push({ code: 'second_factor_missing' })
  return { admission: { kind: 'mfa_required', options }, reasons }
}

/**
 * Whether a member who has only proven a first factor can register a second one. With an enrolled one it must be proven
 * first: otherwise the first factor alone would be enough to replace the second.
 */
export function canEnroll(policy: OrganizationPolicy, member: MemberFacts | null): boolean {
  return mfaOptions(policy, member).enrolled.length === 0
}

/** Whether a member can sign in without a second factor after giving up the enrollment. */
export function canUnenroll(policy: OrganizationPolicy, member: MemberFacts): boolean {
  return mfaRequirement(policy, { ...member, mfaEnrolled: false }) === null
}

function isCurrent(
  { maxFactorAgeMs }: OrganizationPolicy,
  { isCarriedOver, provenAt, method }: ProvenFactor,
  now: number,
  reasons: AdmissionReason[],
): boolean {
  const isTooOld = isCarriedOver && maxFactorAgeMs !== null && now - provenAt > maxFactorAgeMs
  if (isTooOld) reasons.push({ code: 'factor_too_old', method })
  return !isTooOld
}

/** The methods with which this person can sign in. */
function allowedMethods(
  policy: OrganizationPolicy,
  member: MemberFacts | null,
  reasons: AdmissionReason[],
): readonly OrganizationAuthMethod[] {
  if (member === null) return policy.allowedAuthMethods.filter((method) => canJoinWith(policy, method))
  if (!member.isBreakglass || !isSsoOnly(policy)) return policy.allowedAuthMethods
  reasons.push({ code: 'break_glass_lifts_sso_only' })
  return organizationAuthMethods
}

/** A person without an account has no password, and no connection knows them unless it creates members. */
function canJoinWith({ ssoJit }: OrganizationPolicy, method: OrganizationAuthMethod): boolean {
  if (method === 'password') return false
  return method !== 'sso' || ssoJit !== 'NOT_ALLOWED'
}

function isAllowedPrimary(
  { allowsTrustedIssuers }: OrganizationPolicy,
  allowed: readonly OrganizationAuthMethod[],
  { method }: ProvenFactor,
  reasons: AdmissionReason[],
): boolean {
  if (isSecondMethod(method)) return false
  if (method === 'trusted_auth_token' ? allowsTrustedIssuers : allowed.includes(method)) return true
  reasons.push({ code: 'primary_method_not_allowed', method })
  return false
}

/** Why a second factor is needed; null if it is not. */
function mfaRequirement(
  { mfaPolicy }: OrganizationPolicy,
  member: MemberFacts | null,
): 'mfa_required_by_organization' | 'mfa_required_by_enrollment' | 'mfa_required_for_break_glass' | null {
  if (mfaPolicy === 'REQUIRED_FOR_ALL') return 'mfa_required_by_organization'
  if (member === null) return null
  if (member.isBreakglass) return 'mfa_required_for_break_glass'
  return member.mfaEnrolled ? 'mfa_required_by_enrollment' : null
}

function isAllowedSecond(
  { allowed, enrolled }: MfaOptions,
  { method, channel }: ProvenFactor,
  reasons: AdmissionReason[],
): boolean {
  if (!isSecondMethod(method)) return false
  // A mailbox is the usual first factor, and resets passwords.
  if (channel === 'email') {
    reasons.push({ code: 'second_factor_shares_channel', method })
    return false
  }
  const replaced = method === 'recovery_code' ? recoverableMfaMethod : method
  if (!allowed.includes(replaced)) {
    reasons.push({ code: 'second_method_not_allowed', method })
    return false
  }
  // A factor that was registered after the first factor alone proves no more than the first factor.
  if (enrolled.length === 0 || enrolled.includes(replaced)) return true
  reasons.push({ code: 'second_method_not_enrolled', method })
  return false
}

function mfaOptions({ allowedMfaMethods }: OrganizationPolicy, member: MemberFacts | null): MfaOptions {
  const isEnrolled = (method: MfaMethod): boolean =>
    member?.secondFactors.some((one) => one.method === method && one.isProven) ?? false
  return { enrolled: allowedMfaMethods.filter(isEnrolled), allowed: allowedMfaMethods }
}
