import { isEmail } from '../../flow/email.ts'
import { refusal } from '../../flow/failure.ts'
import { notice, successNotice } from '../../flow/notice.ts'
import { stay } from '../../flow/step.ts'
import { emit } from '../../flow/widget-events.ts'
import type { B2bLoginPlan, EmailMethod } from '../config/b2b-login.config.ts'
import type { CodeCalls } from './b2b-code.flow.ts'
import { startCode, stepCode } from './b2b-code.flow.ts'
import type { B2bLoginEvent, Sent } from './b2b-events.ts'
import { offeredMethods, offerOf } from './b2b-offer.ts'
import { chooseConnection, leave, ssoEmail, startSso, whileLeaving } from './b2b-sso.flow.ts'
import type { Base, EmailCode, EnterPassword, LinkSent, Main, MethodSelection } from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'
import type { B2bStep } from './b2b-steps.ts'
import { call, failed, forgotForm, isAwaited, mainForm, unreached } from './b2b-steps.ts'

export function inMain(plan: B2bLoginPlan, state: Main, event: B2bLoginEvent): B2bStep {
  const left = whileLeaving(state, event)
  if (left) return left
  switch (event.type) {
    case 'email_changed':
      return state.status === 'sending' ? stay(state) : stay({ ...state, email: event.value, failure: null })
    case 'submitted':
    case 'password_clicked':
    case 'sso_clicked':
    case 'connection_clicked':
    case 'provider_clicked':
      return state.status === 'editing' ? choose(plan, state, event) : stay(state)
    case 'answered': {
      if (!isAwaited(state, event)) return stay(state)
      const { answer } = event
      if (state.status === 'loading' && answer.type === 'organization') return found(plan, state, answer.organization)
      if (state.status !== 'sending' || answer.type !== 'sent') return stay(state)
      return messageSent(mailMethods(plan, state)[0] as EmailMethod, state, answer.sent)
    }
    case 'refused':
      if (!isAwaited(state, event)) return stay(state)
      if (state.status === 'loading') return stay(unreached(state, event, 'find_organization'))
      return state.status === 'sending' ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

function found(plan: B2bLoginPlan, state: Main, organization: Base['organization']): B2bStep {
  if (!organization) return stay(failed(state, 'Organization', null, 'find_organization'))
  const base = { ...baseOf(state), organization }
  return stay(plan.flowType === 'PasswordReset' ? forgotForm(base) : mainForm(plan, base))
}

/** The methods that send a message to the address. */
function mailMethods(plan: B2bLoginPlan, state: Base): readonly EmailMethod[] {
  return offeredMethods(plan, state).filter((method) => method !== 'password')
}

/** Handles the form and the buttons. */
function choose(plan: B2bLoginPlan, state: Main, event: B2bLoginEvent): B2bStep {
  const { emails, sso, providers } = offerOf(plan, state)
  const { organization } = state
  switch (event.type) {
    case 'submitted':
      return emails.length > 0 ? submit(plan, state, emails) : stay(state)
    case 'password_clicked':
      return stay(emails.includes('password') ? enterPassword(state, 'password_email') : state)
    case 'sso_clicked':
      if (!sso) return stay(state)
      return organization ? chooseConnection(state, organization.connections) : stay(ssoEmail(state))
    case 'connection_clicked':
      return sso && organization?.connections.some(({ id }) => id === event.connectionId)
        ? startSso(state, event.connectionId)
        : stay(state)
    case 'provider_clicked': {
      const { provider } = event
      return providers.includes(provider)
        ? leave(state, provider, { type: 'start_oauth', provider, organizationId: organization?.id ?? null })
        : stay(state)
    }
    default:
      return stay(state)
  }
}

function submit(plan: B2bLoginPlan, state: Main, emails: readonly EmailMethod[]): B2bStep {
  const email = state.email.trim()
  if (!isEmail(email)) return stay({ ...state, pressed: '', failure: refusal('invalid_email') })
  const base = { ...baseOf(state), email }
  if (emails[0] === 'password') return stay(enterPassword(base))
  const methods = mailMethods(plan, state)
  if (methods.length > 1)
    return stay({ ...base, screen: 'email_method_selection', status: 'choosing', chosen: null, failure: null })
  const next = state.calls + 1
  return {
    state: { ...state, email, status: 'sending', pressed: '', failure: null, calls: next },
    effects: [sendBy(methods[0] as EmailMethod, base, next)],
  }
}

export function enterPassword(base: Base, screen: EnterPassword['screen'] = 'password_authenticate'): EnterPassword {
  return { ...baseOf(base), screen, typed: '', status: 'editing', chosen: null, failure: null }
}

/** The call that sends a link or a code. */
export function sendBy(method: EmailMethod, { email, organization }: Base, number: number): ReturnType<typeof call> {
  const type = method === 'email_otp' ? 'send_code' : 'send_link'
  return call(number, { type, email, organizationId: organization?.id ?? null })
}

/** The screen after a link or a code was sent. */
export function messageSent(method: EmailMethod, base: Base, sent: Sent): B2bStep {
  const { email, calls } = base
  if (method === 'email_otp') {
    const { state: entry, effects } = startCode('email', email, sent, calls, callsOf(base))
    return { state: { ...baseOf(base), screen: 'email_otp_entry', entry }, effects }
  }
  return {
    state: { ...baseOf(base), screen: 'email_confirmation', resend: 'initial' },
    effects: [emit({ type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email } })],
  }
}

function callsOf({ email, organization }: Base): CodeCalls {
  const organizationId = organization?.id ?? null
  return {
    send: { type: 'send_code', email, organizationId },
    check: (code) => ({ type: 'check_code', email, code, organizationId }),
  }
}

export function inMethodSelection(plan: B2bLoginPlan, state: MethodSelection, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'sending' && isAwaited(state, event)
  switch (event.type) {
    case 'method_chosen': {
      const { method } = event
      if (state.status === 'sending' || !mailMethods(plan, state).includes(method)) return stay(state)
      const next = state.calls + 1
      return {
        state: { ...state, status: 'sending', chosen: method, failure: null, calls: next },
        effects: [sendBy(method, state, next)],
      }
    }
    case 'answered':
      return isPending && state.chosen && event.answer.type === 'sent'
        ? messageSent(state.chosen, state, event.answer.sent)
        : stay(state)
    case 'refused':
      return isPending ? stay({ ...state, status: 'choosing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

export function inLinkSent(_plan: B2bLoginPlan, state: LinkSent, event: B2bLoginEvent): B2bStep {
  const isPending = state.resend === 'sending' && isAwaited(state, event)
  switch (event.type) {
    case 'resend_clicked': {
      if (state.resend === 'sending') return stay(state)
      const next = state.calls + 1
      return { state: { ...state, resend: 'sending', calls: next }, effects: [sendBy('magic_link', state, next)] }
    }
    case 'answered':
      return isPending ? { state: { ...state, resend: 'sent' }, effects: [successNotice('email_resent')] } : stay(state)
    case 'refused':
      return isPending ? { state: { ...state, resend: 'initial' }, effects: [notice(event.failure)] } : stay(state)
    default:
      return stay(state)
  }
}

export function inEmailCode(_plan: B2bLoginPlan, state: EmailCode, event: B2bLoginEvent): B2bStep {
  const { entry } = state
  const step = stepCode(entry, event, callsOf(state))
  if (step.state === entry) return { state, effects: step.effects }
  return { state: { ...state, entry: step.state, calls: step.state.calls }, effects: step.effects }
}
