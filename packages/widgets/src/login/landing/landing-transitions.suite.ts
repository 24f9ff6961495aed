import type { LoginStateOf } from '../login.flow.ts'
import type { LoginFlowPart, Transition } from '../login-flow-part.suite.ts'
import { afterSignIn, mainAfter, transition } from '../login-flow-part.suite.ts'
import { ada, main, unanswered } from '../login-states.suite.ts'
import type { LandingRemedy } from './landing.flow.ts'
import { startLanding } from './landing.flow.ts'

const { form } = main()
const newLink = { type: 'send_magic_link', email: ada, tab: 'email_otp' } as const

const account = 'ada@example.com'

export const usedLink = {
  ...{ name: 'ApiError', error_type: 'unable_to_auth_magic_link', error_message: 'Link already used or expired.' },
} as const

/** Call 4 redeems the token. */
export function landing(change: Partial<LoginStateOf<'landing'>> = {}): LoginStateOf<'landing'> {
  return { ...startLanding(newLink, 4), form, ...change }
}

export function failedLanding(remedy: LandingRemedy | null = newLink): LoginStateOf<'landing'> {
  return landing({ status: 'failed', problem: 'expired', failure: usedLink, remedy, fallback: remedy })
}

/** A link or an identity provider opened the page. */
export const landingPart: LoginFlowPart = {
  first: landing(),
  moves: [{ type: 'landing_retried' }, { type: 'landing_confirmed' }],
  outcomes: (call) => [
    { type: 'landing_accepted', call },
    { type: 'landing_absent', call },
    { type: 'landing_unconfirmed', call, account },
    { type: 'landing_refused', call, failure: usedLink },
    { type: 'landing_refused', call, failure: unanswered },
  ],
  transitions: transitions(),
}

function transitions(): Transition[] {
  const verifying = landing()
  const signedIn = landing({ isSignedIn: true })
  const unconfirmed = landing({ status: 'unconfirmed', account })
  const failed = failedLanding()
  const offline = landing({
    ...{ status: 'failed', problem: 'failed', failure: unanswered, remedy: { type: 'authenticate_landing' } },
  })
  return [
    transition(verifying, { type: 'landing_accepted', call: 4 }, ...afterSignIn(verifying)),
    transition(verifying, { type: 'landing_absent', call: 4 }, mainAfter(verifying)),
    transition(signedIn, { type: 'landing_absent', call: 4 }, ...afterSignIn(verifying)),
    transition(verifying, { type: 'landing_unconfirmed', call: 4, account }, unconfirmed),
    transition(signedIn, { type: 'landing_unconfirmed', call: 4, account }, ...afterSignIn(verifying)),
    transition(
      unconfirmed,
      { type: 'landing_confirmed' },
      { ...unconfirmed, status: 'verifying', calls: 5 },
      { type: 'authenticate_landing', call: 5 },
    ),
    transition(unconfirmed, { type: 'back_clicked' }, mainAfter(unconfirmed)),
    transition(unconfirmed, { type: 'session_began' }, ...afterSignIn(unconfirmed)),
    transition(verifying, { type: 'landing_refused', call: 4, failure: usedLink }, failed),
    transition(verifying, { type: 'landing_refused', call: 4, failure: unanswered }, offline),
    transition(signedIn, { type: 'landing_refused', call: 4, failure: usedLink }, ...afterSignIn(verifying)),
    transition(verifying, { type: 'session_began' }, signedIn),
    transition(signedIn, { type: 'session_ended' }, verifying),
    transition(verifying, { type: 'back_clicked' }, mainAfter(verifying)),
    transition(signedIn, { type: 'back_clicked' }, ...afterSignIn(verifying)),
    transition(failed, { type: 'back_clicked' }, mainAfter(failed)),
    transition(failed, { type: 'session_began' }, ...afterSignIn(failed)),
    transition(failed, { type: 'landing_retried' }, main({ form, status: 'sending', calls: 6 }), {
      ...{ type: 'send_magic_link', call: 6, email: ada },
    }),
    transition(
      offline,
      { type: 'landing_retried' },
      { ...offline, status: 'verifying', failure: null, calls: 5 },
      { type: 'authenticate_landing', call: 5 },
    ),
  ]
}
