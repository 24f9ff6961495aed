import type { PasswordsStrengthCheckResponse } from '@latchkey/contract'
import { debounceMs } from '@latchkey/contract'
import type { Failure } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Wait } from '../../flow/wait.ts'

/** The part of the provider's response that a screen shows. */
export type Verdict = Pick<
  PasswordsStrengthCheckResponse,
  'score' | 'feedback' | 'valid_password' | 'strength_policy' | 'breached_password'
>

/** The status of the check: `waiting` until typing pauses, `checking` until the response. */
export interface Strength {
  readonly status: 'unknown' | 'waiting' | 'checking' | 'known'
  /** The last verdict. It stays visible while the next one is pending. */
  readonly verdict: Verdict | null
  /** The newest check. Results of earlier ones are ignored. */
  readonly call: number
}

/** A screen on which a new password is chosen. */
export interface Choosing {
  readonly typed: string
  readonly strength: Strength
  readonly failure: Failure | null
  readonly calls: number
}

export interface CheckStrength {
  readonly type: 'check_strength'
  readonly call: number
  /** Missing if the account is unknown. */
  readonly email?: string
  readonly password: string
}

export type StrengthEvent =
  | { readonly type: 'strength_due'; readonly call: number; readonly at: number }
  | { readonly type: 'strength_known'; readonly call: number; readonly verdict: Verdict }
  | { readonly type: 'strength_not_known'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'check_again_clicked' }

export type StrengthEffect = CheckStrength | Wait<'strength_due'>

export const nothingTyped: Strength = { status: 'unknown', verdict: null, call: 0 }

/** A password can be sent only after its current value was accepted. */
export function isGoodPassword({ strength }: Choosing): boolean {
  return strength.status === 'known' && strength.verdict?.valid_password === true
}

/** Checked once typing pauses. */
export function choose<State extends Choosing>(state: State, typed: string): Step<State, StrengthEffect> {
  if (typed === state.typed) return stay(state)
  if (typed === '') return stay({ ...state, typed, strength: nothingTyped, failure: null })
  const call = state.calls + 1
  const strength: Strength = { status: 'waiting', verdict: state.strength.verdict, call }
  return {
    state: { ...state, typed, strength, failure: null, calls: call },
    effects: [{ type: 'wait', ms: debounceMs, next: 'strength_due', call }],
  }
}

/** Handles the events of a check. `email`: the account of the password, if known. */
export function strengthFlow<State extends Choosing>(
  state: State,
  event: StrengthEvent,
  email?: string,
): Step<State, StrengthEffect> {
  const { strength } = state
  switch (event.type) {
    case 'strength_due':
      if (strength.status !== 'waiting' || strength.call !== event.call) return stay(state)
      return check(state, event.call, email)
    case 'strength_known':
      if (strength.status !== 'checking' || strength.call !== event.call) return stay(state)
      return stay({ ...state, strength: { ...strength, status: 'known', verdict: event.verdict } })
    case 'strength_not_known':
      if (strength.status !== 'checking' || strength.call !== event.call) return stay(state)
      return stay({ ...state, strength: { ...nothingTyped, call: strength.call }, failure: event.failure })
    case 'check_again_clicked':
      if (strength.status !== 'unknown' || state.typed === '') return stay(state)
      return check({ ...state, failure: null, calls: state.calls + 1 }, state.calls + 1, email)
    default:
      event satisfies never
      return stay(state)
  }
}

function check<State extends Choosing>(state: State, call: number, email?: string): Step<State, StrengthEffect> {
  const effect: CheckStrength = { type: 'check_strength', call, password: state.typed }
  return {
    state: { ...state, strength: { ...state.strength, status: 'checking', call } },
    effects: [email === undefined ? effect : { ...effect, email }],
  }
}
