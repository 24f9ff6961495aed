import type { Walker, WalkOf } from '../flow/explore.suite.ts'
import { walkTo } from '../flow/explore.suite.ts'
import type { LoginEffect, LoginEvent, LoginState } from './login.flow.ts'
import { flowComplete, loggedIn, main } from './login-states.suite.ts'

/** One step along an edge of the login flow, with all that comes of it. */
export type Walk = WalkOf<LoginState, LoginEvent, LoginEffect>

/**
 * A method's part of the map. Each is explored by itself, for together they would have more states than anybody could
 * wait for; what one territory leads to in another is walked there.
 */
export interface MethodPaths {
  readonly first: LoginState
  /** What a person may do there; to go back, and to sign in elsewhere, is possible everywhere. */
  readonly moves: readonly LoginEvent[]
  /** What may come of a call, of whichever. */
  outcomes(call: number): readonly LoginEvent[]
  readonly walks: readonly Walk[]
}

export const walk: Walker<LoginState, LoginEvent, LoginEffect> = walkTo

export function letIn({ form, calls }: LoginState): [LoginState, LoginEffect] {
  return [loggedIn({ form, calls }), flowComplete]
}

/** Main as it is after another screen. */
export function mainAfter({ form, calls }: LoginState): LoginState {
  return main({ form, calls: calls + 1 })
}
