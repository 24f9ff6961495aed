import type { LoginEvent, LoginStateOf } from '../../login/login.flow.ts'
import type { LoginFlowPart, Transition } from '../../login/login-flow-part.suite.ts'
import { afterSignIn, transition } from '../../login/login-flow-part.suite.ts'
import { flowComplete, loggedIn, main, noon } from '../../login/login-states.suite.ts'
import type { PasskeyEffect, PasskeysState } from './passkeys.flow.ts'
import { noPasskeys } from './passkeys.flow.ts'

const unknown = {
  name: 'ApiError',
  error_type: 'webauthn_registration_not_found',
  error_message: 'Not found.',
} as const

type Main = LoginStateOf<'main'>

/** Main during a passkey sign-in; attempt 4 is the last one. */
function at(change: Partial<PasskeysState> = {}, calls = 3): Main {
  const passkeys: PasskeysState = { ...noPasskeys, hasAutofill: true, isAutofill: true, call: 4, ...change }
  return main({ form: { ...main().form, passkeys }, calls })
}

function asked(call: number, isAutofill: boolean): PasskeyEffect[] {
  const ask = { type: 'ask_passkey', call, isAutofill } as const
  return isAutofill ? [ask, { type: 'wait', ms: 240_000, next: 'passkey_stale', call }] : [ask]
}

/** Attempt 5 and its effects. */
function newAttempt(isAutofill: boolean, change: Partial<PasskeysState> = {}): [Main, ...PasskeyEffect[]] {
  return [at({ status: isAutofill ? 'waiting' : 'asking', isAutofill, call: 5, ...change }), ...asked(5, isAutofill)]
}

const confirmed = { screen: 'passkey_confirmation', status: 'success', calls: 3, form: at().form } as const
const waiting = { status: 'waiting' } as const
const asking = { status: 'asking', isAutofill: false } as const
const verifying = { status: 'verifying' } as const

export const passkeyPart: LoginFlowPart = {
  first: main(),
  moves: [
    ...[true, false].map((isSupported) => ({ type: 'autofill_checked', isSupported }) as const),
    { type: 'passkey_clicked' },
  ],
  outcomes: (call) => [
    { type: 'passkey_presented', call },
    { type: 'passkey_authenticated', call, id: 'passkey-1' },
    { type: 'passkey_refused', call, failure: null },
    { type: 'passkey_refused', call, failure: unknown },
    { type: 'passkey_displaced', call },
    { type: 'passkey_stale', call, at: noon },
  ],
  transitions: [
    ...checkTransitions(),
    ...openTransitions(),
    ...refusalTransitions(),
    ...answerTransitions(),
    ...leavingTransitions(),
  ],
}

function checkTransitions(): Transition[] {
  const checked = (isSupported: boolean): LoginEvent => ({ type: 'autofill_checked', isSupported })
  return [
    transition(main(), checked(true), at({ ...waiting, call: 1 }), ...asked(1, true)),
    transition(main(), checked(false), at({ hasAutofill: false, isAutofill: false, call: 0 })),
    // An attempt that was left before its result.
    transition(at({ hasAutofill: null }), checked(true), ...newAttempt(true)),
    transition(at({ hasAutofill: null }), checked(false), at({ hasAutofill: false })),
    // A user who has clicked the button is not interrupted.
    ...[asking, { ...verifying, isAutofill: false }].map((open) =>
      transition(at({ ...open, hasAutofill: null }), checked(true), at(open)),
    ),
    transition({ ...confirmed, form: at({ hasAutofill: null }).form }, checked(true), confirmed),
    transition(
      loggedIn(),
      checked(true),
      loggedIn({ form: { ...main().form, passkeys: { ...noPasskeys, hasAutofill: true } } }),
    ),
  ]
}

function openTransitions(): Transition[] {
  return [
    transition(main(), { type: 'passkey_clicked' }, at({ ...asking, hasAutofill: null, call: 1 }), ...asked(1, false)),
    ...[{ hasAutofill: false }, waiting].map((from) =>
      transition(
        at({ ...from, failure: unknown }),
        { type: 'passkey_clicked' },
        ...newAttempt(false, 'hasAutofill' in from ? from : {}),
      ),
    ),
    ...[waiting, asking].flatMap((from) => [
      transition(at(from), { type: 'passkey_presented', call: 4 }, at({ ...from, ...verifying }), {
        type: 'await_passkey',
        call: 4,
      }),
      transition(
        at(from),
        { type: 'passkey_displaced', call: 4 },
        at({ ...from, status: 'resting', hasAutofill: false }),
      ),
    ]),
    transition(at(waiting), { type: 'passkey_stale', call: 4, at: noon }, ...newAttempt(true)),
  ]
}

function refusalTransitions(): Transition[] {
  const refused = (failure: typeof unknown | null): LoginEvent => ({ type: 'passkey_refused', call: 4, failure })
  return [
    // Five retries at most: then there is the button.
    transition(at(verifying), refused(unknown), ...newAttempt(true, { failures: 1, failure: unknown })),
    // A failure without an action of the user is not retried at once.
    ...[0, 4].map((failures) =>
      transition(
        at({ ...waiting, failures }),
        refused(unknown),
        at({ ...waiting, call: 5, failures: failures + 1, failure: unknown }),
        { type: 'wait', ms: 1_000 * 2 ** failures, next: 'passkey_stale', call: 5 },
      ),
    ),
    ...[waiting, verifying].flatMap((from) => [
      transition(
        at({ ...from, failures: 4, failure: unknown }),
        refused(null),
        ...newAttempt(true, { failures: 5, failure: unknown }),
      ),
      transition(at({ ...from, failures: 5 }), refused(null), at({ failures: 6, hasAutofill: false })),
    ]),
    // Failures of the button do not count as retries.
    transition(at({ ...asking, failures: 5 }), refused(null), ...newAttempt(true, { failures: 5 })),
    transition(
      at({ ...asking, hasAutofill: false }),
      refused(unknown),
      at({ isAutofill: false, hasAutofill: false, failure: unknown }),
    ),
  ]
}

function answerTransitions(): Transition[] {
  const signedIn = at({ ...verifying, isSignedIn: true })
  return [
    transition(
      at({ ...verifying, failure: unknown }),
      { type: 'passkey_authenticated', call: 4, id: 'passkey-1' },
      confirmed,
      { type: 'emit', event: { type: 'PASSKEY_AUTHENTICATE', data: { webauthn_registration_id: 'passkey-1' } } },
      flowComplete,
    ),
    transition(at(verifying), { type: 'session_began' }, signedIn),
    transition(signedIn, { type: 'session_ended' }, at(verifying)),
    transition(
      signedIn,
      { type: 'passkey_refused', call: 4, failure: unknown },
      loggedIn({ calls: 3, form: at({ failures: 1, call: 5 }).form }),
      { type: 'end_passkey' },
      flowComplete,
    ),
  ]
}

function leavingTransitions(): Transition[] {
  const confirmed = { screen: 'passkey_confirmation', status: 'success', calls: 3, form: at().form } as const
  const inside = loggedIn({ calls: 3, form: at().form })
  return [
    transition(
      at({ hasAutofill: false, failure: unknown }),
      { type: 'session_began' },
      ...afterSignIn(at({ hasAutofill: false })),
    ),
    ...[waiting, asking].map((from) =>
      transition(
        at(from),
        { type: 'session_began' },
        loggedIn({ calls: 3, form: at({ ...from, status: 'resting' }).form }),
        { type: 'end_passkey' },
        flowComplete,
      ),
    ),
    // Main restarts the autofill if the browser supports it.
    ...[confirmed, inside].flatMap((from) => [
      transition(from, { type: 'session_ended' }, at({ ...waiting, call: 5 }, 4), ...asked(5, true)),
      transition(
        { ...from, form: at({ hasAutofill: false }).form },
        { type: 'session_ended' },
        at({ hasAutofill: false }, 4),
      ),
    ]),
  ]
}
