import type { LoginEffect, LoginEvent, LoginState, LoginStateOf } from '../../login/login.flow.ts'
import type { LoginFlowPart, Transition } from '../../login/login-flow-part.suite.ts'
import { afterSignIn, mainAfter, transition } from '../../login/login-flow-part.suite.ts'
import { main } from '../../login/login-states.suite.ts'
import { startMain } from '../../login/main/main.flow.ts'
import type { OneTapState } from './one-tap.flow.ts'
import { noOneTap } from './one-tap.flow.ts'

const problem = { reason: 'no_oauth_client', detail: '', isTest: true } as const

/** Google's prompt on Main. */
export const oneTapPart: LoginFlowPart = {
  first: startMain([]),
  moves: [
    { type: 'one_tap_placed', parent: 'here' },
    { type: 'one_tap_measured', height: 200 },
    // Leaves Main and returns.
    { type: 'other_wallet_clicked' },
  ],
  outcomes: (call) => [
    { type: 'one_tap_shown', call, isEmbedded: true, parent: 'here' },
    { type: 'one_tap_chosen', call },
    { type: 'one_tap_canceled', call },
    { type: 'one_tap_failed', call, problem },
    { type: 'one_tap_settled', call, at: 0 },
  ],
  transitions: transitions(),
}

function at(oneTap: Partial<OneTapState>, change: Partial<LoginStateOf<'main'>> = {}): LoginStateOf<'main'> {
  return main({ ...change, form: { ...main().form, oneTap: { ...noOneTap, ...oneTap } } })
}

function whileLeaving(): Transition[] {
  const leaving = (oneTap: Partial<OneTapState>, calls = 3) =>
    at(oneTap, { status: 'leaving', pressed: 'google', calls })
  const asked = leaving({ isOpen: true, call: 1 })
  const measured = { measured: 200, resizeCall: 1 }
  return [
    transition(leaving({}), { type: 'one_tap_placed', parent: 'here' }, asked, {
      ...{ type: 'show_one_tap', call: 1, parent: 'here' },
    }),
    transition(
      asked,
      { type: 'one_tap_shown', call: 1, isEmbedded: true, parent: 'here' },
      leaving({ status: 'shown', isOpen: true, isEmbedded: true, call: 1 }),
      { type: 'await_one_tap', call: 1, parent: 'here' },
    ),
    transition(asked, { type: 'one_tap_chosen', call: 1 }, leaving({ call: 1 }, 4), { type: 'await_return', call: 4 }),
    transition(asked, { type: 'one_tap_canceled', call: 1 }, leaving({ status: 'cancelled', call: 1 })),
    transition(asked, { type: 'one_tap_failed', call: 1, problem }, leaving({ status: 'error', problem, call: 1 })),
    transition(leaving({}), { type: 'one_tap_measured', height: 200 }, leaving(measured), {
      ...{ type: 'wait', ms: 100, next: 'one_tap_settled', call: 1 },
    }),
    transition(leaving(measured), { type: 'one_tap_settled', call: 1, at: 0 }, leaving({ ...measured, height: 200 })),
  ]
}

function transitions(): Transition[] {
  const asked = at({ isOpen: true, call: 1 })
  const shown = at({ status: 'shown', isOpen: true, isEmbedded: true, call: 1 })
  const on = (from: LoginState, event: LoginEvent, to: LoginState, ...effects: LoginEffect[]): Transition =>
    transition(from, event, to, ...effects)
  const left = at({ call: 1 }).form
  const hide = { type: 'hide_one_tap', call: 1 } as const
  const [signedIn, complete] = afterSignIn(at({ call: 1 }))
  return [
    on(main(), { type: 'one_tap_placed', parent: 'here' }, asked, { type: 'show_one_tap', call: 1, parent: 'here' }),
    on(asked, { type: 'one_tap_shown', call: 1, isEmbedded: true, parent: 'here' }, shown, {
      ...{ type: 'await_one_tap', call: 1, parent: 'here' },
    }),
    // Like a click on Google's button: the browser leaves the page, or returns.
    ...[asked, shown].map((from) =>
      on(
        from,
        { type: 'one_tap_chosen', call: 1 },
        { ...at({ call: 1 }), status: 'leaving', pressed: 'google', calls: 4 },
        { type: 'await_return', call: 4 },
      ),
    ),
    on(shown, { type: 'one_tap_canceled', call: 1 }, at({ status: 'cancelled', call: 1 })),
    on(asked, { type: 'one_tap_failed', call: 1, problem }, at({ status: 'error', problem, call: 1 })),
    on(
      shown,
      { type: 'one_tap_measured', height: 200 },
      at({ status: 'shown', isOpen: true, isEmbedded: true, call: 1, measured: 200, resizeCall: 1 }),
      { type: 'wait', ms: 100, next: 'one_tap_settled', call: 1 },
    ),
    on(
      at({ status: 'shown', isOpen: true, isEmbedded: true, call: 1, measured: 200, resizeCall: 1 }),
      { type: 'one_tap_settled', call: 1, at: 0 },
      at({ status: 'shown', isOpen: true, isEmbedded: true, call: 1, measured: 200, height: 200, resizeCall: 1 }),
    ),
    // The prompt continues while the browser is leaving.
    ...whileLeaving(),
    // The prompt is removed with Main, and shown again with it.
    on(shown, { type: 'other_wallet_clicked' }, { screen: 'crypto_setup_wallet', calls: 3, form: left }, hide),
    on(shown, { type: 'session_began' }, signedIn, hide, complete),
    on(
      { screen: 'crypto_setup_wallet', calls: 3, form: left },
      { type: 'back_clicked' },
      mainAfter({ screen: 'crypto_setup_wallet', calls: 3, form: left }),
    ),
  ]
}
