import { isEmail } from '../../flow/email.ts'
import { refusal } from '../../flow/failure.ts'
import { notice, successNotice } from '../../flow/notice.ts'
import { stay } from '../../flow/step.ts'
import { emit } from '../../flow/widget-events.ts'
import { choose, isGoodPassword, nothingTyped, strengthFlow } from '../../methods/passwords/strength.flow.ts'
import type { B2bLoginPlan, EmailMethod } from '../config/b2b-login.config.ts'
import { messageSent, sendBy } from './b2b-email.flow.ts'
import type { B2bLoginEvent } from './b2b-events.ts'
import { offeredMethods } from './b2b-offer.ts'
import type { Base, EnterPassword, ForgotPassword, NewPassword, ResetLinkSent } from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'
import type { B2bStep } from './b2b-steps.ts'
import { call, failed, forgotForm, isAwaited } from './b2b-steps.ts'

/** Reset links of a member with such a password are sent at once. */
const needsReset = ['reset_password', 'breached_password']

/** The methods that a person without the password can use. */
export function otherMethods(plan: B2bLoginPlan, state: Base): readonly EmailMethod[] {
  return offeredMethods(plan, state).filter((method) => method !== 'password')
}

export function inPassword(plan: B2bLoginPlan, state: EnterPassword, event: B2bLoginEvent): B2bStep {
  switch (event.type) {
    case 'email_changed':
      return state.status === 'editing' && state.screen === 'password_email'
        ? stay({ ...state, email: event.value, failure: null })
        : stay(state)
    case 'password_changed':
      return state.status === 'editing' ? stay({ ...state, typed: event.value, failure: null }) : stay(state)
    case 'submitted':
      return state.status === 'editing' ? submit(state) : stay(state)
    case 'forgot_clicked':
      return state.status === 'editing' ? stay(forgotForm(state)) : stay(state)
    case 'method_chosen': {
      if (state.status !== 'editing' || !otherMethods(plan, state).includes(event.method)) return stay(state)
      if (!isEmail(state.email)) return stay({ ...state, failure: refusal('invalid_email') })
      const next = state.calls + 1
      return {
        state: { ...state, status: 'sending', chosen: event.method, failure: null, calls: next },
        effects: [sendBy(event.method, state, next)],
      }
    }
    case 'answered':
      return isAwaited(state, event) && state.chosen && state.status === 'sending' && event.answer.type === 'sent'
        ? messageSent(state.chosen, state, event.answer.sent)
        : stay(state)
    case 'refused':
      if (!isAwaited(state, event) || state.status === 'editing') return stay(state)
      if (state.status === 'verifying' && needsReset.includes(event.failure.error_type ?? ''))
        return stay({ ...forgotForm(state), failure: event.failure })
      return stay({ ...state, status: 'editing', failure: event.failure })
    default:
      return stay(state)
  }
}

function submit(state: EnterPassword): B2bStep {
  const email = state.email.trim()
  if (!isEmail(email)) return stay({ ...state, failure: refusal('invalid_email') })
  if (state.typed === '') return stay({ ...state, failure: refusal('password_required') })
  const { organization, typed: password } = state
  const next = state.calls + 1
  return {
    state: { ...state, email, status: 'verifying', failure: null, calls: next },
    effects: [call(next, { type: 'check_password', email, password, organizationId: organization?.id ?? null })],
  }
}

function sendReset({ email, organization }: Base, next: number): ReturnType<typeof call> {
  return call(next, { type: 'send_reset', email, organizationId: organization?.id ?? null })
}

export function inForgot(_plan: B2bLoginPlan, state: ForgotPassword, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'sending' && isAwaited(state, event)
  switch (event.type) {
    case 'email_changed':
      return state.status === 'editing' ? stay({ ...state, email: event.value, failure: null }) : stay(state)
    case 'submitted': {
      if (state.status === 'sending') return stay(state)
      const email = state.email.trim()
      if (!isEmail(email)) return stay({ ...state, failure: refusal('invalid_email') })
      const next = state.calls + 1
      const sending: ForgotPassword = { ...state, email, status: 'sending', failure: null, calls: next }
      return { state: sending, effects: [sendReset(sending, next)] }
    }
    case 'answered':
      return isPending ? resetSent(state) : stay(state)
    case 'refused':
      return isPending ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

function resetSent(state: Base): B2bStep {
  return {
    state: { ...baseOf(state), screen: 'password_set_new_confirmation', resend: 'initial' },
    effects: [emit({ type: 'PASSWORD_RESET_BY_EMAIL_START', data: { email: state.email } })],
  }
}

export function inResetLinkSent(_plan: B2bLoginPlan, state: ResetLinkSent, event: B2bLoginEvent): B2bStep {
  const isPending = state.resend === 'sending' && isAwaited(state, event)
  switch (event.type) {
    case 'resend_clicked': {
      if (state.resend === 'sending') return stay(state)
      const next = state.calls + 1
      return { state: { ...state, resend: 'sending', calls: next }, effects: [sendReset(state, next)] }
    }
    case 'answered': {
      if (!isPending) return stay(state)
      const { effects } = resetSent(state)
      return { state: { ...state, resend: 'sent' }, effects: [...effects, successNotice('email_resent')] }
    }
    case 'refused':
      return isPending ? { state: { ...state, resend: 'initial' }, effects: [notice(event.failure)] } : stay(state)
    default:
      return stay(state)
  }
}

/** The screen of the link in the email. */
export function newPassword(base: Base, token: string): NewPassword {
  return {
    ...{ ...baseOf(base), screen: 'password_reset_form', token, typed: '', strength: nothingTyped },
    ...{ status: 'editing', failure: null, sendCall: 0 },
  }
}

export function inNewPassword(_plan: B2bLoginPlan, state: NewPassword, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'verifying' && 'call' in event && event.call === state.sendCall
  switch (event.type) {
    case 'password_changed':
      return state.status === 'editing' ? choose(state, event.value) : stay(state)
    case 'submitted': {
      if (state.status !== 'editing' || !isGoodPassword(state)) return stay(state)
      const next = state.calls + 1
      return {
        state: { ...state, status: 'verifying', failure: null, calls: next, sendCall: next },
        effects: [call(next, { type: 'reset_password', token: state.token, password: state.typed })],
      }
    }
    case 'refused':
      if (!isPending) return stay(state)
      return isDead(event.failure.error_type)
        ? stay(failed(state, 'EmailMagicLink', event.failure))
        : stay({ ...state, status: 'editing', failure: event.failure })
    case 'strength_due':
    case 'strength_known':
    case 'strength_not_known':
    case 'check_again_clicked':
      return strengthFlow(state, event)
    default:
      return stay(state)
  }
}

/** Only a new link helps. */
export function isDead(errorType: string | undefined): boolean {
  return errorType === 'unable_to_auth_magic_link' || errorType === 'pkce_mismatch'
}
