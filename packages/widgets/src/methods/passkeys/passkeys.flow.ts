import { passkeyAutofillRetries } from '@latchkey/contract'
import type { Failure } from '../../flow/failure.ts'
import type { Flow, Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Wait } from '../../flow/wait.ts'
import type { Emit } from '../../flow/widget-events.ts'
import { emit } from '../../flow/widget-events.ts'

/** A provider forgets a challenge after five minutes: before that the autofill gets another one. */
const staleMs = 4 * 60_000

/** What fails before anybody has done anything is tried again after this, and then after twice as long each time. */
const patienceMs = 1_000

/** Where passkeys stand on Main. It outlives other screens. */
export interface PasskeysState {
  /**
   * `resting`: nothing is asked. `waiting`: the browser's autofill has them among what it offers, or soon will.
   * `asking`: the browser's dialog is open. `verifying`: the person has agreed, and the provider is being asked.
   */
  readonly status: 'resting' | 'waiting' | 'asking' | 'verifying'
  /** Can the browser offer them in its autofill, and is there a field for that? Null until that is known. */
  readonly hasAutofill: boolean | null
  /** What the last try came from. */
  readonly isAutofill: boolean
  /** How often a try by autofill has failed. */
  readonly failures: number
  readonly failure: Failure | null
  /** The number of the last try: what is said of an older one is not heard. */
  readonly call: number
  /** Somebody has signed in another way while the provider is asked. */
  readonly isSignedIn: boolean
}

export interface PasskeyConfirmation {
  readonly screen: 'passkey_confirmation'
  readonly status: 'success'
  readonly calls: number
}

export interface CheckAutofill {
  readonly type: 'check_autofill'
}

/** Hands a new challenge to the browser, and answers when a person has agreed. It ends whatever was asked before. */
export interface AskPasskey {
  readonly type: 'ask_passkey'
  readonly call: number
  readonly isAutofill: boolean
}

/** Answers when the provider has. */
export interface AwaitPasskey {
  readonly type: 'await_passkey'
  readonly call: number
}

export interface EndPasskey {
  readonly type: 'end_passkey'
}

export type PasskeyEffect = CheckAutofill | AskPasskey | AwaitPasskey | EndPasskey | Wait<'passkey_stale'> | Emit

export type PasskeyOutcome =
  | { readonly type: 'autofill_checked'; readonly isSupported: boolean }
  | { readonly type: 'passkey_presented'; readonly call: number }
  | { readonly type: 'passkey_authenticated'; readonly call: number; readonly id: string }
  /** Without a failure the person has thought better of it. */
  | { readonly type: 'passkey_refused'; readonly call: number; readonly failure: Failure | null }
  /** Somebody else on the page has asked the browser for a passkey: it serves one at a time. */
  | { readonly type: 'passkey_displaced'; readonly call: number }
  | { readonly type: 'passkey_stale'; readonly call: number; readonly at: number }

export type PasskeyEvent = PasskeyOutcome | { readonly type: 'passkey_clicked' }

export const noPasskeys: PasskeysState = {
  status: 'resting',
  hasAutofill: null,
  isAutofill: false,
  failures: 0,
  failure: null,
  call: 0,
  isSignedIn: false,
}

type PasskeyStep = Step<PasskeysState, PasskeyEffect>

/** What happens on Main. Success is told by `passkeyConfirmed`. */
export const passkeysFlow: Flow<PasskeysState, PasskeyEvent, PasskeyEffect> = (state, event) => {
  switch (event.type) {
    case 'autofill_checked':
      if (state.hasAutofill !== null) return stay(state)
      // Whoever has pressed the button meanwhile is not interrupted.
      if (state.status !== 'resting') return stay({ ...state, hasAutofill: event.isSupported })
      return rest({ ...state, hasAutofill: event.isSupported })
    case 'passkey_clicked':
      if (state.status !== 'resting' && state.status !== 'waiting') return stay(state)
      return ask({ ...state, failure: null }, false)
    case 'passkey_presented':
      if (!isOpen(state, event.call)) return stay(state)
      return {
        state: { ...state, status: 'verifying', isSignedIn: false },
        effects: [{ type: 'await_passkey', call: event.call }],
      }
    case 'passkey_refused': {
      if (!isOpen(state, event.call) && !isVerifying(state, event.call)) return stay(state)
      const failures = state.failures + Number(state.isAutofill)
      const isByItself = event.failure && state.status === 'waiting'
      return rest(
        { ...state, failures, failure: event.failure ?? state.failure },
        isByItself ? patienceMs * 2 ** state.failures : 0,
      )
    }
    case 'passkey_displaced':
      // Whoever it was goes first. There is still the button.
      return isOpen(state, event.call) ? stay({ ...state, status: 'resting', hasAutofill: false }) : stay(state)
    case 'passkey_stale':
      return state.status === 'waiting' && state.call === event.call ? ask(state, true) : stay(state)
    case 'passkey_authenticated':
      return stay(state)
    default:
      event satisfies never
      return stay(state)
  }
}

/** Is this the try that the browser is busy with? */
function isOpen({ status, call }: PasskeysState, number: number): boolean {
  return (status === 'waiting' || status === 'asking') && call === number
}

/** Is this the try that the provider is asked about? */
export function isVerifying(state: PasskeysState | undefined, call: number | undefined = state?.call): boolean {
  return state?.status === 'verifying' && state.call === call
}

/** Nothing is asked but by autofill, for as long as that makes sense. */
function rest(state: PasskeysState, delay = 0): PasskeyStep {
  if (state.hasAutofill && state.failures <= passkeyAutofillRetries) return ask(state, true, delay)
  // Five times anew is enough: then there is the button.
  return stay({ ...state, status: 'resting', hasAutofill: state.hasAutofill === null ? null : false })
}

function ask(state: PasskeysState, isAutofill: boolean, delay = 0): PasskeyStep {
  const call = state.call + 1
  const asking: PasskeyEffect[] = delay ? [] : [{ type: 'ask_passkey', call, isAutofill }]
  return {
    state: { ...state, status: isAutofill ? 'waiting' : 'asking', isAutofill, call },
    effects: isAutofill ? [...asking, { type: 'wait', ms: delay || staleMs, next: 'passkey_stale', call }] : asking,
  }
}

/** Another screen has come: passkeys are asked for on Main alone. */
export function leavePasskeys(state: PasskeysState): PasskeyStep {
  const left: PasskeysState = { ...state, status: 'resting', failure: null, isSignedIn: false }
  if (state.status === 'resting' || state.status === 'verifying') return stay(left)
  return { state: left, effects: [{ type: 'end_passkey' }] }
}

/** It came to light while another screen was there: Main makes use of it when it is back. */
export function autofillKnown(state: PasskeysState | undefined, isSupported: boolean): PasskeysState {
  return { ...(state ?? noPasskeys), hasAutofill: state?.hasAutofill ?? isSupported }
}

/** Main is there again. */
export function returnToPasskeys(state: PasskeysState): PasskeyStep {
  return state.status === 'resting' && state.hasAutofill ? rest(state) : stay(state)
}

/** The provider knows whose it is. */
export function passkeyConfirmed(id: string, calls: number): Step<PasskeyConfirmation, PasskeyEffect> {
  return {
    state: { screen: 'passkey_confirmation', status: 'success', calls },
    effects: [
      emit({ type: 'PASSKEY_AUTHENTICATE', data: { webauthn_registration_id: id } }),
      emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }),
    ],
  }
}
