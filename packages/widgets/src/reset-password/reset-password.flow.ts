import { isEmail } from '../flow/email.ts'
import type { Failure } from '../flow/failure.ts'
import { refusal } from '../flow/failure.ts'
import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import { emit } from '../flow/widget-events.ts'
import type { PasswordEffect, PasswordEvent, PasswordMail } from '../methods/passwords/passwords.flow.ts'
import { passwordFlow, resetEmailSent } from '../methods/passwords/passwords.flow.ts'
import type { Choosing } from '../methods/passwords/strength.flow.ts'
import { choose, isGoodPassword, nothingTyped, strengthFlow } from '../methods/passwords/strength.flow.ts'

/** The parameters of a link in an email. */
export interface Landing {
  readonly token: string | null
  /** The login link of the email: it signs in without a new password. */
  readonly isLogin: boolean
  /** Why there is no token: the provider has checked the link already. */
  readonly errorType?: string | undefined
}

export interface ResetForm extends Choosing {
  readonly screen: 'password_reset_form'
  readonly token: string
  /** The account of the password. Empty if this browser cannot be sure. */
  readonly email: string
  readonly status: 'editing' | 'verifying'
  /** The call that sends the password. */
  readonly sendCall: number
}

/** Signing in with the token, or signed in. */
export interface TokenLogin {
  readonly screen: 'logged_in'
  readonly token: string
  readonly email: string
  readonly status: 'verifying' | 'unconfirmed' | 'success'
  /** The account that the link signs in, if the user has to confirm it. */
  readonly account: string
  readonly calls: number
}

export interface ResetError {
  readonly screen: 'error'
  /** Null if the page got no token at all. */
  readonly token: string | null
  /** Where a new link goes, unless the user changes it. */
  readonly email: string
  readonly failure: Failure | null
  readonly calls: number
}

export interface AskForEmail {
  readonly screen: 'password_email'
  readonly email: string
  readonly status: 'editing' | 'sending'
  readonly failure: Failure | null
  readonly origin: ResetError
  readonly calls: number
}

export type ResetMail = Extract<PasswordMail, { screen: 'password_forgot' }> & { readonly origin: ResetError }

export interface ResetVerified {
  readonly screen: 'password_reset_verify_confirmation'
  readonly status: 'success'
  readonly calls: number
}

export type ResetPasswordState = ResetForm | TokenLogin | ResetError | AskForEmail | ResetMail | ResetVerified

export type ResetPasswordScreen = ResetPasswordState['screen']

export type ResetPasswordStateOf<Name extends ResetPasswordScreen> = Extract<ResetPasswordState, { screen: Name }>

export interface SpendToken {
  readonly type: 'log_in_by_token'
  readonly call: number
  readonly token: string
}

export interface ResetByEmail {
  readonly type: 'reset_password'
  readonly call: number
  readonly token: string
  readonly password: string
}

export type ResetPasswordOutcome =
  | { readonly type: 'token_accepted'; readonly call: number }
  | { readonly type: 'token_refused'; readonly call: number; readonly failure: Failure }
  /** Another browser requested the link: the user has to confirm it. */
  | { readonly type: 'token_unconfirmed'; readonly call: number; readonly account: string }

export type ResetPasswordEvent =
  | ResetPasswordOutcome
  | Extract<
      PasswordEvent,
      {
        type:
          | 'password_changed'
          | 'password_submitted'
          | 'strength_due'
          | 'strength_known'
          | 'strength_not_known'
          | 'check_again_clicked'
          | 'resend_clicked'
          | 'reset_email_sent'
          | 'reset_email_refused'
      }
    >
  | { readonly type: 'confirm_clicked' }
  | { readonly type: 'try_again_clicked' }
  | { readonly type: 'new_link_clicked' }
  | { readonly type: 'email_changed'; readonly value: string }
  | { readonly type: 'email_submitted' }
  | { readonly type: 'back_clicked' }

export type ResetPasswordEffect =
  | SpendToken
  | ResetByEmail
  | Exclude<PasswordEffect, { type: 'search_user' | 'create_password' | 'authenticate_password' }>

type ResetStep = Step<ResetPasswordState, ResetPasswordEffect>

/**
 * `email`: where this browser sent the link to, if it knows. `isSignedIn`: the user is signed in, and this browser does
 * not wait for another link.
 */
export function startResetPassword({ token, isLogin, errorType }: Landing, email = '', isSignedIn = false): ResetStep {
  if (token === null) {
    if (isLogin && isSignedIn && errorType === usedLink)
      return {
        state: { screen: 'logged_in', token: '', email, status: 'success', account: '', calls: 1 },
        effects: [flowComplete()],
      }
    return stay({ screen: 'error', token, email, failure: errorType ? refusal(errorType) : null, calls: 1 })
  }
  return isLogin ? logIn(token, email, 1) : stay(formFor(token, email))
}

/** The error of a link that was used or has expired. */
export const usedLink = 'unable_to_auth_magic_link'

/** The link does not work any more, or not in this browser: only a new one helps. */
export function isDeadLink({ error_type }: Failure): boolean {
  return error_type === 'pkce_mismatch' || error_type === usedLink
}

export const resetPasswordFlow: Flow<ResetPasswordState, ResetPasswordEvent, ResetPasswordEffect> = (state, event) => {
  if (event.type === 'back_clicked') return 'origin' in state ? stay(backFrom(state)) : stay(state)
  if (event.type === 'new_link_clicked') return askForEmail(state)
  switch (state.screen) {
    case 'password_reset_form':
      return inForm(state, event)
    case 'logged_in':
      return inLogin(state, event)
    case 'error':
      if (event.type !== 'try_again_clicked' || state.token === null || !state.failure) return stay(state)
      return isDeadLink(state.failure) ? stay(state) : logIn(state.token, state.email, state.calls + 1)
    case 'password_email':
      return inEmail(state, event)
    case 'password_forgot':
      return inMail(state, event)
    case 'password_reset_verify_confirmation':
      return stay(state)
    default:
      return state satisfies never
  }
}

function formFor(token: string, email: string): ResetForm {
  return {
    screen: 'password_reset_form',
    token,
    email,
    typed: '',
    strength: nothingTyped,
    status: 'editing',
    failure: null,
    calls: 1,
    sendCall: 0,
  }
}

function logIn(token: string, email: string, call: number): ResetStep {
  return {
    state: { screen: 'logged_in', token, email, status: 'verifying', account: '', calls: call },
    effects: [{ type: 'log_in_by_token', call, token }],
  }
}

function inForm(state: ResetForm, event: ResetPasswordEvent): ResetStep {
  switch (event.type) {
    case 'password_changed':
      return state.status === 'editing' ? choose(state, event.value) : stay(state)
    case 'password_submitted': {
      if (state.status !== 'editing' || !isGoodPassword(state)) return stay(state)
      const call = state.calls + 1
      return {
        state: { ...state, status: 'verifying', failure: null, calls: call, sendCall: call },
        effects: [{ type: 'reset_password', call, token: state.token, password: state.typed }],
      }
    }
    case 'token_accepted':
      if (state.status !== 'verifying' || event.call !== state.sendCall) return stay(state)
      return {
        state: { screen: 'password_reset_verify_confirmation', status: 'success', calls: state.calls },
        effects: [emit({ type: 'PASSWORD_RESET_BY_EMAIL', data: {} }), flowComplete()],
      }
    case 'token_refused':
      if (state.status !== 'verifying' || event.call !== state.sendCall) return stay(state)
      return isDeadLink(event.failure)
        ? stay(failed(state, event.failure))
        : stay({ ...state, status: 'editing', failure: event.failure })
    case 'strength_due':
    case 'strength_known':
    case 'strength_not_known':
    case 'check_again_clicked':
      return strengthFlow(state, event, state.email || undefined)
    default:
      return stay(state)
  }
}

function inLogin(state: TokenLogin, event: ResetPasswordEvent): ResetStep {
  if (event.type === 'confirm_clicked' && state.status === 'unconfirmed')
    return logIn(state.token, state.email, state.calls + 1)
  if (state.status !== 'verifying' || !('call' in event) || event.call !== state.calls) return stay(state)
  if (event.type === 'token_refused') return stay(failed(state, event.failure))
  if (event.type === 'token_unconfirmed') return stay({ ...state, status: 'unconfirmed', account: event.account })
  return event.type === 'token_accepted'
    ? { state: { ...state, status: 'success' }, effects: [flowComplete()] }
    : stay(state)
}

function failed({ token, email, calls }: ResetForm | TokenLogin, failure: Failure): ResetError {
  return { screen: 'error', token, email, failure, calls }
}

function askForEmail(state: ResetPasswordState): ResetStep {
  if (state.screen !== 'error') return stay(state)
  const { email, calls } = state
  return stay({ screen: 'password_email', email, status: 'editing', failure: null, origin: state, calls: calls + 1 })
}

/** With a new call number: the responses to earlier calls are not meant for the screen that it leads back to. */
function backFrom({ origin, calls }: AskForEmail | ResetMail): ResetError {
  return { ...origin, calls: calls + 1 }
}

function inEmail(state: AskForEmail, event: ResetPasswordEvent): ResetStep {
  const isAwaited = 'call' in event && state.status === 'sending' && event.call === state.calls
  switch (event.type) {
    case 'email_changed':
      return stay({ ...state, email: event.value, failure: null })
    case 'email_submitted': {
      if (state.status === 'sending') return stay(state)
      const email = state.email.trim()
      if (!isEmail(email)) return stay({ ...state, failure: refusal('invalid_email') })
      const call = state.calls + 1
      return {
        state: { ...state, status: 'sending', failure: null, calls: call },
        effects: [{ type: 'send_reset_email', call, email }],
      }
    }
    case 'reset_email_sent': {
      if (!isAwaited) return stay(state)
      const { state: mail, effects } = resetEmailSent('password_forgot', event.email, state.calls)
      return { state: { ...(mail as ResetMail), origin: state.origin }, effects } as ResetStep
    }
    case 'reset_email_refused':
      return isAwaited ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

/** The screen of the email can send another one. */
function inMail(state: ResetMail, event: ResetPasswordEvent): ResetStep {
  const step = passwordFlow(state, event as PasswordEvent)
  if (step.state === state) return stay(state)
  return { ...step, state: { ...step.state, origin: state.origin } } as ResetStep
}

function flowComplete(): ResetPasswordEffect {
  return emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })
}
