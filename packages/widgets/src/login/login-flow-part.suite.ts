import type { CreateTransition, FlowTransition } from '../flow/explore.suite.ts'
import { createTransition } from '../flow/explore.suite.ts'
import type { LoginEffect, LoginEvent, LoginState } from './login.flow.ts'
import { flowComplete, loggedIn, main } from './login-states.suite.ts'

/** One transition of the login flow with its effects. */
export type Transition = FlowTransition<LoginState, LoginEvent, LoginEffect>

/**
 * A method's part of the flow. Each is explored separately, because together they have too many states; transitions
 * from one method to another are tested with the target.
 */
export interface LoginFlowPart {
  readonly first: LoginState
  /** The events of the user. Back and a sign-in elsewhere are possible everywhere. */
  readonly moves: readonly LoginEvent[]
  /** The possible results of a call. */
  outcomes(call: number): readonly LoginEvent[]
  readonly transitions: readonly Transition[]
}

export const transition: CreateTransition<LoginState, LoginEvent, LoginEffect> = createTransition

export function afterSignIn({ form, calls }: LoginState): [LoginState, LoginEffect] {
  return [loggedIn({ form, calls }), flowComplete]
}

/** Main after another screen. */
export function mainAfter({ form, calls }: LoginState): LoginState {
  return main({ form, calls: calls + 1 })
}
