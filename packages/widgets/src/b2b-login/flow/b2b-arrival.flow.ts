import { stay } from '../../flow/step.ts'
import type { WidgetEvent } from '../../flow/widget-events.ts'
import { emit } from '../../flow/widget-events.ts'
import type { B2bLoginPlan } from '../config/b2b-login.config.ts'
import { isCheckOf } from './b2b-code.flow.ts'
import { showEntries } from './b2b-discovery.flow.ts'
import type { Arrival, B2bLoginEvent } from './b2b-events.ts'
import { askSecondFactor, saveCodes } from './b2b-second-factor.flow.ts'
import type { B2bLoginState, Base } from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'
import type { B2bStep } from './b2b-steps.ts'
import { failed, isAwaited, mainForm, signedIn } from './b2b-steps.ts'

/** A call that may start a session is pending. */
export function isProving(state: B2bLoginState): boolean {
  switch (state.screen) {
    case 'landing':
    case 'password_email':
    case 'password_authenticate':
    case 'password_reset_form':
    case 'totp_entry':
    case 'recovery_code_entry':
      return state.status === 'verifying'
    case 'discovery':
      return state.status === 'entering' || state.status === 'creating'
    case 'email_otp_entry':
    case 'sms_otp_entry':
      return state.entry.status === 'verifying'
    default:
      return false
  }
}

/** Handles the response to a proven factor; undefined for all other events. */
export function onArrival(plan: B2bLoginPlan, state: B2bLoginState, event: B2bLoginEvent): B2bStep | undefined {
  if (event.type !== 'answered' || event.answer.type !== 'arrived') return undefined
  if (!isProving(state) || !isResponse(state, event)) return stay(state)
  const { arrival } = event.answer
  const step = withOwnScreen(plan, state, arrival)
  const own = eventsOf(state, arrival).map(emit)
  return own.length > 0 ? { ...step, effects: [...own, ...step.effects] } : step
}

function isResponse(state: B2bLoginState, event: B2bLoginEvent): boolean {
  if ('entry' in state) return isCheckOf(state.entry, event)
  return 'call' in event && state.screen === 'password_reset_form'
    ? event.call === state.sendCall
    : isAwaited(state, event)
}

/** Some screens have a screen of their own before the flow is complete. */
function withOwnScreen(plan: B2bLoginPlan, state: B2bLoginState, arrival: Arrival): B2bStep {
  if (arrival.type === 'session') {
    if (state.screen === 'totp_entry' && state.app) return saveCodes(state, state.app)
    if (state.screen === 'password_reset_form') {
      const { effects } = signedIn(state)
      return { state: { ...baseOf(state), screen: 'password_reset_verify_confirmation', status: 'success' }, effects }
    }
  }
  return arrive(plan, state, arrival)
}

/** The events for the host page. */
function eventsOf(state: B2bLoginState, { type }: Arrival): WidgetEvent[] {
  switch (state.screen) {
    case 'password_email':
    case 'password_authenticate':
      return [{ type: 'PASSWORD_AUTHENTICATE', data: { email: state.email } }]
    case 'password_reset_form':
      return [{ type: 'PASSWORD_RESET_BY_EMAIL', data: {} }]
    case 'discovery':
      return state.status === 'creating' && type === 'session' ? [{ type: 'ORGANIZATION_CREATE', data: {} }] : []
    default:
      return []
  }
}

/** The screen after a factor was proven, or an organization was chosen. */
function arrive(plan: B2bLoginPlan, base: Base, arrival: Arrival): B2bStep {
  switch (arrival.type) {
    case 'session':
      return signedIn(base)
    case 'discovery':
      return showEntries(plan, base, arrival)
    case 'first_factor': {
      const { organization, required } = arrival
      const next = { ...baseOf(base), organization, required }
      // Nothing that the person could prove would let them in.
      return stay(required.length === 0 ? failed(next, 'CannotJoinOrgDueToAuthPolicy') : mainForm(plan, next))
    }
    case 'second_factor':
      return askSecondFactor(plan, base, arrival)
    default:
      return arrival satisfies never
  }
}
