import type { ButtonProduct } from '../config/login.config.ts'
import { isDone } from '../flow/is-done.ts'
import type { LoggedIn } from '../flow/sign-in-step.ts'
import { awaitsSignIn, completeSignIn, isSignedIn, pendingCheck, settled, withForm } from '../flow/sign-in-step.ts'
import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import type { Emit } from '../flow/widget-events.ts'
import { emailForgotten, magicLinkSent } from '../methods/magic-links/magic-links.flow.ts'
import type { MethodEffect, MethodEvent, MethodState } from '../methods/method-types.ts'
import type { OtpEvent } from '../methods/otps/otps.flow.ts'
import { otpFlow, passcodeSent } from '../methods/otps/otps.flow.ts'
import type { PasswordEvent, UserFound } from '../methods/passwords/passwords.flow.ts'
import { askForPassword, passwordFlow, resetEmailSent } from '../methods/passwords/passwords.flow.ts'
import type { AuthenticateLanding, Landing, LandingEvent } from './landing/landing.flow.ts'
import type { Main, MainEffect, MainEvent, MainForm } from './main/main.flow.ts'
import { mainWith } from './main/main.flow.ts'
import type { MainOutcome } from './main/main-outcomes.flow.ts'
import { isAwaited, mainWithOutcomes } from './main/main-outcomes.flow.ts'

/*
 * Main, and the screens of the methods. `methods/methods.ts` says how to add a method. Its part of this flow is a
 * `MethodFlow`, which is loaded with it.
 *
 * While a call that signs in is pending, its state has `status: 'verifying'` and an `isSignedIn: boolean`: a session that
 * starts elsewhere waits for the response to that call. A success screen has `status: 'success'`.
 */

/** The screens behind Main. */
type StateBehindMain = MethodState | LoggedIn | Landing

export type WithForm<State> = State & { readonly form: MainForm }

/** A screen, and the form of Main. */
export type LoginState = WithForm<Main | StateBehindMain>

export type LoginScreen = LoginState['screen']

/** The state of one screen, for its view. */
export type LoginStateOf<Name extends LoginScreen> = Extract<LoginState, { screen: Name }>

export type LoginEvent =
  | MainEvent
  | MainOutcome
  | MethodEvent
  | LandingEvent
  | { readonly type: 'back_clicked' }
  | { readonly type: 'session_began' }
  | { readonly type: 'session_ended' }

export type LoginEffect = MainEffect | MethodEffect | AuthenticateLanding | Emit | { readonly type: 'log_render' }

export type LoginStep = Step<LoginState, LoginEffect>

/** The part of a method in the flow. It is loaded with the method, only where it is configured. */
export interface MethodFlow {
  /** The method's effects when the widget starts. */
  readonly firstEffects?: (buttons: readonly ButtonProduct[]) => readonly LoginEffect[]
  /** Handles the method's own events and screens; returns undefined for all others. */
  readonly handle: (state: LoginState, event: LoginEvent) => LoginStep | undefined
  /** Called after Main was entered or left. */
  readonly onMainChange?: (form: MainForm, isMain: boolean) => Step<MainForm, LoginEffect>
}

export interface LoginRules extends Flow<LoginState, LoginEvent, LoginEffect> {
  /** The effects when the widget starts, before those of Main. */
  readonly firstEffects: (buttons: readonly ButtonProduct[]) => readonly LoginEffect[]
  /** Identifies the login flow, whichever methods it contains. */
  readonly madeBy: typeof loginFlowWith
}

export function loginFlowWith(methods: readonly MethodFlow[]): LoginRules {
  const flow: Flow<LoginState, LoginEvent, LoginEffect> = (state, event) => {
    let step = move(state, event, methods)
    const isMain = step.state.screen === 'main'
    if (isMain === (state.screen === 'main')) return step
    for (const { onMainChange } of methods) {
      const crossed = onMainChange?.(step.state.form, isMain)
      if (!crossed || crossed.state === step.state.form) continue
      step = { state: { ...step.state, form: crossed.state }, effects: [...crossed.effects, ...step.effects] }
    }
    return step
  }
  const firstEffects: LoginRules['firstEffects'] = (buttons) => [
    { type: 'log_render' },
    ...methods.flatMap((method) => method.firstEffects?.(buttons) ?? []),
  ]
  return Object.assign(flow, { madeBy: loginFlowWith, firstEffects })
}

function move(state: LoginState, event: LoginEvent, methods: readonly MethodFlow[]): LoginStep {
  switch (event.type) {
    case 'session_began':
      return awaitsSignIn(state) ? completeSignIn(state) : stay(withSessionKnown(state, true))
    case 'session_ended':
      // A success screen would no longer be true.
      return stay(isDone(state) ? mainWith(state.form, state.calls) : withSessionKnown(state, false))
    case 'back_clicked':
      // The user is signed in: there is no form to go back to.
      if (state.screen === 'main' || isDone(state)) return stay(state)
      return isSignedIn(state) ? completeSignIn(state) : stay(mainWith(state.form, state.calls))
    default:
      for (const { handle } of methods) {
        const step = handle(state, event)
        if (step) return step
      }
      return state.screen === 'main' ? onMain(state, event) : behindMain(state, event)
  }
}

/** The results of Main's calls: the first screen of a method, or an error on Main. */
function onMain(state: LoginStateOf<'main'>, event: LoginEvent): LoginStep {
  switch (event.type) {
    case 'magic_link_sent':
    case 'passcode_sent':
    case 'user_found':
    case 'reset_email_sent':
      return isAwaited(state, event.call) ? enterMethod(state, event) : stay(state)
    case 'magic_link_refused':
    case 'passcode_not_sent':
    case 'user_search_refused':
    case 'reset_email_refused':
      if (!isAwaited(state, event.call)) return stay(state)
      return stay({ ...state, status: 'editing', failure: event.failure })
    default:
      return mainWithOutcomes(state, event as MainEvent | MainOutcome)
  }
}

type FirstCallSucceeded = Extract<
  LoginEvent,
  { type: 'magic_link_sent' | 'passcode_sent' | 'user_found' | 'reset_email_sent' }
>

function enterMethod(state: LoginStateOf<'main'>, event: FirstCallSucceeded): LoginStep {
  const { form, calls } = state
  switch (event.type) {
    case 'magic_link_sent':
      return withForm(form, magicLinkSent(event.email, calls))
    case 'passcode_sent':
      return withForm(form, passcodeSent(event))
    case 'user_found':
      if (event.userType === 'passwordless') return signInWithoutPassword(state, event)
      return withForm(form, stay(askForPassword(event, calls)))
    case 'reset_email_sent':
      return withForm(form, resetEmailSent('password_set_new', event.email, calls))
    default:
      return event satisfies never
  }
}

/** Sends the configured message at once, without asking; Main stays busy. */
function signInWithoutPassword(state: LoginStateOf<'main'>, { email, passwordless }: UserFound): LoginStep {
  const call = state.calls + 1
  const effects = {
    passcode: { type: 'send_passcode', call, channel: 'email', to: email },
    magic_link: { type: 'send_magic_link', call, email },
    reset_email: { type: 'send_reset_email', call, email },
  } as const
  return { state: { ...state, calls: call }, effects: [effects[passwordless]] }
}

function behindMain(state: WithForm<StateBehindMain>, event: LoginEvent): LoginStep {
  if (event.type === 'try_again_clicked' && state.screen === 'email_confirmation') {
    return { state: mainWith({ ...state.form, email: '' }, state.calls), effects: [emailForgotten(state.email)] }
  }
  return settled(state, inMethod(state, event))
}

/** A method ignores events that are not its own. */
function inMethod(state: WithForm<StateBehindMain>, event: LoginEvent): Step<StateBehindMain, LoginEffect> {
  switch (state.screen) {
    case 'otp_authenticate':
      return otpFlow(state, event as OtpEvent)
    case 'password_create_or_login':
    case 'password_forgot':
    case 'password_breached':
    case 'password_dedupe':
    case 'password_set_new':
      return passwordFlow(state, event as PasswordEvent)
    default:
      // A screen without events of its own, or one of a `MethodFlow`.
      return stay(state)
  }
}

/** During a check, notes whether the user has signed in another way. */
function withSessionKnown(state: LoginState, isSignedIn: boolean): LoginState {
  const { status, isSignedIn: before = isSignedIn } = pendingCheck(state)
  if (status !== 'verifying' || before === isSignedIn) return state
  if (state.screen !== 'main') return { ...state, isSignedIn } as LoginState
  const { form } = state
  return { ...state, form: { ...form, ...(form.passkeys && { passkeys: { ...form.passkeys, isSignedIn } }) } }
}
