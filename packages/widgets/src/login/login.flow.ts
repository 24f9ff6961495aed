import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import type { Emit } from '../flow/widget-events.ts'
import { emit } from '../flow/widget-events.ts'
import type { EmailConfirmation, MagicLinkEffect, MagicLinkEvent } from '../methods/magic-links/magic-links.flow.ts'
import { emailForgotten, magicLinkSent } from '../methods/magic-links/magic-links.flow.ts'
import type { OtpEffect, OtpEvent, OtpState } from '../methods/otps/otps.flow.ts'
import { otpFlow, passcodeSent } from '../methods/otps/otps.flow.ts'
import type { Tab } from './login.config.ts'
import type { Main, MainEffect, MainEvent, MainForm } from './main.flow.ts'
import { mainFlow, mainWith, startMain } from './main.flow.ts'

/** Signed in, but not by what was typed here: by a link, for example, that was opened in another tab. */
export interface LoggedIn {
  readonly screen: 'logged_in'
  readonly calls: number
}

/** A screen, and what was typed on Main. */
export type LoginState = (Main | EmailConfirmation | OtpState | LoggedIn) & { readonly form: MainForm }

export type LoginScreen = LoginState['screen']

/** The state of one screen, for its view. */
export type LoginStateOf<Name extends LoginScreen> = Extract<LoginState, { screen: Name }>

export type LoginEvent =
  | MainEvent
  | MagicLinkEvent
  | OtpEvent
  | { readonly type: 'back_clicked' }
  | { readonly type: 'session_began' }
  | { readonly type: 'session_ended' }

export type LoginEffect = MainEffect | MagicLinkEffect | OtpEffect | Emit | { readonly type: 'log_render' }

export function startLogin(tabs: readonly [Tab, ...Tab[]]): Step<LoginState, LoginEffect> {
  return { state: startMain(tabs), effects: [{ type: 'log_render' }] }
}

export const loginFlow: Flow<LoginState, LoginEvent, LoginEffect> = (state, event) => {
  switch (event.type) {
    case 'tab_selected':
    case 'email_changed':
    case 'phone_changed':
    case 'submitted':
      return state.screen === 'main' ? mainFlow(state, event) : stay(state)
    case 'magic_link_sent':
      return isAwaited(state, event.call) ? withForm(state, magicLinkSent(event.email, state.calls)) : stay(state)
    case 'magic_link_refused':
      return isAwaited(state, event.call) ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    case 'passcode_sent':
      if (isAwaited(state, event.call)) return withForm(state, passcodeSent(event))
      return inPasscode(state, event)
    case 'passcode_not_sent':
      if (isAwaited(state, event.call)) return stay({ ...state, status: 'editing', failure: event.failure })
      return inPasscode(state, event)
    case 'try_again_clicked':
      if (state.screen !== 'email_confirmation') return stay(state)
      return { state: mainWith({ ...state.form, email: '' }, state.calls), effects: [emailForgotten(state.email)] }
    case 'session_began':
      return isAskingToSignIn(state) ? letIn(state) : stay(checking(state, true))
    case 'session_ended':
      return stay(checking(state, false))
    case 'back_clicked':
      if (state.screen === 'main') return stay(state)
      return isSignedIn(state) ? letIn(state) : stay(mainWith(state.form, state.calls))
    default:
      return inPasscode(state, event)
  }
}

function isAwaited(state: LoginState, call: number): state is LoginStateOf<'main'> {
  return state.screen === 'main' && state.status === 'sending' && state.calls === call
}

/** Whoever has signed in another way is asked no longer. A code that is being checked has an answer of its own. */
function isAskingToSignIn(state: LoginState): boolean {
  switch (state.screen) {
    case 'main':
    case 'email_confirmation':
      return true
    case 'otp_authenticate':
      return state.status !== 'verifying'
    case 'otp_confirmation':
    case 'logged_in':
      return false
    default:
      return state satisfies never
  }
}

/** While a code is checked it is kept in mind whether somebody has signed in another way meanwhile. */
function checking(state: LoginState, isSignedIn: boolean): LoginState {
  if (state.screen !== 'otp_authenticate' || state.status !== 'verifying') return state
  return state.isSignedIn === isSignedIn ? state : { ...state, isSignedIn }
}

function isSignedIn(state: LoginState): boolean {
  return state.screen === 'otp_authenticate' && state.isSignedIn
}

function letIn({ form, calls }: LoginState): Step<LoginState, LoginEffect> {
  return {
    state: { screen: 'logged_in', form, calls },
    effects: [emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })],
  }
}

function inPasscode(state: LoginState, event: OtpEvent): Step<LoginState, LoginEffect> {
  if (state.screen !== 'otp_authenticate' && state.screen !== 'otp_confirmation') return stay(state)
  const step = otpFlow(state, event)
  if (step.state === state) return { state, effects: step.effects }
  const next = withForm(state, step)
  // The code was refused, but who typed it is signed in: it may well be the one that another tab was quicker with.
  return isAskingToSignIn(next.state) && isSignedIn(next.state) ? letIn(next.state) : next
}

/** A method knows nothing of what was typed on Main: it is carried past it. */
function withForm<State extends EmailConfirmation | OtpState>(
  { form }: LoginState,
  { state, effects }: Step<State, LoginEffect>,
): Step<State & { readonly form: MainForm }, LoginEffect> {
  return { state: { ...state, form }, effects }
}
