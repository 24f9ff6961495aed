import type { Failure } from '../../flow/failure.ts'
import { isUnanswered } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import { emit } from '../../flow/widget-events.ts'
import type { B2bLoginPlan } from '../config/b2b-login.config.ts'
import type { B2bLoginEffect, B2bLoginEvent, Call, Request } from './b2b-events.ts'
import { isEmpty, offerOf } from './b2b-offer.ts'
import type { B2bLoginState, Base, ErrorKind, Failed, ForgotPassword, Main, SignedIn } from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'

export type B2bStep = Step<B2bLoginState, B2bLoginEffect>

/** The call with this number. */
export function call(number: number, request: Request): Call {
  return { type: 'call', call: number, request }
}

/** Whether the event is the response to the newest call of the state. */
export function isAwaited(state: B2bLoginState, event: object): boolean {
  return 'call' in event && event.call === state.calls
}

/** The first screen: the form, or the question where a new reset link is sent. */
export function startOver(plan: B2bLoginPlan, before: Base): B2bStep {
  const isOfOrganization = plan.flowType === 'Organization' || plan.slug !== null
  const base: Base = {
    ...baseOf(before),
    organization: isOfOrganization ? before.organization : null,
    required: null,
  }
  if (isOfOrganization && !base.organization) return findOrganization(base)
  return stay(plan.flowType === 'PasswordReset' ? forgotForm(base) : mainForm(plan, base))
}

/** Looks up the organization of the page. */
export function findOrganization(base: Base): B2bStep {
  const next = base.calls + 1
  return {
    state: { ...base, screen: 'main', status: 'loading', pressed: '', failure: null, calls: next },
    effects: [call(next, { type: 'find_organization' })],
  }
}

/** The ways to sign in; an error if the organization allows none of them. */
export function mainForm(plan: B2bLoginPlan, base: Base): Main | Failed {
  if (isEmpty(offerOf(plan, base))) return failed(base, 'CannotJoinOrgDueToAuthPolicy')
  return { ...baseOf(base), screen: 'main', status: 'editing', pressed: '', failure: null }
}

export function forgotForm(base: Base): ForgotPassword {
  return { ...baseOf(base), screen: 'password_forgot_form', status: 'editing', failure: null }
}

export function failed(
  base: Base,
  kind: ErrorKind,
  failure: Failure | null = null,
  retry: Failed['retry'] = null,
): Failed {
  return { ...baseOf(base), screen: 'error', kind, failure, retry }
}

/** The screen after a call that the widget cannot begin without. A browser that is online was kept from the provider. */
export function unreached(
  base: Base,
  { failure, isOnline }: Extract<B2bLoginEvent, { readonly type: 'refused' }>,
  retry: Failed['retry'],
): Failed {
  return failed(base, isUnanswered(failure) && isOnline ? 'AdBlockerDetected' : 'Default', failure, retry)
}

/** The person is signed in, and every step after that is done. */
export function signedIn(base: Base): B2bStep {
  return {
    state: { ...baseOf(base), screen: 'logged_in', status: 'success' } satisfies SignedIn,
    effects: [emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })],
  }
}
