import { isUnanswered } from '../../flow/failure.ts'
import type { Flow } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { B2bLoginPlan } from '../config/b2b-login.config.ts'
import { isProving, onArrival } from './b2b-arrival.flow.ts'
import { inDiscovery, notAllowed } from './b2b-discovery.flow.ts'
import { inEmailCode, inLinkSent, inMain, inMethodSelection } from './b2b-email.flow.ts'
import type { B2bLoginEffect, B2bLoginEvent } from './b2b-events.ts'
import { inForgot, inNewPassword, inPassword, inResetLinkSent, isDead, newPassword } from './b2b-passwords.flow.ts'
import {
  beforeFactor,
  inAppCode,
  inAppEnrollment,
  inFactorSelection,
  inPhoneEnrollment,
  inRecoveryCode,
  inSaveCodes,
  inSmsCode,
} from './b2b-second-factor.flow.ts'
import { beforeSso, inSsoEmail, inSsoFallback, inSsoMenu } from './b2b-sso.flow.ts'
import type { B2bLoginState, Base, LandingOf } from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'
import type { B2bStep } from './b2b-steps.ts'
import { call, failed, findOrganization, isAwaited, signedIn, startOver, unreached } from './b2b-steps.ts'

/** What the page's URL says. */
export type B2bLanding =
  /** A link that signs in, or the provider's error. */
  { readonly type: 'link' } | { readonly type: 'reset'; readonly token: string } | { readonly type: 'none' }

/** `email`: the address that this browser used last, if it is known. */
export function startB2bLogin(plan: B2bLoginPlan, landing: B2bLanding, email = ''): B2bStep {
  const base: Base = { email, organization: null, required: null, calls: 0 }
  switch (landing.type) {
    case 'link':
      return redeem(base)
    case 'reset':
      return stay(newPassword(base, landing.token))
    default:
      return startOver(plan, base)
  }
}

function redeem(base: Base): B2bStep {
  const next = base.calls + 1
  return {
    state: { ...baseOf(base), screen: 'landing', status: 'verifying', account: '', calls: next },
    effects: [call(next, { type: 'redeem_link' })],
  }
}

export type B2bLoginFlow = Flow<B2bLoginState, B2bLoginEvent, B2bLoginEffect>

export function b2bLoginFlow(plan: B2bLoginPlan): B2bLoginFlow {
  return (state, event) => {
    switch (event.type) {
      case 'session_began':
        return isOver(state) || isProving(state) || isInFlow(state) ? stay(state) : signedIn(state)
      case 'session_ended':
        return isOver(state) ? startOver(plan, state) : stay(state)
      case 'back_clicked':
        return hasBack(state) && !isProving(state) ? back(plan, state) : stay(state)
      case 'start_over_clicked':
        return state.screen === 'landing' || state.screen === 'error' ? startOver(plan, state) : stay(state)
      default:
        return onArrival(plan, state, event) ?? onScreen(plan, state, event)
    }
  }
}

/** The flow is complete. */
export function isOver({ screen }: B2bLoginState): boolean {
  return screen === 'logged_in' || screen === 'password_reset_verify_confirmation' || screen === 'recovery_code_save'
}

/** A session of another tab is not the one that this person is about to start. */
function isInFlow({ screen }: B2bLoginState): boolean {
  return screen === 'discovery' || screen === 'password_reset_form'
}

/** Whether the screen has a back arrow. It stays while a call is pending, so that the screen does not jump. */
export function hasBack(state: B2bLoginState): boolean {
  if (isOver(state)) return false
  if (state.screen === 'main') return state.required !== null
  return state.screen !== 'landing' && state.screen !== 'error' && state.screen !== 'password_reset_form'
}

/** The call number grows, so that responses to earlier calls do not reach the screen. */
function back(plan: B2bLoginPlan, state: B2bLoginState): B2bStep {
  const before = { ...state, calls: state.calls + 1 }
  switch (before.screen) {
    case 'discovery':
      if (before.status === 'naming') return stay({ ...before, status: 'choosing', failure: null })
      break
    case 'sms_otp_enrollment':
    case 'sms_otp_entry':
    case 'totp_enrollment_qr_code':
    case 'totp_enrollment_manual':
    case 'totp_entry':
    case 'recovery_code_entry': {
      const step = beforeFactor(before)
      if (step) return step
      break
    }
    default:
  }
  return beforeSso(before) ?? startOver(plan, before)
}

function onScreen(plan: B2bLoginPlan, state: B2bLoginState, event: B2bLoginEvent): B2bStep {
  switch (state.screen) {
    case 'main':
      return inMain(plan, state, event)
    case 'email_method_selection':
      return inMethodSelection(plan, state, event)
    case 'email_confirmation':
      return inLinkSent(plan, state, event)
    case 'email_otp_entry':
      return inEmailCode(plan, state, event)
    case 'sso_discovery_email':
      return inSsoEmail(plan, state, event)
    case 'sso_discovery_fallback':
      return inSsoFallback(plan, state, event)
    case 'sso_discovery_menu':
      return inSsoMenu(plan, state, event)
    case 'password_email':
    case 'password_authenticate':
      return inPassword(plan, state, event)
    case 'password_forgot_form':
      return inForgot(plan, state, event)
    case 'password_set_new_confirmation':
      return inResetLinkSent(plan, state, event)
    case 'password_reset_form':
      return inNewPassword(plan, state, event)
    case 'landing':
      return inLanding(plan, state, event)
    case 'discovery':
      return inDiscovery(plan, state, event)
    case 'mfa_enrollment_selection':
      return inFactorSelection(plan, state, event)
    case 'sms_otp_enrollment':
      return inPhoneEnrollment(plan, state, event)
    case 'sms_otp_entry':
      return inSmsCode(plan, state, event)
    case 'totp_enrollment_qr_code':
    case 'totp_enrollment_manual':
      return inAppEnrollment(plan, state, event)
    case 'totp_entry':
      return inAppCode(plan, state, event)
    case 'recovery_code_entry':
      return inRecoveryCode(plan, state, event)
    case 'recovery_code_save':
      return inSaveCodes(plan, state, event)
    case 'error':
      if (event.type !== 'try_again_clicked' || !state.retry) return stay(state)
      return state.retry === 'redeem_link' ? redeem(state) : findOrganization(state)
    case 'logged_in':
    case 'password_reset_verify_confirmation':
      return stay(state)
    default:
      return state satisfies never
  }
}

function inLanding(plan: B2bLoginPlan, state: LandingOf, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'verifying' && isAwaited(state, event)
  switch (event.type) {
    case 'confirm_clicked':
      return state.status === 'unconfirmed' ? redeem(state) : stay(state)
    case 'answered':
      if (!isPending) return stay(state)
      if (event.answer.type === 'absent') return startOver(plan, state)
      return event.answer.type === 'unconfirmed'
        ? stay({ ...state, status: 'unconfirmed', account: event.answer.account })
        : stay(state)
    case 'refused':
      if (!isPending) return stay(state)
      return stay(landingFailed(state, event))
    default:
      return stay(state)
  }
}

function landingFailed(state: Base, event: Extract<B2bLoginEvent, { readonly type: 'refused' }>): B2bLoginState {
  const { failure } = event
  if (isDead(failure.error_type)) return failed(state, 'EmailMagicLink', failure)
  if (failure.error_type === notAllowed) return failed(state, 'CannotJoinOrgDueToAuthPolicy', failure)
  // Without a response the link may still be good.
  return unreached(state, event, isUnanswered(failure) ? 'redeem_link' : null)
}
