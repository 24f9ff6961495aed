import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import type { Emit } from '../flow/widget-events.ts'
import { emit } from '../flow/widget-events.ts'
import type { CryptoEffect, CryptoEvent, CryptoState, WalletsFound } from '../methods/crypto/crypto.flow.ts'
import type { EmailConfirmation, MagicLinkEffect, MagicLinkEvent } from '../methods/magic-links/magic-links.flow.ts'
import { emailForgotten, magicLinkSent } from '../methods/magic-links/magic-links.flow.ts'
import type { OneTapEffect, OneTapEvent } from '../methods/one-tap/one-tap.flow.ts'
import type { OtpEffect, OtpEvent, OtpState } from '../methods/otps/otps.flow.ts'
import { otpFlow, passcodeSent } from '../methods/otps/otps.flow.ts'
import type { PasskeyConfirmation, PasskeyEffect, PasskeyEvent } from '../methods/passkeys/passkeys.flow.ts'
import type { PasswordEffect, PasswordEvent, PasswordState, UserFound } from '../methods/passwords/passwords.flow.ts'
import { askForPassword, passwordFlow, resetEmailSent } from '../methods/passwords/passwords.flow.ts'
import { isDone } from './is-done.ts'
import type { AuthenticateLanding, Landing, LandingEvent } from './landing/landing.flow.ts'
import type { ButtonProduct, Tab } from './login.config.ts'
import type { Main, MainEffect, MainEvent, MainForm } from './main.flow.ts'
import { mainWith, startMain } from './main.flow.ts'
import type { MainOutcome } from './main-outcomes.flow.ts'
import { firstEffects, isAwaited, mainWithOutcomes } from './main-outcomes.flow.ts'

/*
 * Main, and behind it the screens of the methods. To plug a method in:
 * 1. Its states, events and effects go into `MethodState`, `LoginEvent` and `LoginEffect`; its screens into `flow/screens.ts`.
 * 2. Its screens are handed to its flow in `inMethod`. A flow is given every event and answers `stay(state)` to those
 *    that are not its own. What was typed on Main (`form`) is carried past it.
 * 3. What leads from Main to its first screen is a line in `onMain`; so is what went wrong with a call of Main's.
 * 4. While a call that signs in is on its way, its state says `status: 'verifying'` and has an `isSignedIn: boolean`:
 *    a session that begins meanwhile waits for that call's own answer. A screen of success says `status: 'success'`.
 * 5. What calls the client is a table by effect in its `.effects.ts` (`LoginRunners`, see `login-method.ts`); effects that
 *    sign in are named in `signsIn` of `login.effects.ts`. Table and views are one `<name>.method.ts`, which
 *    `load-methods.ts` imports where it is configured, or `login-runtime.ts` always; `login-runners.ts` has the tables for a
 *    flow without views.
 * A method that most pages do without brings 2 and 3 along when it is loaded: a `LoginAddition` in `<name>.addition.ts`,
 * which its `.method.ts` names; `whole-login.flow.ts` has them all.
 */

/** Signed in, but not by what was typed here: by a link, for example, that was opened in another tab. */
export interface LoggedIn {
  readonly screen: 'logged_in'
  readonly calls: number
}

type MethodState = EmailConfirmation | OtpState | PasswordState | CryptoState | PasskeyConfirmation | LoggedIn | Landing

export type WithForm<State> = State & { readonly form: MainForm }

/** A screen, and what was typed on Main. */
export type LoginState = WithForm<Main | MethodState>

export type LoginScreen = LoginState['screen']

/** The state of one screen, for its view. */
export type LoginStateOf<Name extends LoginScreen> = Extract<LoginState, { screen: Name }>

export type LoginEvent =
  | MainEvent
  | MainOutcome
  | MagicLinkEvent
  | OtpEvent
  | PasswordEvent
  | CryptoEvent
  | WalletsFound
  | { readonly type: 'other_wallet_clicked' }
  | OneTapEvent
  | PasskeyEvent
  | LandingEvent
  | { readonly type: 'back_clicked' }
  | { readonly type: 'session_began' }
  | { readonly type: 'session_ended' }

export type LoginEffect =
  | MainEffect
  | MagicLinkEffect
  | OtpEffect
  | PasswordEffect
  | CryptoEffect
  | OneTapEffect
  | PasskeyEffect
  | AuthenticateLanding
  | Emit
  | { readonly type: 'log_render' }

export type LoginStep = Step<LoginState, LoginEffect>

export function startLogin(tabs: readonly Tab[], buttons: readonly ButtonProduct[] = []): LoginStep {
  return { state: startMain(tabs), effects: firstEffects(buttons) }
}

/**
 * What a method adds to the flow where it is configured. It comes with the method, so that nobody else loads it; the
 * types above know all of them.
 */
export interface LoginAddition {
  /** Answers to what is its own on this screen, and with nothing to everything else. */
  readonly take: (state: LoginState, event: LoginEvent) => LoginStep | undefined
  /** What it has on Main, once Main has come or gone. */
  readonly cross?: (form: MainForm, isMain: boolean) => Step<MainForm, LoginEffect>
}

export interface LoginRules extends Flow<LoginState, LoginEvent, LoginEffect> {
  /** Whatever was added, these are the rules of logging in. */
  readonly madeBy: typeof loginFlowWith
}

export function loginFlowWith(additions: readonly LoginAddition[]): LoginRules {
  const flow: Flow<LoginState, LoginEvent, LoginEffect> = (state, event) => {
    let step = move(state, event, additions)
    const isMain = step.state.screen === 'main'
    if (isMain === (state.screen === 'main')) return step
    for (const { cross } of additions) {
      const crossed = cross?.(step.state.form, isMain)
      if (!crossed || crossed.state === step.state.form) continue
      step = { state: { ...step.state, form: crossed.state }, effects: [...crossed.effects, ...step.effects] }
    }
    return step
  }
  return Object.assign(flow, { madeBy: loginFlowWith })
}

function move(state: LoginState, event: LoginEvent, additions: readonly LoginAddition[]): LoginStep {
  switch (event.type) {
    case 'session_began':
      return awaitsSignIn(state) ? completeSignIn(state) : stay(withSessionKnown(state, true))
    case 'session_ended':
      // A screen of success would claim what is no longer true.
      return stay(isDone(state) ? mainWith(state.form, state.calls) : withSessionKnown(state, false))
    case 'back_clicked':
      // The user is signed in: there is no form to go back to.
      if (state.screen === 'main' || isDone(state)) return stay(state)
      return isSignedIn(state) ? completeSignIn(state) : stay(mainWith(state.form, state.calls))
    default:
      for (const { take } of additions) {
        const step = take(state, event)
        if (step) return step
      }
      return state.screen === 'main' ? onMain(state, event) : behindMain(state, event)
  }
}

/** What the calls of Main come to: the first screen of a method, or words beside what was pressed. */
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

/** Nobody is asked: what is configured is sent at once, and Main is busy with it. */
function signInWithoutPassword(state: LoginStateOf<'main'>, { email, passwordless }: UserFound): LoginStep {
  const call = state.calls + 1
  const effects = {
    passcode: { type: 'send_passcode', call, channel: 'email', to: email },
    magic_link: { type: 'send_magic_link', call, email },
    reset_email: { type: 'send_reset_email', call, email },
  } as const
  return { state: { ...state, calls: call }, effects: [effects[passwordless]] }
}

function behindMain(state: WithForm<MethodState>, event: LoginEvent): LoginStep {
  if (event.type === 'try_again_clicked' && state.screen === 'email_confirmation') {
    return { state: mainWith({ ...state.form, email: '' }, state.calls), effects: [emailForgotten(state.email)] }
  }
  return settled(state, inMethod(state, event))
}

/** Where a method's own screen has got to. */
export function settled(state: WithForm<MethodState>, step: Step<MethodState, LoginEffect>): LoginStep {
  if (step.state === state) return { state, effects: step.effects }
  const next = withForm(state.form, step)
  // What was sent is refused, but who sent it is signed in: another tab may have been quicker with the same code.
  return isSignedIn(next.state) && awaitsSignIn(next.state) ? completeSignIn(next.state) : next
}

/** A method knows its own events, and leaves those of others alone. */
function inMethod(state: WithForm<MethodState>, event: LoginEvent): Step<MethodState, LoginEffect> {
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
      // A screen that nothing but time or a way back leads away from, or one that an addition knows.
      return stay(state)
  }
}

/** What may be in the middle of signing somebody in: the screen itself; on Main it is passkeys. */
function pendingCheck(state: LoginState): object & { readonly status?: string; readonly isSignedIn?: boolean } {
  return state.screen === 'main' ? (state.form.passkeys ?? {}) : state
}

/** A user who signed in another way is not asked any longer. What is being checked gets a response of its own. */
function awaitsSignIn(state: LoginState): boolean {
  return !isDone(state) && pendingCheck(state).status !== 'verifying'
}

/** While something is checked it is kept in mind whether somebody has signed in another way meanwhile. */
function withSessionKnown(state: LoginState, isSignedIn: boolean): LoginState {
  const { status, isSignedIn: before = isSignedIn } = pendingCheck(state)
  if (status !== 'verifying' || before === isSignedIn) return state
  if (state.screen !== 'main') return { ...state, isSignedIn } as LoginState
  const { form } = state
  return { ...state, form: { ...form, ...(form.passkeys && { passkeys: { ...form.passkeys, isSignedIn } }) } }
}

export function isSignedIn(state: LoginState): boolean {
  return pendingCheck(state).isSignedIn === true
}

export function completeSignIn({ form, calls }: LoginState): LoginStep {
  return {
    state: { screen: 'logged_in', form, calls },
    effects: [emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })],
  }
}

/** A method knows nothing of what was typed on Main: it is carried past it. */
export function withForm<State extends MethodState>(
  form: MainForm,
  { state, effects }: Step<State, LoginEffect>,
): Step<WithForm<State>, LoginEffect> {
  return { state: { ...state, form }, effects }
}
