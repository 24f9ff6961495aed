import { isDone } from './is-done.ts'
import type { Step } from './step.ts'
import type { Emit } from './widget-events.ts'
import { emit } from './widget-events.ts'

/** Signed in, but not by this form: by a link in another tab, for example. */
export interface LoggedIn {
  readonly screen: 'logged_in'
  readonly calls: number
}

/** A check that is pending, and whether the user has signed in another way since it began. */
interface Check {
  readonly status?: string
  readonly isSignedIn?: boolean
}

interface SignInState {
  readonly screen: string
  readonly form: { readonly passkeys?: Check }
}

/** Applies a step of a method's own screen. */
export function settled<Form extends SignInState['form'], State extends { screen: string; calls: number }, Effect>(
  state: { readonly form: Form },
  step: Step<State, Effect>,
): Step<(State | LoggedIn) & { readonly form: Form }, Effect | Emit> {
  // Unchanged: the state has its form already.
  if ((step.state as object) === state) return step as Step<State & { readonly form: Form }, Effect>
  const next = withForm(state.form, step)
  // The call was rejected, but the user is signed in: another tab may have used the same code first.
  return isSignedIn(next.state) && awaitsSignIn(next.state) ? completeSignIn(next.state) : next
}

/** The part of the state that may have a pending sign-in: the screen itself, or passkeys on Main. */
export function pendingCheck(state: SignInState): Check {
  return state.screen === 'main' ? (state.form.passkeys ?? {}) : (state as Check)
}

/** True if a session that starts elsewhere completes the sign-in. A pending check gets its own response first. */
export function awaitsSignIn(state: SignInState): boolean {
  return !isDone(state) && pendingCheck(state).status !== 'verifying'
}

export function isSignedIn(state: SignInState): boolean {
  return pendingCheck(state).isSignedIn === true
}

export function completeSignIn<Form>({
  form,
  calls,
}: {
  readonly form: Form
  readonly calls: number
}): Step<LoggedIn & { readonly form: Form }, Emit> {
  return {
    state: { screen: 'logged_in', form, calls },
    effects: [emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })],
  }
}

/** Adds the form of Main to the state of a method, which does not know it. */
export function withForm<Form, State, Effect>(
  form: Form,
  { state, effects }: Step<State, Effect>,
): Step<State & { readonly form: Form }, Effect> {
  return { state: { ...state, form }, effects }
}
