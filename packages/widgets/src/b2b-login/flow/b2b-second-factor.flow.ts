import { passcodeLength } from '@latchkey/contract'
import type { MfaMethod } from '@latchkey/contract/b2b'
import { digitsOf } from '../../flow/digits.ts'
import { isUnanswered, refusal } from '../../flow/failure.ts'
import { stay } from '../../flow/step.ts'
import type { B2bLoginPlan } from '../config/b2b-login.config.ts'
import type { CodeCalls } from './b2b-code.flow.ts'
import { startCode, stepCode } from './b2b-code.flow.ts'
import type { Arrival, B2bLoginEvent, Sent } from './b2b-events.ts'
import type {
  AppCode,
  AppEnrollment,
  AppSecret,
  Base,
  FactorSelection,
  PendingMember,
  PhoneEnrollment,
  RecoveryCode,
  SaveCodes,
  SmsCode,
} from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'
import type { B2bStep } from './b2b-steps.ts'
import { call, isAwaited, signedIn } from './b2b-steps.ts'

/** Until the person chooses another one. */
const firstCountry = 'US'

type WithMember = Base & Pick<FactorSelection, 'member' | 'factors'>

const withMember = (state: WithMember): WithMember => ({
  ...baseOf(state),
  member: state.member,
  factors: state.factors,
})

/** Asks for the second factor of the member, or which one to enroll. */
export function askSecondFactor(
  plan: B2bLoginPlan,
  before: Base,
  { organization, member, allowed, preferred, sent }: Extract<Arrival, { type: 'second_factor' }>,
): B2bStep {
  const factors = plan.factors.filter((factor) => allowed.includes(factor))
  const base: WithMember = { ...baseOf(before), organization, required: null, member, factors }
  if (sent) return smsEntry(base, sent, false)
  const enrolled = (preferred && member.enrolled.includes(preferred) ? preferred : null) ?? member.enrolled[0]
  if (enrolled) return prove(base, enrolled)
  return factors.length === 1 ? enroll(base, factors[0] as MfaMethod) : stay(selection(base))
}

function selection(base: WithMember): FactorSelection {
  return { ...withMember(base), screen: 'mfa_enrollment_selection', status: 'choosing', failure: null }
}

/** The screen of an enrolled factor. An SMS is sent before. */
function prove(base: WithMember, factor: MfaMethod): B2bStep {
  if (factor === 'totp') return stay(appCode(base, null))
  const next = base.calls + 1
  return {
    state: { ...selection(base), status: 'starting', calls: next },
    effects: [call(next, { type: 'send_sms', member: base.member, phone: '', country: firstCountry })],
  }
}

function enroll(base: WithMember, factor: MfaMethod): B2bStep {
  if (factor === 'sms_otp') return stay(phoneForm(base))
  const next = base.calls + 1
  return {
    state: { ...selection(base), status: 'starting', calls: next },
    effects: [call(next, { type: 'create_totp', member: base.member })],
  }
}

function phoneForm(base: WithMember): PhoneEnrollment {
  return {
    ...{
      ...withMember(base),
      screen: 'sms_otp_enrollment',
      phone: '',
      country: firstCountry,
      status: 'editing',
      failure: null,
    },
  }
}

function appCode(base: WithMember, app: AppSecret | null): AppCode {
  return { ...withMember(base), screen: 'totp_entry', code: '', status: 'editing', app, failure: null }
}

function smsCalls(member: PendingMember, isEnrolling: boolean): CodeCalls {
  return {
    send: { type: 'send_sms', member, phone: isEnrolling ? member.phone : '', country: firstCountry },
    check: (code) => ({ type: 'check_sms', member, code, isEnrolling }),
  }
}

function smsEntry(base: WithMember, sent: Sent, isEnrolling: boolean): B2bStep {
  const { member, calls } = base
  const { state: entry, effects } = startCode('sms', member.phone, sent, calls, smsCalls(member, isEnrolling))
  return { state: { ...withMember(base), screen: 'sms_otp_entry', entry, isEnrolling }, effects }
}

/** The enrolled factors, or those to enroll. */
export function factorChoices({ member, factors }: Pick<WithMember, 'member' | 'factors'>): readonly MfaMethod[] {
  return member.enrolled.length > 0 ? member.enrolled : factors
}

export function inFactorSelection(_plan: B2bLoginPlan, state: FactorSelection, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'starting' && isAwaited(state, event)
  switch (event.type) {
    case 'factor_chosen':
      if (state.status !== 'choosing' || !factorChoices(state).includes(event.factor)) return stay(state)
      return canUse(state, event.factor) ? prove(state, event.factor) : enroll(state, event.factor)
    case 'answered':
      if (!isPending) return stay(state)
      if (event.answer.type === 'sent') return smsEntry(state, event.answer.sent, false)
      return event.answer.type === 'app_created'
        ? stay({ ...withMember(state), screen: 'totp_enrollment_qr_code', app: event.answer.app })
        : stay(state)
    case 'refused':
      return isPending ? stay({ ...state, status: 'choosing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

export function inPhoneEnrollment(_plan: B2bLoginPlan, state: PhoneEnrollment, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'sending' && isAwaited(state, event)
  switch (event.type) {
    case 'phone_changed': {
      if (state.status === 'sending') return stay(state)
      return stay({ ...state, phone: event.value, country: event.country, failure: null })
    }
    case 'submitted': {
      if (state.status === 'sending') return stay(state)
      const { member, phone, country } = state
      if (digitsOf(phone) === '') return stay({ ...state, failure: refusal('invalid_phone_number') })
      const next = state.calls + 1
      return {
        state: { ...state, status: 'sending', failure: null, calls: next },
        effects: [call(next, { type: 'send_sms', member, phone, country })],
      }
    }
    case 'answered': {
      if (!isPending || event.answer.type !== 'sent') return stay(state)
      const { sent, phone = '' } = event.answer
      return smsEntry({ ...state, member: { ...state.member, phone } }, sent, true)
    }
    case 'refused':
      return isPending ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

export function inSmsCode(_plan: B2bLoginPlan, state: SmsCode, event: B2bLoginEvent): B2bStep {
  const { entry, member, isEnrolling } = state
  if (entry.status !== 'verifying') {
    if (event.type === 'other_way_clicked') return canUse(state, 'totp') ? stay(appCode(state, null)) : stay(state)
    if (event.type === 'recovery_clicked') return canUse(state, 'totp') ? stay(recoveryForm(state)) : stay(state)
  }
  const step = stepCode(entry, event, smsCalls(member, isEnrolling))
  if (step.state === entry) return { state, effects: step.effects }
  return { state: { ...state, entry: step.state, calls: step.state.calls }, effects: step.effects }
}

/** Whether the member has the factor already. */
export function canUse({ member }: Pick<WithMember, 'member'>, factor: MfaMethod): boolean {
  return member.enrolled.includes(factor)
}

export function inAppEnrollment(_plan: B2bLoginPlan, state: AppEnrollment, event: B2bLoginEvent): B2bStep {
  switch (event.type) {
    case 'other_way_clicked':
      return stay(
        state.screen === 'totp_enrollment_manual'
          ? { ...state, screen: 'totp_enrollment_qr_code' }
          : { ...state, screen: 'totp_enrollment_manual' },
      )
    case 'continue_clicked':
      return stay(appCode(state, state.app))
    default:
      return stay(state)
  }
}

export function inAppCode(_plan: B2bLoginPlan, state: AppCode, event: B2bLoginEvent): B2bStep {
  const isPending = isAwaited(state, event)
  switch (event.type) {
    case 'code_changed': {
      if (state.status !== 'editing') return stay(state)
      const code = digitsOf(event.value).slice(0, passcodeLength)
      if (code === state.code) return stay(state)
      const changed = { ...state, code, failure: null }
      return code.length === passcodeLength ? check(changed) : stay(changed)
    }
    case 'submitted':
      return state.status === 'editing' && state.code.length === passcodeLength ? check(state) : stay(state)
    case 'refused':
      if (!isPending || state.status === 'editing') return stay(state)
      // Without a response the code may still be correct: it stays for another try.
      return stay({
        ...state,
        status: 'editing',
        code: isUnanswered(event.failure) ? state.code : '',
        failure: event.failure,
      })
    case 'other_way_clicked':
      return state.status === 'editing' && !state.app && canUse(state, 'sms_otp')
        ? prove(state, 'sms_otp')
        : stay(state)
    case 'recovery_clicked':
      return state.status === 'editing' && !state.app ? stay(recoveryForm(state)) : stay(state)
    default:
      return stay(state)
  }
}

function check(state: AppCode): B2bStep {
  const { member, code, app } = state
  const next = state.calls + 1
  return {
    state: { ...state, status: 'verifying', failure: null, calls: next },
    effects: [call(next, { type: 'check_totp', member, code, isEnrolling: app !== null })],
  }
}

function recoveryForm(base: WithMember): RecoveryCode {
  return { ...withMember(base), screen: 'recovery_code_entry', typed: '', status: 'editing', failure: null }
}

export function inRecoveryCode(_plan: B2bLoginPlan, state: RecoveryCode, event: B2bLoginEvent): B2bStep {
  switch (event.type) {
    case 'code_changed':
      return state.status === 'editing' ? stay({ ...state, typed: event.value, failure: null }) : stay(state)
    case 'submitted': {
      if (state.status !== 'editing') return stay(state)
      const code = state.typed.trim()
      if (code === '') return stay({ ...state, failure: refusal('code_required') })
      const next = state.calls + 1
      return {
        state: { ...state, status: 'verifying', failure: null, calls: next },
        effects: [call(next, { type: 'recover', member: state.member, code })],
      }
    }
    case 'refused':
      return state.status === 'verifying' && isAwaited(state, event)
        ? stay({ ...state, status: 'editing', failure: event.failure })
        : stay(state)
    default:
      return stay(state)
  }
}

/** The person is signed in, but has to keep the recovery codes first. */
export function saveCodes(base: Base, { recoveryCodes }: AppSecret): B2bStep {
  return stay({ ...baseOf(base), screen: 'recovery_code_save', codes: recoveryCodes, kept: 'not_yet' })
}

export function inSaveCodes(_plan: B2bLoginPlan, state: SaveCodes, event: B2bLoginEvent): B2bStep {
  switch (event.type) {
    case 'keep_clicked':
      return { state, effects: [{ type: 'keep_codes', how: event.how, codes: state.codes }] }
    case 'codes_kept':
      return stay({ ...state, kept: event.how })
    case 'codes_saved':
      return state.kept === 'not_yet' ? stay(state) : signedIn(state)
    default:
      return stay(state)
  }
}

/** The screen behind a screen of the second factor; undefined for the first one. */
export function beforeFactor(
  state: PhoneEnrollment | SmsCode | AppEnrollment | AppCode | RecoveryCode,
): B2bStep | undefined {
  if (state.screen === 'recovery_code_entry') return stay(appCode(state, null))
  const isEnrolling = !('isEnrolling' in state) || state.isEnrolling
  if (state.screen === 'totp_entry' && state.app)
    return stay({ ...withMember(state), screen: 'totp_enrollment_qr_code', app: state.app })
  if (state.screen === 'sms_otp_entry' && state.isEnrolling) return stay(phoneForm(state))
  return isEnrolling && state.screen !== 'totp_entry' && state.factors.length > 1 ? stay(selection(state)) : undefined
}
