import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import type { Emit } from '../flow/widget-events.ts'
import { emit } from '../flow/widget-events.ts'
import type { CryptoEffect, CryptoEvent, CryptoState, WalletsFound } from '../methods/crypto/crypto.flow.ts'
import { connectWallet, cryptoFlow, otherWallet, watchWallets } from '../methods/crypto/crypto.flow.ts'
import type { EmailConfirmation, MagicLinkEffect, MagicLinkEvent } from '../methods/magic-links/magic-links.flow.ts'
import { emailForgotten, magicLinkSent } from '../methods/magic-links/magic-links.flow.ts'
import type { OneTapEffect, OneTapEvent } from '../methods/one-tap/one-tap.flow.ts'
import { leaveOneTap, noOneTap, oneTapFlow } from '../methods/one-tap/one-tap.flow.ts'
import type { OtpEffect, OtpEvent, OtpState } from '../methods/otps/otps.flow.ts'
import { otpFlow, passcodeSent } from '../methods/otps/otps.flow.ts'
import type { PasskeyConfirmation, PasskeyEffect, PasskeyEvent } from '../methods/passkeys/passkeys.flow.ts'
import {
  autofillKnown,
  isVerifying,
  leavePasskeys,
  noPasskeys,
  passkeyConfirmed,
  passkeysFlow,
  returnToPasskeys,
} from '../methods/passkeys/passkeys.flow.ts'
import type { PasswordEffect, PasswordEvent, PasswordState, UserFound } from '../methods/passwords/passwords.flow.ts'
import { askForPassword, passwordFlow, resetEmailSent } from '../methods/passwords/passwords.flow.ts'
import type { ButtonProduct, Tab } from './login.config.ts'
import type { Main, MainEffect, MainEvent, MainForm } from './main.flow.ts'
import { firstEffects, isAwaited, mainFlow, mainWith, startMain } from './main.flow.ts'

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
 *    `load-methods.ts` imports where it is configured; `login-runners.ts` has the tables for a flow without views.
 */

/** Signed in, but not by what was typed here: by a link, for example, that was opened in another tab. */
export interface LoggedIn {
  readonly screen: 'logged_in'
  readonly calls: number
}

type MethodState = EmailConfirmation | OtpState | PasswordState | CryptoState | PasskeyConfirmation | LoggedIn

type Formed<State> = State & { readonly form: MainForm }

/** A screen, and what was typed on Main. */
export type LoginState = Formed<Main | MethodState>

export type LoginScreen = LoginState['screen']

/** The state of one screen, for its view. */
export type LoginStateOf<Name extends LoginScreen> = Extract<LoginState, { screen: Name }>

export type LoginEvent =
  | MainEvent
  | MagicLinkEvent
  | OtpEvent
  | PasswordEvent
  | CryptoEvent
  | WalletsFound
  | { readonly type: 'other_wallet_clicked' }
  | OneTapEvent
  | PasskeyEvent
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
  | Emit
  | { readonly type: 'log_render' }

type LoginStep = Step<LoginState, LoginEffect>

export function startLogin(tabs: readonly Tab[], buttons: readonly ButtonProduct[] = []): LoginStep {
  return { state: startMain(tabs), effects: firstEffects(buttons) }
}

export const loginFlow: Flow<LoginState, LoginEvent, LoginEffect> = (state, event) => {
  const step = move(state, event)
  const wasMain = state.screen === 'main'
  const isMain = step.state.screen === 'main'
  if (wasMain === isMain) return step
  // What Google shows, and what the browser offers in its autofill, belongs to Main.
  const { oneTap, passkeys } = step.state.form
  const oneTapStep = oneTap?.isOpen && wasMain ? leaveOneTap(oneTap) : stay(oneTap)
  const passkeyStep = passkeys ? (wasMain ? leavePasskeys(passkeys) : returnToPasskeys(passkeys)) : stay(passkeys)
  if (oneTapStep.state === oneTap && passkeyStep.state === passkeys) return step
  const form: MainForm = {
    ...step.state.form,
    ...(oneTapStep.state && { oneTap: oneTapStep.state }),
    ...(passkeyStep.state && { passkeys: passkeyStep.state }),
  }
  return {
    state: { ...step.state, form },
    effects: [...oneTapStep.effects, ...passkeyStep.effects, ...step.effects],
  }
}

function move(state: LoginState, event: LoginEvent): LoginStep {
  switch (event.type) {
    case 'wallets_found':
      return {
        state: { ...state, form: { ...state.form, wallets: event.wallets } },
        effects: [watchWallets(event.wallets)],
      }
    case 'autofill_checked': {
      if (state.screen === 'main') return withPasskeys(state, event)
      const { form } = state
      return stay({ ...state, form: { ...form, passkeys: autofillKnown(form.passkeys, event.isSupported) } })
    }
    case 'session_began':
      return isAskingToSignIn(state) ? letIn(state) : stay(knowing(state, true))
    case 'session_ended':
      return stay(knowing(state, false))
    case 'back_clicked':
      if (state.screen === 'main') return stay(state)
      return isSignedIn(state) ? letIn(state) : stay(mainWith(state.form, state.calls))
    default:
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
      return isAwaited(state, event.call) ? enter(state, event) : stay(state)
    case 'magic_link_refused':
    case 'passcode_not_sent':
    case 'user_search_refused':
    case 'reset_email_refused':
      if (!isAwaited(state, event.call)) return stay(state)
      return stay({ ...state, status: 'editing', failure: event.failure })
    case 'wallet_chosen':
      if (state.status !== 'editing') return stay(state)
      return withForm(state.form, connectWallet(event.wallet, state.calls))
    case 'other_wallet_clicked':
      if (state.status !== 'editing') return stay(state)
      return withForm(state.form, stay(otherWallet(state.form.wallets ?? [], state.calls)))
    case 'one_tap_placed':
    case 'one_tap_shown':
    case 'one_tap_cancelled':
    case 'one_tap_failed':
    case 'one_tap_measured':
    case 'one_tap_settled':
      return beside(state, event)
    case 'passkey_authenticated':
      if (!isVerifying(state.form.passkeys, event.call)) return stay(state)
      return withForm(state.form, passkeyConfirmed(event.id, state.calls))
    case 'passkey_clicked':
    case 'passkey_presented':
    case 'passkey_refused':
    case 'passkey_displaced':
    case 'passkey_stale':
      return withPasskeys(state, event)
    default:
      return mainFlow(state, event as MainEvent)
  }
}

/** One Tap goes its own way, whatever is typed meanwhile. */
function beside(state: LoginStateOf<'main'>, event: OneTapEvent): LoginStep {
  const before = state.form.oneTap ?? noOneTap
  const { state: oneTap, effects } = oneTapFlow(before, event)
  return { state: oneTap === before ? state : { ...state, form: { ...state.form, oneTap } }, effects }
}

/** Passkeys as well, but for what comes of them. */
function withPasskeys(state: LoginStateOf<'main'>, event: PasskeyEvent): LoginStep {
  const before = state.form.passkeys ?? noPasskeys
  const { state: passkeys, effects } = passkeysFlow(before, event)
  if (passkeys === before) return { state, effects }
  const next = { ...state, form: { ...state.form, passkeys } }
  // It was refused, but somebody has signed in another way meanwhile.
  return isSignedIn(state) && !isVerifying(passkeys) ? letIn(next) : { state: next, effects }
}

type Entrance = Extract<LoginEvent, { type: 'magic_link_sent' | 'passcode_sent' | 'user_found' | 'reset_email_sent' }>

function enter(state: LoginStateOf<'main'>, event: Entrance): LoginStep {
  const { form, calls } = state
  switch (event.type) {
    case 'magic_link_sent':
      return withForm(form, magicLinkSent(event.email, calls))
    case 'passcode_sent':
      return withForm(form, passcodeSent(event))
    case 'user_found':
      if (event.userType === 'passwordless') return goWithoutPassword(state, event)
      return withForm(form, stay(askForPassword(event, calls)))
    case 'reset_email_sent':
      return withForm(form, resetEmailSent('password_set_new', event.email, calls))
    default:
      return event satisfies never
  }
}

/** Nobody is asked: what is configured is sent at once, and Main is busy with it. */
function goWithoutPassword(state: LoginStateOf<'main'>, { email, passwordless }: UserFound): LoginStep {
  const call = state.calls + 1
  const effects = {
    passcode: { type: 'send_passcode', call, channel: 'email', to: email },
    magic_link: { type: 'send_magic_link', call, email },
    reset_email: { type: 'send_reset_email', call, email },
  } as const
  return { state: { ...state, calls: call }, effects: [effects[passwordless]] }
}

function behindMain(state: Formed<MethodState>, event: LoginEvent): LoginStep {
  if (event.type === 'try_again_clicked' && state.screen === 'email_confirmation') {
    return { state: mainWith({ ...state.form, email: '' }, state.calls), effects: [emailForgotten(state.email)] }
  }
  const step = inMethod(state, event)
  if (step.state === state) return { state, effects: step.effects }
  const next = withForm(state.form, step)
  // What was sent is refused, but who sent it is signed in: another tab may have been quicker with the same code.
  return isSignedIn(next.state) && isAskingToSignIn(next.state) ? letIn(next.state) : next
}

/** A method knows its own events, and leaves those of others alone. */
function inMethod(state: Formed<MethodState>, event: LoginEvent): Step<MethodState, LoginEffect> {
  switch (state.screen) {
    case 'otp_authenticate':
    case 'otp_confirmation':
      return otpFlow(state, event as OtpEvent)
    case 'password_create_or_login':
    case 'password_forgot':
    case 'password_breached':
    case 'password_dedupe':
    case 'password_set_new':
    case 'password_confirmation':
      return passwordFlow(state, event as PasswordEvent)
    case 'crypto_connect':
    case 'crypto_sign_message':
    case 'crypto_other_screen':
    case 'crypto_setup_wallet':
    case 'crypto_error':
    case 'crypto_confirmation':
      return cryptoFlow(state, event as CryptoEvent)
    case 'email_confirmation':
    case 'passkey_confirmation':
    case 'logged_in':
      return stay(state)
    default:
      return state satisfies never
  }
}

/** Whoever has signed in another way is asked no longer. What is being checked has an answer of its own. */
function isAskingToSignIn(state: LoginState): boolean {
  if (state.screen === 'logged_in') return false
  if (state.screen === 'main') return !isVerifying(state.form.passkeys)
  return !('status' in state) || (state.status !== 'verifying' && state.status !== 'success')
}

/** While something is checked it is kept in mind whether somebody has signed in another way meanwhile. */
function knowing(state: LoginState, isSignedIn: boolean): LoginState {
  if (state.screen === 'main') {
    const { passkeys } = state.form
    if (!passkeys || !isVerifying(passkeys) || passkeys.isSignedIn === isSignedIn) return state
    return { ...state, form: { ...state.form, passkeys: { ...passkeys, isSignedIn } } }
  }
  if (!('isSignedIn' in state) || state.status !== 'verifying' || state.isSignedIn === isSignedIn) return state
  return { ...state, isSignedIn }
}

function isSignedIn(state: LoginState): boolean {
  if (state.screen === 'main') return state.form.passkeys?.isSignedIn === true
  return 'isSignedIn' in state && state.isSignedIn
}

function letIn({ form, calls }: LoginState): LoginStep {
  return {
    state: { screen: 'logged_in', form, calls },
    effects: [emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })],
  }
}

/** A method knows nothing of what was typed on Main: it is carried past it. */
function withForm<State extends MethodState>(
  form: MainForm,
  { state, effects }: Step<State, LoginEffect>,
): Step<Formed<State>, LoginEffect> {
  return { state: { ...state, form }, effects }
}
