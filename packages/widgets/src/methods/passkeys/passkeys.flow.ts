import { passkeyAutofillRetries } from '@latchkey/contract'
import type { Failure } from '../../flow/failure.ts'
import type { Flow, Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Wait } from '../../flow/wait.ts'
import type { Emit } from '../../flow/widget-events.ts'
import { emit } from '../../flow/widget-events.ts'

/** Challenges expire after five minutes: the autofill gets a new one before. */
const staleMs = 4 * 60_000

/** The delay before the first retry of a failure without an action of the user. It doubles each time. */
const patienceMs = 1_000

/** The state of passkeys on Main. It is kept behind other screens. */
export interface PasskeysState {
  /**
   * `resting`: no attempt. `waiting`: the browser offers passkeys in its autofill, or soon will. `asking`: the browser's
   * dialog is open. `verifying`: the user has agreed, and the provider is checking the passkey.
   */
  readonly status: 'resting' | 'waiting' | 'asking' | 'verifying'
  /** Whether the browser offers passkeys in its autofill and Main has a field for it. Null until that is known. */
  readonly hasAutofill: boolean | null
  /** Whether the last attempt came from the autofill or the button. */
  readonly isAutofill: boolean
  /** The number of failed autofill attempts. */
  readonly failures: number
  readonly failure: Failure | null
  /** The number of the last attempt. Events of earlier ones are ignored. */
  readonly call: number
  /** The user has signed in another way during the check. */
  readonly isSignedIn: boolean
}

export interface PasskeysMainForm {
  /** Set once the abilities of the browser are known. */
  readonly passkeys?: PasskeysState
  /** The browser cannot offer passkeys in a field. Known before the first paint. */
  readonly hasPasskeyButton?: true
}

export interface PasskeyConfirmation {
  readonly screen: 'passkey_confirmation'
  readonly status: 'success'
  readonly calls: number
}

export interface CheckAutofill {
  readonly type: 'check_autofill'
}

/** Passes a new challenge to the browser, and settles when the user has agreed. Ends an earlier attempt. */
export interface AskPasskey {
  readonly type: 'ask_passkey'
  readonly call: number
  readonly isAutofill: boolean
}

/** Settles with the response of the provider. */
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
  /** Without a failure, the user has canceled. */
  | { readonly type: 'passkey_refused'; readonly call: number; readonly failure: Failure | null }
  /** Another script on the page requested a passkey: the browser handles one request at a time. */
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

/** The flow on Main. `passkeyConfirmed` handles success. */
export const passkeysFlow: Flow<PasskeysState, PasskeyEvent, PasskeyEffect> = (state, event) => {
  switch (event.type) {
    case 'autofill_checked':
      if (state.hasAutofill !== null) return stay(state)
      // Do not interrupt a user who has clicked the button.
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
      const isUnprompted = event.failure && state.status === 'waiting'
      return rest(
        { ...state, failures, failure: event.failure ?? state.failure },
        isUnprompted ? patienceMs * 2 ** state.failures : 0,
      )
    }
    case 'passkey_displaced':
      // The other script has priority. The user can still click the button.
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

/** True for the attempt that the browser is handling. */
function isOpen({ status, call }: PasskeysState, number: number): boolean {
  return (status === 'waiting' || status === 'asking') && call === number
}

/** True for the attempt that the provider is checking. */
export function isVerifying(state: PasskeysState | undefined, call: number | undefined = state?.call): boolean {
  return state?.status === 'verifying' && state.call === call
}

/** Restarts the autofill, up to five times. */
function rest(state: PasskeysState, delay = 0): PasskeyStep {
  if (state.hasAutofill && state.failures <= passkeyAutofillRetries) return ask(state, true, delay)
  // After five retries there is only the button.
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

/** Ends the attempt when Main is left. */
export function leavePasskeys(state: PasskeysState): PasskeyStep {
  const left: PasskeysState = { ...state, status: 'resting', failure: null, isSignedIn: false }
  if (state.status === 'resting' || state.status === 'verifying') return stay(left)
  return { state: left, effects: [{ type: 'end_passkey' }] }
}

/** The check ended while another screen was shown. Main uses its result later. */
export function autofillKnown(state: PasskeysState | undefined, isSupported: boolean): PasskeysState {
  return { ...(state ?? noPasskeys), hasAutofill: state?.hasAutofill ?? isSupported }
}

/** Main is shown again. */
export function returnToPasskeys(state: PasskeysState): PasskeyStep {
  return state.status === 'resting' && state.hasAutofill ? rest(state) : stay(state)
}

/** The provider has accepted the passkey. */
export function passkeyConfirmed(id: string, calls: number): Step<PasskeyConfirmation, PasskeyEffect> {
  return {
    state: { screen: 'passkey_confirmation', status: 'success', calls },
    effects: [
      emit({ type: 'PASSKEY_AUTHENTICATE', data: { webauthn_registration_id: id } }),
      emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }),
    ],
  }
}
