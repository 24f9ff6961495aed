import type { LoginEvent, LoginStateOf } from '../../login/login.flow.ts'
import { flowComplete, loggedIn, main, noon } from '../../login/login-states.suite.ts'
import type { MethodPaths, Walk } from '../../login/login-territory.suite.ts'
import { letIn, walk } from '../../login/login-territory.suite.ts'
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

export const passkeyTerritory: MethodPaths = {
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
  walks: [...checkWalks(), ...openWalks(), ...refusalWalks(), ...answerWalks(), ...leavingWalks()],
}

function checkWalks(): Walk[] {
  const checked = (isSupported: boolean): LoginEvent => ({ type: 'autofill_checked', isSupported })
  return [
    walk(main(), checked(true), at({ ...waiting, call: 1 }), ...asked(1, true)),
    walk(main(), checked(false), at({ hasAutofill: false, isAutofill: false, call: 0 })),
    // An attempt that was left before its result.
    walk(at({ hasAutofill: null }), checked(true), ...newAttempt(true)),
    walk(at({ hasAutofill: null }), checked(false), at({ hasAutofill: false })),
    // A user who has clicked the button is not interrupted.
    ...[asking, { ...verifying, isAutofill: false }].map((open) =>
      walk(at({ ...open, hasAutofill: null }), checked(true), at(open)),
    ),
    walk({ ...confirmed, form: at({ hasAutofill: null }).form }, checked(true), confirmed),
    walk(
      loggedIn(),
      checked(true),
      loggedIn({ form: { ...main().form, passkeys: { ...noPasskeys, hasAutofill: true } } }),
    ),
  ]
}

function openWalks(): Walk[] {
  return [
    walk(main(), { type: 'passkey_clicked' }, at({ ...asking, hasAutofill: null, call: 1 }), ...asked(1, false)),
    ...[{ hasAutofill: false }, waiting].map((from) =>
      walk(
        at({ ...from, failure: unknown }),
        { type: 'passkey_clicked' },
        ...newAttempt(false, 'hasAutofill' in from ? from : {}),
      ),
    ),
    ...[waiting, asking].flatMap((from) => [
      walk(at(from), { type: 'passkey_presented', call: 4 }, at({ ...from, ...verifying }), {
        type: 'await_passkey',
        call: 4,
      }),
      walk(at(from), { type: 'passkey_displaced', call: 4 }, at({ ...from, status: 'resting', hasAutofill: false })),
    ]),
    walk(at(waiting), { type: 'passkey_stale', call: 4, at: noon }, ...newAttempt(true)),
  ]
}

function refusalWalks(): Walk[] {
  const refused = (failure: typeof unknown | null): LoginEvent => ({ type: 'passkey_refused', call: 4, failure })
  return [
    // Five retries at most: then there is the button.
    walk(at(verifying), refused(unknown), ...newAttempt(true, { failures: 1, failure: unknown })),
    // A failure without an action of the user is not retried at once.
    ...[0, 4].map((failures) =>
      walk(
        at({ ...waiting, failures }),
        refused(unknown),
        at({ ...waiting, call: 5, failures: failures + 1, failure: unknown }),
        { type: 'wait', ms: 1_000 * 2 ** failures, next: 'passkey_stale', call: 5 },
      ),
    ),
    ...[waiting, verifying].flatMap((from) => [
      walk(
        at({ ...from, failures: 4, failure: unknown }),
        refused(null),
        ...newAttempt(true, { failures: 5, failure: unknown }),
      ),
      walk(at({ ...from, failures: 5 }), refused(null), at({ failures: 6, hasAutofill: false })),
    ]),
    // Failures of the button do not count as retries.
    walk(at({ ...asking, failures: 5 }), refused(null), ...newAttempt(true, { failures: 5 })),
    walk(
      at({ ...asking, hasAutofill: false }),
      refused(unknown),
      at({ isAutofill: false, hasAutofill: false, failure: unknown }),
    ),
  ]
}

function answerWalks(): Walk[] {
  const signedIn = at({ ...verifying, isSignedIn: true })
  return [
    walk(
      at({ ...verifying, failure: unknown }),
      { type: 'passkey_authenticated', call: 4, id: 'passkey-1' },
      confirmed,
      { type: 'emit', event: { type: 'PASSKEY_AUTHENTICATE', data: { webauthn_registration_id: 'passkey-1' } } },
      flowComplete,
    ),
    walk(at(verifying), { type: 'session_began' }, signedIn),
    walk(signedIn, { type: 'session_ended' }, at(verifying)),
    walk(
      signedIn,
      { type: 'passkey_refused', call: 4, failure: unknown },
      loggedIn({ calls: 3, form: at({ failures: 1, call: 5 }).form }),
      { type: 'end_passkey' },
      flowComplete,
    ),
  ]
}

function leavingWalks(): Walk[] {
  const confirmed = { screen: 'passkey_confirmation', status: 'success', calls: 3, form: at().form } as const
  const inside = loggedIn({ calls: 3, form: at().form })
  return [
    walk(at({ hasAutofill: false, failure: unknown }), { type: 'session_began' }, ...letIn(at({ hasAutofill: false }))),
    ...[waiting, asking].map((from) =>
      walk(
        at(from),
        { type: 'session_began' },
        loggedIn({ calls: 3, form: at({ ...from, status: 'resting' }).form }),
        { type: 'end_passkey' },
        flowComplete,
      ),
    ),
    // Main restarts the autofill if the browser supports it.
    ...[confirmed, inside].flatMap((from) => [
      walk(from, { type: 'session_ended' }, at({ ...waiting, call: 5 }, 4), ...asked(5, true)),
      walk(
        { ...from, form: at({ hasAutofill: false }).form },
        { type: 'session_ended' },
        at({ hasAutofill: false }, 4),
      ),
    ]),
  ]
}
