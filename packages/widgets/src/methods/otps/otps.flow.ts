import type { OtpMethod } from '@latchkey/contract'
import { codeSentLabelMs, countdownTickMs, passcodeLength } from '@latchkey/contract'
import { digitsOf } from '../../flow/digits.ts'
import type { Failure } from '../../flow/failure.ts'
import { isUnanswered, noAttemptsLeft } from '../../flow/failure.ts'
import type { Notice } from '../../flow/notice.ts'
import { notice } from '../../flow/notice.ts'
import type { Flow, Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Wait } from '../../flow/wait.ts'
import type { Emit, Log } from '../../flow/widget-events.ts'
import { emit, log } from '../../flow/widget-events.ts'

/** The status of the passcode. `dead`: no attempts left, only a new code helps. */
export type PasscodeStatus = 'sent' | 'counting_down' | 'expired' | 'dead' | 'verifying' | 'success'

/** The status of the resend: `sent` is shown for two seconds, then the user may request another. */
export type ResendStatus = 'initial' | 'sending' | 'sent' | 'waiting'

/** The form state of a passcode that was sent. */
export interface SentPasscode {
  readonly type: OtpMethod
  readonly methodId: string
  readonly otpDestination: string
}

export interface OtpAuthenticate {
  readonly screen: 'otp_authenticate'
  readonly otp: SentPasscode
  readonly code: string
  readonly status: Exclude<PasscodeStatus, 'success'>
  readonly resend: ResendStatus
  readonly failure: Failure | null
  readonly expiresAt: number
  readonly remainingMs: number
  /** The number of calls so far. Results of earlier calls are ignored. */
  readonly calls: number
  readonly checkCall: number
  readonly sendCall: number
  /** The call that sent the passcode of the countdown. Timers of earlier ones are ignored. */
  readonly passcodeCall: number
  /** The user has signed in another way during the check. */
  readonly isSignedIn: boolean
}

export interface OtpConfirmation {
  readonly screen: 'otp_confirmation'
  readonly status: 'success'
  readonly calls: number
}

export type OtpState = OtpAuthenticate | OtpConfirmation

export interface SendPasscode {
  readonly type: 'send_passcode'
  readonly call: number
  readonly channel: OtpMethod
  readonly to: string
}

export interface CheckPasscode {
  readonly type: 'check_passcode'
  readonly call: number
  readonly code: string
  readonly methodId: string
}

export type OtpWait = Wait<'ticked' | 'label_shown'>

export interface PasscodeSent {
  readonly type: 'passcode_sent'
  readonly call: number
  readonly channel: OtpMethod
  readonly to: string
  readonly methodId: string
  readonly at: number
  readonly expiresAt: number
}

export type OtpOutcome =
  | PasscodeSent
  | { readonly type: 'passcode_not_sent'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'code_accepted'; readonly call: number; readonly methodId: string }
  | { readonly type: 'code_refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: OtpWait['next']; readonly call: number; readonly at: number }

export type OtpEvent =
  | OtpOutcome
  | { readonly type: 'code_changed'; readonly value: string }
  | { readonly type: 'code_submitted' }
  | { readonly type: 'resend_clicked' }

export type OtpEffect = SendPasscode | CheckPasscode | OtpWait | Emit | Log | Notice

/** The first passcode was sent: the screen that asks for it. */
export function passcodeSent(sent: PasscodeSent): Step<OtpAuthenticate, OtpEffect> {
  return withNewPasscode(
    {
      screen: 'otp_authenticate',
      otp: { type: sent.channel, methodId: sent.methodId, otpDestination: sent.to },
      code: '',
      status: 'sent',
      resend: 'initial',
      failure: null,
      expiresAt: sent.expiresAt,
      remainingMs: sent.expiresAt - sent.at,
      calls: sent.call,
      checkCall: 0,
      sendCall: sent.call,
      passcodeCall: sent.call,
      isSignedIn: false,
    },
    sent,
  )
}

export const otpFlow: Flow<OtpState, OtpEvent, OtpEffect> = (state, event) => {
  if (state.screen === 'otp_confirmation') return stay(state)
  switch (event.type) {
    case 'code_changed':
      return codeChanged(state, event.value)
    case 'code_submitted':
      return state.code.length === passcodeLength ? check(state, state.code) : stay(state)
    case 'code_accepted':
      if (!isChecking(state, event.call)) return stay(state)
      return {
        state: { screen: 'otp_confirmation', status: 'success', calls: state.calls },
        effects: [
          emit({ type: 'OTP_AUTHENTICATE', data: { method_id: event.methodId } }),
          emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }),
        ],
      }
    case 'code_refused':
      if (!isChecking(state, event.call)) return stay(state)
      // Not if a new code was sent after the old one was submitted.
      if (event.failure.error_type === noAttemptsLeft && state.checkCall > state.passcodeCall)
        return stay({ ...state, code: '', status: 'dead', failure: null })
      return stay({
        ...state,
        // Without a response the code may still be correct: it stays for another try.
        code: isUnanswered(event.failure) ? state.code : '',
        status: countdownStatus(state.remainingMs),
        failure: event.failure,
      })
    case 'resend_clicked':
      if (state.resend === 'sending' || state.resend === 'sent' || state.status === 'verifying') return stay(state)
      return resend(state)
    case 'passcode_sent':
      if (!isSending(state, event.call)) return stay(state)
      return withNewPasscode({ ...state, resend: 'sent' }, event, {
        type: 'wait',
        ms: codeSentLabelMs,
        next: 'label_shown',
        call: event.call,
      })
    case 'passcode_not_sent':
      if (!isSending(state, event.call)) return stay(state)
      // A toast, because the error is not about the typed code.
      return { state: { ...state, resend: 'initial' }, effects: [notice(event.failure)] }
    case 'label_shown':
      if (event.call !== state.passcodeCall || state.resend !== 'sent') return stay(state)
      return stay({ ...state, resend: 'waiting' })
    case 'ticked':
      if (event.call !== state.passcodeCall || state.remainingMs === 0 || state.status === 'dead') return stay(state)
      return ticked(state, event.at)
    default:
      event satisfies never
      return stay(state)
  }
}

/** Announced by screen readers: only start and end, because every second would be too much. */
export function countdownNews({ status, remainingMs }: OtpAuthenticate): 'begins' | 'is_over' | null {
  if (remainingMs <= 0) return 'is_over'
  return status === 'sent' ? 'begins' : null
}

/** True for the response to the current call. Others, and repeated ones, are ignored. */
function isChecking(state: OtpAuthenticate, call: number): boolean {
  return state.status === 'verifying' && state.checkCall === call
}

function isSending(state: OtpAuthenticate, call: number): boolean {
  return state.resend === 'sending' && state.sendCall === call
}

function codeChanged(state: OtpAuthenticate, value: string): Step<OtpAuthenticate, OtpEffect> {
  // A code that is being checked does not change until the response arrives; a dead one takes no more input.
  if (state.status === 'verifying' || state.status === 'dead') return stay(state)
  const code = digitsOf(value).slice(0, passcodeLength)
  if (code === state.code) return stay(state)
  const changed = { ...state, code, failure: null }
  return code.length === passcodeLength ? check(changed, code) : stay(changed)
}

function check(state: OtpAuthenticate, code: string): Step<OtpAuthenticate, OtpEffect> {
  if (state.status === 'verifying') return stay(state)
  const call = state.calls + 1
  return {
    state: { ...state, status: 'verifying', failure: null, calls: call, checkCall: call },
    effects: [{ type: 'check_passcode', call, code, methodId: state.otp.methodId }],
  }
}

function resend(state: OtpAuthenticate): Step<OtpAuthenticate, OtpEffect> {
  const call = state.calls + 1
  const { type: channel, otpDestination: to } = state.otp
  return {
    state: { ...state, resend: 'sending', failure: null, calls: call, sendCall: call },
    effects: [{ type: 'send_passcode', call, channel, to }],
  }
}

/** Restarts the countdown, and clears the old code and its error. */
function withNewPasscode(
  state: OtpAuthenticate,
  sent: PasscodeSent,
  ...more: OtpEffect[]
): Step<OtpAuthenticate, OtpEffect> {
  const details = { method_id: sent.methodId, destination: sent.to }
  return {
    state: {
      ...state,
      otp: { ...state.otp, methodId: sent.methodId },
      code: '',
      status: state.status === 'verifying' ? state.status : 'sent',
      failure: null,
      expiresAt: sent.expiresAt,
      remainingMs: sent.expiresAt - sent.at,
      passcodeCall: sent.call,
    },
    effects: [
      ...(sent.channel === 'email' ? [log('email_sent', { email: sent.to, type: 'otp' })] : []),
      emit({ type: 'OTP_LOGIN_OR_CREATE', data: details }),
      tick(sent.call),
      ...more,
    ],
  }
}

function ticked(state: OtpAuthenticate, at: number): Step<OtpAuthenticate, OtpEffect> {
  const remainingMs = Math.max(0, state.expiresAt - at)
  const status = state.status === 'verifying' ? state.status : countdownStatus(remainingMs)
  return { state: { ...state, remainingMs, status }, effects: remainingMs > 0 ? [tick(state.passcodeCall)] : [] }
}

function tick(call: number): OtpWait {
  return { type: 'wait', ms: countdownTickMs, next: 'ticked', call }
}

function countdownStatus(remainingMs: number): 'counting_down' | 'expired' {
  return remainingMs > 0 ? 'counting_down' : 'expired'
}
