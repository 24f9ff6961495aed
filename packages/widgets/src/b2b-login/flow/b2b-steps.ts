import type { Failure } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import { emit } from '../../flow/widget-events.ts'
import type { B2bLoginPlan, EmailMethod } from '../config/b2b-login.config.ts'
import type { B2bLoginEffect, Call, Request } from './b2b-events.ts'
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

const emailMethods: readonly EmailMethod[] = ['magic_link', 'email_otp', 'password']

/** The methods that begin with an email address, as the organization allows them. */
export function offeredMethods(
  { methods }: Pick<B2bLoginPlan, 'methods'>,
  { organization, required }: Pick<Base, 'organization' | 'required'>,
): readonly EmailMethod[] {
  const allowed = required ?? organization?.allowed
  if (!allowed) return methods
  const offered = methods.filter((method) => allowed.includes(method))
  if (offered.length > 0 || !required) return offered
  // None of the configured ones helps: whatever the organization accepts is better than a form that cannot succeed.
  const accepted = emailMethods.filter((method) => allowed.includes(method))
  return accepted.length > 0 ? accepted : ['magic_link']
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
    state: { ...base, screen: 'main', status: 'loading', failure: null, calls: next },
    effects: [call(next, { type: 'find_organization' })],
  }
}

/** The form of the address; an error if no method of this widget can sign in to the organization. */
export function mainForm(plan: B2bLoginPlan, base: Base): B2bLoginState {
  if (offeredMethods(plan, base).length === 0) return failed(base, 'CannotJoinOrgDueToAuthPolicy')
  return { ...baseOf(base), screen: 'main', status: 'editing', failure: null } satisfies Main
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

/** The person is signed in, and every step after that is done. */
export function signedIn(base: Base): B2bStep {
  return {
    state: { ...baseOf(base), screen: 'logged_in', status: 'success' } satisfies SignedIn,
    effects: [emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })],
  }
}
