import type { CreateTransition, FlowTransition } from '../flow/explore.suite.ts'
import { createTransition } from '../flow/explore.suite.ts'
import type { Consent } from './consent/consent.ts'
import type {
  AuthorizeParams,
  IdentityProviderEffect,
  IdentityProviderEvent,
  IdentityProviderState,
  IdpConsent,
  IdpDenied,
  IdpError,
  IdpLoading,
  IdpLogout,
  IdpSuccess,
  LogoutParams,
} from './identity-provider.model.ts'

type Transition = FlowTransition<IdentityProviderState, IdentityProviderEvent, IdentityProviderEffect>
const transition: CreateTransition<IdentityProviderState, IdentityProviderEvent, IdentityProviderEffect> =
  createTransition

export const params: AuthorizeParams = {
  client_id: 'client-1',
  redirect_uri: 'https://notes.example/in',
  response_type: 'code',
  scope: 'openid notes:write',
  state: 's',
  prompt: 'latchkey_request_1',
}
export const logoutParams: LogoutParams = {
  client_id: 'client-1',
  post_logout_redirect_uri: 'https://notes.example/',
}
/** A silent request: no screen may be shown to the user. */
export const silentParams: AuthorizeParams = { ...params, prompt: 'none latchkey_request_2' }
const request = { kind: 'authorize', params } as const
const silentRequest = { kind: 'authorize', params: silentParams, isSilent: true } as const
const logoutRequest = { kind: 'logout', params: logoutParams } as const

export const consent: Consent = {
  ...{ clientName: 'Notes', clientLogo: null, projectName: 'Acme', account: 'ada@example.com' },
  ...{ redirectUri: params.redirect_uri, grantable: ['openid'], ungrantable: ['notes:write'], granted: [] },
  ...{ descriptions: {}, manifest: null, isUnverified: false, describedAt: '' },
}
export const nothing: Consent = { ...consent, grantable: [], ungrantable: ['openid', 'notes:write'] }
export const refused = { name: 'ApiError', error_type: 'oauth_client_not_found', error_message: 'No.' } as const
export const unanswered = { name: 'UnreachableError', error_message: 'Unable to contact our servers.' } as const

export function loading(change: Partial<IdpLoading> = {}): IdpLoading {
  return { screen: 'idp_loading', status: 'session', request, clientName: '', calls: 3, ...change }
}

export function asking(change: Partial<IdpConsent> = {}): IdpConsent {
  return {
    ...{ screen: 'idp_consent', status: 'ready', request, consent, answer: null },
    ...{ isHasty: false, failure: null, calls: 3, ...change },
  }
}

export function error(change: Partial<IdpError> = {}): IdpError {
  return {
    ...{ screen: 'error', status: 'refused', param: '', failure: unanswered, request },
    ...{ canGoBack: false, calls: 3, ...change },
  }
}

const noSession = (calls: number): IdpError => error({ status: 'no_session', failure: null, calls })
const leaving = loading({ status: 'leaving', request: logoutRequest })
const logout: IdpLogout = {
  ...{ screen: 'idp_logout', status: 'asking', request: logoutRequest, projectName: 'Acme' },
  ...{ redirectUri: 'https://notes.example/?state=s', calls: 3 },
}
const denied: IdpDenied = {
  ...{ screen: 'idp_denied', status: 'authorize', request, calls: 3 },
  consent: { clientName: 'Notes', grantable: ['openid'] },
}
const stayed: IdpDenied = { screen: 'idp_denied', status: 'logout', redirectUri: logout.redirectUri, calls: 3 }
const pageErrors = (['missing_parameter', 'framed', 'no_session', 'refused'] as const).map((status) =>
  error({ status, canGoBack: true }),
)
const reading = asking({ status: 'reading' })
const again = loading({ calls: 4 })
const find: IdentityProviderEffect = { type: 'find_session', call: 4 }
const wait: IdentityProviderEffect = { type: 'wait', ms: 500, next: 'reading_done', call: 4 }
const succeeded: IdpSuccess = {
  ...{ screen: 'idp_success', status: 'authorize', clientName: 'Notes', request },
  ...{ isLate: false, calls: 3 },
}
const leavingFor: IdentityProviderEffect = { type: 'wait', ms: 10_000, next: 'still_here', call: 3 }

/** Every edge there is; that none is left out is checked against everything the flow can come to. */
export const transitions: readonly Transition[] = [
  ...loadingTransitions(),
  ...consentTransitions(),
  ...logoutTransitions(),
  ...endTransitions(),
]

function emitted(what: 'START' | 'COMPLETE' | 'CONSENT_DENIED'): IdentityProviderEffect {
  return { type: 'emit', event: { type: `OAUTH_AUTHORIZE_FLOW_${what}`, data: { client_id: 'client-1' } } }
}

function submission(answer: 'allow' | 'deny' | 'automatic'): IdentityProviderEffect {
  return { type: 'submit_authorize', call: 4, params: { ...params, scope: 'openid' }, answer }
}

function loadingTransitions(): Transition[] {
  const preflight = loading({ status: 'preflight' })
  const submitting = loading({ status: 'submitting', clientName: 'Notes' })
  const logoutPreflight = loading({ status: 'logout_preflight', request: logoutRequest })
  return [
    transition(
      loading(),
      { type: 'session_found', call: 3 },
      loading({ status: 'preflight', calls: 4 }),
      emitted('START'),
      {
        type: 'start_authorize',
        call: 4,
        params,
      },
    ),
    transition(loading(), { type: 'session_missing', call: 3 }, noSession(3)),
    transition(
      loading({ request: silentRequest }),
      { type: 'session_missing', call: 3 },
      loading({ status: 'submitting', request: silentRequest, calls: 4 }),
      { type: 'submit_authorize', call: 4, params: silentParams, answer: 'automatic' },
    ),
    transition(
      preflight,
      { type: 'authorize_started', call: 3, isRequired: true, consent },
      asking({ status: 'reading', calls: 4 }),
      wait,
    ),
    transition(
      preflight,
      { type: 'authorize_started', call: 3, isRequired: false, consent },
      loading({ status: 'submitting', clientName: 'Notes', calls: 4 }),
      submission('automatic'),
    ),
    transition(preflight, { type: 'user_changed', isSignedIn: true }, again, find),
    transition(preflight, { type: 'user_changed', isSignedIn: false }, noSession(4)),
    transition(submitting, { type: 'submitted', call: 3 }, succeeded, emitted('COMPLETE'), leavingFor),
    ...[loading(), preflight, submitting, logoutPreflight, leaving].map((from) =>
      transition(from, { type: 'refused', call: 3, failure: unanswered }, error({ request: from.request })),
    ),
  ]
}

function consentTransitions(): Transition[] {
  const allowing = asking({ status: 'submitting', answer: 'allow' })
  const denying = asking({ status: 'submitting', answer: 'deny' })
  const readAgain = asking({ status: 'reading', calls: 4 })
  return [
    transition({ ...reading, isHasty: true }, { type: 'reading_done', call: 3 }, asking({ isHasty: true })),
    transition(reading, { type: 'allow_clicked' }, { ...reading, isHasty: true }),
    transition(
      asking({ failure: unanswered }),
      { type: 'allow_clicked' },
      asking({ status: 'submitting', answer: 'allow', calls: 4 }),
      submission('allow'),
    ),
    ...[reading, asking()].flatMap((from) => [
      transition(from, { type: 'page_focused' }, readAgain, wait),
      transition(
        from,
        { type: 'deny_clicked' },
        asking({ status: 'submitting', answer: 'deny', calls: 4 }),
        submission('deny'),
      ),
      transition(from, { type: 'user_changed', isSignedIn: true }, again, find),
      transition(from, { type: 'user_changed', isSignedIn: false }, noSession(4)),
      transition(from, { type: 'switch_account_clicked' }, from, { type: 'sign_out' }),
    ]),
    transition(allowing, { type: 'submitted', call: 3 }, succeeded, emitted('COMPLETE'), leavingFor),
    transition(denying, { type: 'submitted', call: 3 }, denied, emitted('CONSENT_DENIED')),
    // Normally the browser has left by now. If it has not, the refusal is sent once more.
    transition(denied, { type: 'back_to_application_clicked' }, { ...denied, calls: 4 }, submission('deny')),
    transition(denied, { type: 'refused', call: 3, failure: unanswered }, error()),
    ...[allowing, denying].map((from) =>
      transition(from, { type: 'refused', call: 3, failure: unanswered }, { ...readAgain, failure: unanswered }, wait),
    ),
  ]
}

function logoutTransitions(): Transition[] {
  const preflight = loading({ status: 'logout_preflight', request: logoutRequest })
  const { projectName, redirectUri } = logout
  const left = { ...leaving, calls: 4 }
  const leave = { type: 'leave', call: 4, redirectUri } as const
  return [
    transition(preflight, { type: 'logout_started', call: 3, isRequired: true, projectName, redirectUri }, logout),
    transition(
      preflight,
      { type: 'logout_started', call: 3, isRequired: false, projectName, redirectUri },
      left,
      leave,
    ),
    transition(logout, { type: 'yes_clicked' }, left, leave),
    transition(logout, { type: 'no_clicked' }, stayed),
    transition(stayed, { type: 'back_to_application_clicked' }, { ...stayed, calls: 4 }, { ...leave, type: 'return' }),
    transition(
      leaving,
      { type: 'left', call: 3 },
      { ...succeeded, status: 'logout', clientName: '', request: logoutRequest },
    ),
  ]
}

function endTransitions(): Transition[] {
  return [
    transition(succeeded, { type: 'still_here', call: 3 }, { ...succeeded, isLate: true }),
    transition({ ...succeeded, isLate: true }, { type: 'retry_clicked' }, again, find),
    transition(error(), { type: 'retry_clicked' }, again, find),
    transition(
      error({ request: logoutRequest }),
      { type: 'retry_clicked' },
      loading({ status: 'logout_preflight', request: logoutRequest, calls: 4 }),
      { type: 'start_logout', call: 4, params: logoutParams },
    ),
    transition(noSession(3), { type: 'user_changed', isSignedIn: true }, again, find),
    transition(noSession(3), { type: 'retry_clicked' }, again, find),
    transition(noSession(3), { type: 'log_in_clicked' }, noSession(3), { type: 'log_in' }),
    ...pageErrors.map((from) => transition(from, { type: 'go_back_clicked' }, from, { type: 'go_back' })),
  ]
}
