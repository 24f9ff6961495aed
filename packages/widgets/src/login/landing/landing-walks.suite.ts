import type { LoginStateOf } from '../login.flow.ts'
import { ada, main, unanswered } from '../login-states.suite.ts'
import type { MethodPaths, Walk } from '../login-territory.suite.ts'
import { letIn, mainAfter, walk } from '../login-territory.suite.ts'
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
export const landingTerritory: MethodPaths = {
  first: landing(),
  moves: [{ type: 'landing_retried' }, { type: 'landing_confirmed' }],
  outcomes: (call) => [
    { type: 'landing_accepted', call },
    { type: 'landing_absent', call },
    { type: 'landing_unconfirmed', call, account },
    { type: 'landing_refused', call, failure: usedLink },
    { type: 'landing_refused', call, failure: unanswered },
  ],
  walks: walks(),
}

function walks(): Walk[] {
  const verifying = landing()
  const signedIn = landing({ isSignedIn: true })
  const unconfirmed = landing({ status: 'unconfirmed', account })
  const failed = failedLanding()
  const offline = landing({
    ...{ status: 'failed', problem: 'failed', failure: unanswered, remedy: { type: 'authenticate_landing' } },
  })
  return [
    walk(verifying, { type: 'landing_accepted', call: 4 }, ...letIn(verifying)),
    walk(verifying, { type: 'landing_absent', call: 4 }, mainAfter(verifying)),
    walk(signedIn, { type: 'landing_absent', call: 4 }, ...letIn(verifying)),
    walk(verifying, { type: 'landing_unconfirmed', call: 4, account }, unconfirmed),
    walk(signedIn, { type: 'landing_unconfirmed', call: 4, account }, ...letIn(verifying)),
    walk(
      unconfirmed,
      { type: 'landing_confirmed' },
      { ...unconfirmed, status: 'verifying', calls: 5 },
      { type: 'authenticate_landing', call: 5 },
    ),
    walk(unconfirmed, { type: 'back_clicked' }, mainAfter(unconfirmed)),
    walk(unconfirmed, { type: 'session_began' }, ...letIn(unconfirmed)),
    walk(verifying, { type: 'landing_refused', call: 4, failure: usedLink }, failed),
    walk(verifying, { type: 'landing_refused', call: 4, failure: unanswered }, offline),
    walk(signedIn, { type: 'landing_refused', call: 4, failure: usedLink }, ...letIn(verifying)),
    walk(verifying, { type: 'session_began' }, signedIn),
    walk(signedIn, { type: 'session_ended' }, verifying),
    walk(verifying, { type: 'back_clicked' }, mainAfter(verifying)),
    walk(signedIn, { type: 'back_clicked' }, ...letIn(verifying)),
    walk(failed, { type: 'back_clicked' }, mainAfter(failed)),
    walk(failed, { type: 'session_began' }, ...letIn(failed)),
    walk(failed, { type: 'landing_retried' }, main({ form, status: 'sending', calls: 6 }), {
      ...{ type: 'send_magic_link', call: 6, email: ada },
    }),
    walk(
      offline,
      { type: 'landing_retried' },
      { ...offline, status: 'verifying', failure: null, calls: 5 },
      { type: 'authenticate_landing', call: 5 },
    ),
  ]
}
