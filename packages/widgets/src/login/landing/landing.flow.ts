import type { OAuthProvider } from '@latchkey/contract'
import type { Tab } from '../../config/login.config.ts'
import type { Failure } from '../../flow/failure.ts'
import { isUnanswered } from '../../flow/failure.ts'

/** Why a landing did not sign the user in, as far as the next step depends on it. */
export type LandingProblem = 'expired' | 'other_browser' | 'canceled' | 'failed'

/** The next step that a landing screen offers besides starting over. */
export type LandingRemedy =
  | { readonly type: 'send_magic_link' | 'send_reset_email'; readonly email: string; readonly tab: Tab }
  | { readonly type: 'start_oauth'; readonly provider: OAuthProvider }
  | { readonly type: 'authenticate_landing' }

/** A sign-in that continues elsewhere: in a mailbox, or at an identity provider. */
export interface PendingSignIn {
  /** As `showLastUsed` names it: a tab of Main, or a provider. */
  readonly method: string
  /** Where the link went. */
  readonly email?: string | undefined
}

/** The page was opened by a link of a message, or by an identity provider. */
export interface Landing {
  readonly screen: 'landing'
  readonly status: 'verifying' | 'unconfirmed' | 'failed'
  /** Whom the link signs in, if the user has to confirm it; empty if that is not known. */
  readonly account: string
  /** The remedy if the token is rejected: a new link, or another try at the identity provider. */
  readonly fallback: LandingRemedy | null
  readonly problem: LandingProblem
  readonly remedy: LandingRemedy | null
  readonly failure: Failure | null
  readonly calls: number
  /** The user signed in elsewhere while the token is being checked. */
  readonly isSignedIn: boolean
}

/** Redeems the token in the URL, or reads the error that the provider put there. */
export interface AuthenticateLanding {
  readonly type: 'authenticate_landing'
  readonly call: number
}

export type LandingEvent =
  | { readonly type: 'landing_accepted'; readonly call: number }
  /** The host page has processed the landing already. */
  | { readonly type: 'landing_absent'; readonly call: number }
  | { readonly type: 'landing_refused'; readonly call: number; readonly failure: Failure }
  /** This browser did not ask for the link: the user decides. */
  | { readonly type: 'landing_unconfirmed'; readonly call: number; readonly account: string }
  | { readonly type: 'landing_confirmed' }
  | { readonly type: 'landing_retried' }

/** Call number `calls` redeems the token in the URL. */
export function startLanding(fallback: LandingRemedy | null, calls: number): Landing {
  return {
    screen: 'landing',
    status: 'verifying',
    account: '',
    fallback,
    problem: 'failed',
    remedy: null,
    failure: null,
    calls,
    isSignedIn: false,
  }
}

export function landingFailed(state: Landing, failure: Failure): Landing {
  const problem = problemOf(failure)
  return {
    ...state,
    status: 'failed',
    problem,
    // Without a response the token may still be good.
    remedy: isUnanswered(failure) ? { type: 'authenticate_landing' } : state.fallback,
    failure,
  }
}

function problemOf({ name, error_type }: Failure): LandingProblem {
  // The client has no pair for the token, or cannot tell that the user confirmed it.
  if (name === 'SdkError') return 'other_browser'
  switch (error_type) {
    case 'unable_to_auth_magic_link':
      return 'expired'
    case 'pkce_mismatch':
    case 'pkce_required':
      return 'other_browser'
    case 'oauth_access_denied':
      return 'canceled'
    default:
      return 'failed'
  }
}
