import type { AuthenticationFactor } from '@latchkey/contract'
import {
  type IntermediateSession,
  type MfaMethod,
  recoverableMfaMethod,
  type SecondFactorMember,
} from '@latchkey/contract/b2b'
import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import { organizationRealm } from '../../storage/realm.ts'
import { canEnroll, decideAdmission } from '../admission.ts'
import { findOrganization } from '../find-organization.ts'
import { stateOfCaller } from '../members/member-caller.ts'
import { type MemberState, memberFacts, memberState } from '../members/member-state.ts'
import { type ContinuedSignIn, continuedFactors, findContinued, requireSameOrganization } from './conclude-sign-in.ts'
import { provenFactors } from './proven-factors.ts'

/** A member who has proven a first factor, in an unfinished sign-in or in a session. */
export interface SecondFactorCaller {
  readonly state: MemberState
  /** The session of the member; null during a sign-in. */
  readonly caller: Caller | null
  /** The unfinished sign-in; null for a session. */
  readonly continued: ContinuedSignIn | null
  /** What the sign-in or the session has proven before. */
  readonly factors: readonly AuthenticationFactor[]
  /** Whether the member may register a second factor now. */
  readonly mayEnroll: boolean
}

type SecondFactorBody = SecondFactorMember & IntermediateSession

/** The member of a call about a second factor. Rejects it before a code is compared, sent or created. */
export async function requireSecondFactorCaller(
  context: Pick<ProviderContext, 'storage' | 'clock'>,
  call: Call<SecondFactorBody>,
  method: MfaMethod | 'recovery_code',
): Promise<SecondFactorCaller> {
  const found = await findSecondFactorCaller(context, call)
  const { policy } = found.state
  if (!policy.allowedMfaMethods.includes(method === 'recovery_code' ? recoverableMfaMethod : method))
    throw new ProviderError('operation_restricted_by_organization_mfa_methods')
  const admission = admissionOf(found, context.clock.now())
  // Without an allowed first factor, a second one cannot end in a session.
  if (admission === 'primary_required')
    throw new ProviderError('operation_restricted_by_organization_auth_methods', { details: { reason: admission } })
  return { ...found, mayEnroll: mayEnroll(found, admission) }
}

/**
 * Rejects a change of the factors of the session's own member if the session has not proven what the organization
 * requires. A member without a second factor may register one.
 */
export function requireSatisfiedPolicy(state: MemberState, caller: Pick<Caller, 'session'>, now: number): void {
  const { factors } = caller.session
  const admission = admissionOf({ state, factors, continued: null }, now)
  const isFirst = admission === 'mfa_required' && canEnroll(state.policy, memberFacts(state.member))
  if (admission !== 'admitted' && !isFirst) throw new ProviderError('step_up_required')
}

/** Whether the organization would start the session now, with what it has proven. */
export function satisfiesPolicy(state: MemberState, { session }: Pick<Caller, 'session'>, now: number): boolean {
  return admissionOf({ state, factors: session.factors, continued: null }, now) === 'admitted'
}

async function findSecondFactorCaller(
  context: Pick<ProviderContext, 'storage' | 'clock'>,
  call: Call<SecondFactorBody>,
): Promise<Omit<SecondFactorCaller, 'mayEnroll'>> {
  const { project, body } = call
  const continued = await findContinued(context, call)
  if (continued !== null && continued.session.memberId === body.member_id) {
    const organization = await findOrganization(context.storage, project.id, body.organization_id)
    requireSameOrganization(continued.session, organization)
    const member = await context.storage.members.get(organizationRealm(organization), body.member_id)
    if (member === null) throw new ProviderError('member_not_found')
    const factors = await continuedFactors(context.storage, continued, member)
    return { state: memberState(project, organization, member), caller: null, continued, factors }
  }
  if (continued !== null && (await call.session()) === null) throw new ProviderError('intermediate_session_not_found')
  const caller = await call.requireSession()
  refuseImpersonated(caller.session)
  const state = stateOfCaller(call, caller)
  if (state.organization.id !== body.organization_id) throw new ProviderError('organization_not_found')
  if (state.member.id !== body.member_id) throw new ProviderError('member_not_found')
  return { state, caller, continued: null, factors: caller.session.factors }
}

function admissionOf(
  { state, factors, continued }: Pick<SecondFactorCaller, 'state' | 'factors' | 'continued'>,
  now: number,
): 'admitted' | 'mfa_required' | 'primary_required' {
  const { admission } = decideAdmission({
    policy: state.policy,
    member: memberFacts(state.member),
    factors: [
      ...provenFactors(factors, { isCarriedOver: false }),
      ...provenFactors(continued?.session.carriedOver ?? [], { isCarriedOver: true }),
    ],
    now,
  })
  return admission.kind
}

/** A session that satisfies the organization may also replace a factor. An unfinished sign-in may only add the first one. */
function mayEnroll(
  { state, caller }: Pick<SecondFactorCaller, 'state' | 'caller'>,
  admission: ReturnType<typeof admissionOf>,
): boolean {
  return canEnroll(state.policy, memberFacts(state.member)) || (caller !== null && admission === 'admitted')
}
