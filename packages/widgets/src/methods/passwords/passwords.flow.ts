import type { UserType } from '@latchkey/contract'
import type { PasswordlessMethod } from '../../config/login.config.ts'
import type { Failure } from '../../flow/failure.ts'
import { refusal } from '../../flow/failure.ts'
import type { Notice, SuccessNotice } from '../../flow/notice.ts'
import { notice, successNotice } from '../../flow/notice.ts'
import type { Flow, Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Emit, Log } from '../../flow/widget-events.ts'
import { emit, log } from '../../flow/widget-events.ts'
import type { Strength, StrengthEffect, StrengthEvent } from './strength.flow.ts'
import { choose, isGoodPassword, nothingTyped, strengthFlow } from './strength.flow.ts'

/** The form state of a password: the account, and whether it has a password. */
export interface PasswordForm {
  readonly email: string
  readonly type: UserType
}

/** The screens that confirm an email, by its reason. */
export type MailScreen = 'password_forgot' | 'password_breached' | 'password_dedupe' | 'password_set_new'

export interface PasswordCreateOrLogin {
  readonly screen: 'password_create_or_login'
  readonly password: PasswordForm
  readonly typed: string
  /** Only the strength of a new password is checked. */
  readonly strength: Strength
  /** `mailing`: a reset email is being sent. */
  readonly status: 'editing' | 'verifying' | 'mailing'
  /** The screen after the email was sent. */
  readonly next: MailScreen
  readonly failure: Failure | null
  readonly calls: number
  /** The newest call that sends the password or an email. Results of earlier ones are ignored. */
  readonly sendCall: number
  /** The user has signed in another way during the check. */
  readonly isSignedIn: boolean
}

interface MailOn<Name extends MailScreen> {
  readonly screen: Name
  readonly email: string
  readonly resend: 'initial' | 'sending' | 'sent'
  readonly calls: number
}

export type PasswordMail = { [Name in MailScreen]: MailOn<Name> }[MailScreen]

export interface PasswordConfirmation {
  readonly screen: 'password_confirmation'
  readonly status: 'success'
  readonly calls: number
}

export type PasswordState = PasswordCreateOrLogin | PasswordMail | PasswordConfirmation

/** Looks up the user of the address. */
export interface SearchUser {
  readonly type: 'search_user'
  readonly call: number
  readonly email: string
}

export interface SendPassword {
  readonly type: 'create_password' | 'authenticate_password'
  readonly call: number
  readonly email: string
  readonly password: string
}

export interface SendResetEmail {
  readonly type: 'send_reset_email'
  readonly call: number
  readonly email: string
}

export interface UserFound {
  readonly type: 'user_found'
  readonly call: number
  readonly email: string
  readonly userType: UserType
  readonly passwordless: PasswordlessMethod
}

export type PasswordOutcome =
  | UserFound
  | { readonly type: 'user_search_refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'password_accepted'; readonly call: number }
  | { readonly type: 'password_refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'reset_email_sent'; readonly call: number; readonly email: string }
  | { readonly type: 'reset_email_refused'; readonly call: number; readonly failure: Failure }

export type PasswordEvent =
  | PasswordOutcome
  | StrengthEvent
  | { readonly type: 'password_changed'; readonly value: string }
  | { readonly type: 'password_submitted' }
  | { readonly type: 'forgot_clicked' }
  | { readonly type: 'resend_clicked' }

export type PasswordEffect =
  | SearchUser
  | SendPassword
  | SendResetEmail
  | StrengthEffect
  | Emit
  | SuccessNotice
  | Log
  | Notice

/** The screen for a new user, or for a user with a password. */
export function askForPassword({ email, userType }: UserFound, calls: number): PasswordCreateOrLogin {
  return {
    screen: 'password_create_or_login',
    password: { email, type: userType },
    typed: '',
    strength: nothingTyped,
    status: 'editing',
    next: 'password_forgot',
    failure: null,
    calls,
    sendCall: 0,
    isSignedIn: false,
  }
}

/** The first reset email was sent. */
export function resetEmailSent(screen: MailScreen, email: string, calls: number): Step<PasswordMail, PasswordEffect> {
  return { state: { screen, email, resend: 'initial', calls }, effects: mailed(email) }
}

export const passwordFlow: Flow<PasswordState, PasswordEvent, PasswordEffect> = (state, event) => {
  switch (state.screen) {
    case 'password_create_or_login':
      return inForm(state, event)
    case 'password_confirmation':
      return stay(state)
    default:
      return inMail(state, event)
  }
}

function inForm(state: PasswordCreateOrLogin, event: PasswordEvent): Step<PasswordState, PasswordEffect> {
  const isAwaited = 'call' in event && event.call === state.sendCall
  switch (event.type) {
    case 'password_changed':
      // The password cannot change while it is being checked.
      if (state.status !== 'editing') return stay(state)
      if (state.password.type === 'new') return choose(state, event.value)
      return stay(event.value === state.typed ? state : { ...state, typed: event.value, failure: null })
    case 'password_submitted':
      return state.status === 'editing' ? submit(state) : stay(state)
    case 'password_accepted':
      return isAwaited && state.status === 'verifying' ? accepted(state) : stay(state)
    case 'password_refused':
      return isAwaited && state.status === 'verifying' ? refused(state, event.failure) : stay(state)
    case 'forgot_clicked':
      if (state.status !== 'editing' || state.password.type === 'new') return stay(state)
      return mail(state, 'password_forgot')
    case 'reset_email_sent':
      if (!isAwaited || state.status !== 'mailing') return stay(state)
      return resetEmailSent(state.next, event.email, state.calls)
    case 'reset_email_refused':
      if (!isAwaited || state.status !== 'mailing') return stay(state)
      return stay({ ...state, status: 'editing', failure: event.failure })
    case 'strength_due':
    case 'strength_known':
    case 'strength_not_known':
    case 'check_again_clicked':
      // Only the strength of a new password is checked.
      return state.password.type === 'new' ? strengthFlow(state, event, state.password.email) : stay(state)
    default:
      return stay(state)
  }
}

function submit(state: PasswordCreateOrLogin): Step<PasswordState, PasswordEffect> {
  const { email, type } = state.password
  if (type === 'new' && !isGoodPassword(state)) return stay(state)
  if (state.typed === '') return stay({ ...state, failure: refusal('password_required') })
  const call = state.calls + 1
  return {
    state: { ...state, status: 'verifying', failure: null, calls: call, sendCall: call },
    effects: [
      { type: type === 'new' ? 'create_password' : 'authenticate_password', call, email, password: state.typed },
    ],
  }
}

function accepted({ password: { email, type }, calls }: PasswordCreateOrLogin): Step<PasswordState, PasswordEffect> {
  return {
    state: { screen: 'password_confirmation', status: 'success', calls },
    effects: [
      emit({ type: type === 'new' ? 'PASSWORD_CREATE' : 'PASSWORD_AUTHENTICATE', data: { email } }),
      emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }),
    ],
  }
}

function refused(state: PasswordCreateOrLogin, failure: Failure): Step<PasswordState, PasswordEffect> {
  if (failure.error_type === 'reset_password') return mail(state, 'password_dedupe')
  // A new password that is breached is not in use yet: the user chooses another.
  if (failure.error_type === 'breached_password' && state.password.type !== 'new') {
    return mail(state, 'password_breached')
  }
  return stay({ ...state, status: 'editing', failure })
}

function mail(state: PasswordCreateOrLogin, next: MailScreen): Step<PasswordState, PasswordEffect> {
  const call = state.calls + 1
  return {
    state: { ...state, status: 'mailing', next, failure: null, calls: call, sendCall: call },
    effects: [{ type: 'send_reset_email', call, email: state.password.email }],
  }
}

function inMail(state: PasswordMail, event: PasswordEvent): Step<PasswordMail, PasswordEffect> {
  const isAwaited = 'call' in event && state.resend === 'sending' && event.call === state.calls
  switch (event.type) {
    case 'resend_clicked': {
      if (state.resend === 'sending') return stay(state)
      const call = state.calls + 1
      return {
        state: { ...state, resend: 'sending', calls: call },
        effects: [{ type: 'send_reset_email', call, email: state.email }],
      }
    }
    case 'reset_email_sent':
      if (!isAwaited) return stay(state)
      return { state: { ...state, resend: 'sent' }, effects: [...mailed(state.email), successNotice('email_resent')] }
    case 'reset_email_refused':
      if (!isAwaited) return stay(state)
      return { state: { ...state, resend: 'initial' }, effects: [notice(event.failure)] }
    default:
      return stay(state)
  }
}

function mailed(email: string): PasswordEffect[] {
  return [
    log('email_sent', { email, type: 'password_reset' }),
    emit({ type: 'PASSWORD_RESET_BY_EMAIL_START', data: { email } }),
  ]
}
