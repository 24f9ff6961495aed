import type { Failure } from '../flow/failure.ts'
import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import { emit } from '../flow/widget-events.ts'
import type { Consent } from './consent/consent.ts'
import type {
  IdentityProviderEffect,
  IdentityProviderEvent,
  IdentityProviderState,
  IdpConsent,
  IdpDenied,
  IdpError,
  IdpLoading,
  IdpRequest,
  IdpSuccess,
  Landing,
} from './identity-provider.model.ts'

type IdpStep = Step<IdentityProviderState, IdentityProviderEffect>

/** Allow is ignored for this time after the screen has appeared or the window got the focus. */
export const readingMs = 500
/** How long the redirect to the application may take before a retry is offered. */
const leavingMs = 10_000

export function startIdentityProvider(landing: Landing): IdpStep {
  switch (landing.kind) {
    case 'authorize':
    case 'logout':
      return begin(landing, 0)
    default: {
      const param = landing.kind === 'framed' ? '' : landing.param
      return {
        state: {
          ...{ screen: 'error', status: landing.kind, param, failure: null, request: null },
          ...{ canGoBack: landing.canGoBack === true, calls: 0 },
        },
        effects: [
          landing.kind === 'framed'
            ? { type: 'complain', of: 'framed' }
            : { type: 'complain', of: landing.kind, param },
        ],
      }
    }
  }
}

/** False if the same request would be rejected again: only the application can fix it. */
export function canRetry({ status, failure }: Pick<IdpError, 'status' | 'failure'>): boolean {
  return status === 'no_session' || (failure !== null && !failure.error_type?.startsWith('oauth_'))
}

export const identityProviderFlow: Flow<IdentityProviderState, IdentityProviderEvent, IdentityProviderEffect> = (
  state,
  event,
) => {
  switch (state.screen) {
    case 'idp_loading':
      return inLoading(state, event)
    case 'idp_consent':
      return inConsent(state, event)
    case 'idp_logout':
      if (event.type === 'no_clicked') {
        const { redirectUri, calls } = state
        return stay({ screen: 'idp_denied', status: 'logout', redirectUri, calls })
      }
      return event.type === 'yes_clicked' ? leave(state.request, state.redirectUri, state.calls + 1) : stay(state)
    case 'error':
      return inError(state, event)
    case 'idp_success':
      return inSuccess(state, event)
    case 'idp_denied':
      return inDenied(state, event)
    default:
      return state satisfies never
  }
}

function begin(request: IdpRequest, calls: number): IdpStep {
  const call = calls + 1
  return request.kind === 'authorize'
    ? { state: loading(request, 'session', call), effects: [{ type: 'find_session', call }] }
    : {
        state: loading(request, 'logout_preflight', call),
        effects: [{ type: 'start_logout', call, params: request.params }],
      }
}

function loading(request: IdpRequest, status: IdpLoading['status'], calls: number, clientName = ''): IdpLoading {
  return { screen: 'idp_loading', status, request, clientName, calls }
}

function failed(state: IdpLoading, failure: Failure): IdpStep {
  const { request, calls } = state
  return stay(errorOf(request, 'refused', failure, calls))
}

function errorOf(request: IdpRequest, status: IdpError['status'], failure: Failure | null, calls: number): IdpError {
  return { screen: 'error', status, param: '', failure, request, canGoBack: request.canGoBack === true, calls }
}

function noSession(request: IdpRequest, calls: number): IdpStep {
  return stay(errorOf(request, 'no_session', null, calls))
}

/** A silent request (`prompt=none`) is submitted without a session: the application gets `login_required`. */
function sessionMissing(request: IdpRequest, calls: number): IdpStep {
  if (request.kind === 'logout' || !request.isSilent) return noSession(request, calls)
  const call = calls + 1
  return {
    state: loading(request, 'submitting', call),
    effects: [{ type: 'submit_authorize', call, params: request.params, answer: 'automatic' }],
  }
}

function inLoading(state: IdpLoading, event: IdentityProviderEvent): IdpStep {
  const { request, status, calls } = state
  // The user must not change between the session check and the consent screen.
  if (event.type === 'user_changed' && status === 'preflight')
    return event.isSignedIn ? begin(request, calls) : noSession(request, calls + 1)
  if (!('call' in event) || event.call !== calls) return stay(state)
  if (event.type === 'refused') return failed(state, event.failure)
  switch (status) {
    case 'session':
      if (event.type === 'session_missing') return sessionMissing(request, calls)
      return event.type === 'session_found' && request.kind === 'authorize'
        ? preflight(request, calls + 1)
        : stay(state)
    case 'preflight':
      return event.type === 'authorize_started' && request.kind === 'authorize'
        ? started(request, event.consent, event.isRequired, calls + 1)
        : stay(state)
    case 'submitting':
      return event.type === 'submitted' ? succeeded(state.clientName, request, calls) : stay(state)
    case 'logout_preflight': {
      if (event.type !== 'logout_started') return stay(state)
      const { projectName, redirectUri } = event
      return event.isRequired
        ? stay({ screen: 'idp_logout', status: 'asking', request, projectName, redirectUri, calls })
        : leave(request, redirectUri, calls + 1)
    }
    case 'leaving':
      return event.type === 'left' ? stay(success(request, '', calls)) : stay(state)
    default:
      return status satisfies never
  }
}

function preflight(request: IdpConsent['request'], call: number): IdpStep {
  const { params } = request
  return {
    state: loading(request, 'preflight', call),
    effects: [
      emit({ type: 'OAUTH_AUTHORIZE_FLOW_START', data: { client_id: params.client_id } }),
      { type: 'start_authorize', call, params },
    ],
  }
}

function started(request: IdpConsent['request'], consent: Consent, isRequired: boolean, call: number): IdpStep {
  if (!isRequired)
    return {
      state: loading(request, 'submitting', call, consent.clientName),
      effects: [submit(request, consent, call, 'automatic')],
    }
  return {
    state: {
      ...{ screen: 'idp_consent', status: 'reading', request, consent },
      ...{ answer: null, isHasty: false, failure: null, calls: call },
    },
    effects: [waitFor(call)],
  }
}

function waitFor(call: number): IdentityProviderEffect {
  return { type: 'wait', ms: readingMs, next: 'reading_done', call }
}

function submit(
  { params }: IdpConsent['request'],
  { grantable }: Pick<Consent, 'grantable'>,
  call: number,
  answer: 'allow' | 'deny' | 'automatic',
): IdentityProviderEffect {
  return { type: 'submit_authorize', call, params: { ...params, scope: grantable.join(' ') }, answer }
}

function inConsent(state: IdpConsent, event: IdentityProviderEvent): IdpStep {
  const { request, consent, status, calls } = state
  const isOurs = 'call' in event && event.call === calls
  if (status === 'submitting') {
    if (!isOurs) return stay(state)
    // What the screen showed is no longer what the provider would grant: ask the provider and show it again. Not after
    // Deny: if the request was allowed in another tab, the new answer of the provider would be a grant.
    if (event.type === 'refused' && event.failure.error_type === 'oauth_request_expired' && state.answer === 'allow')
      return begin(request, calls)
    if (event.type === 'refused') return read({ ...state, failure: event.failure })
    if (event.type !== 'submitted') return stay(state)
    return state.answer === 'allow' ? succeeded(consent.clientName, request, calls) : denied(request, consent, calls)
  }
  switch (event.type) {
    case 'reading_done':
      return isOurs && status === 'reading' ? stay({ ...state, status: 'ready' }) : stay(state)
    case 'page_focused':
      return read(state)
    case 'allow_clicked':
      if (consent.grantable.length === 0) return stay(state)
      if (status === 'reading') return state.isHasty ? stay(state) : stay({ ...state, isHasty: true })
      return answered(state, 'allow')
    case 'deny_clicked':
      return answered(state, 'deny')
    case 'switch_account_clicked':
      return { state, effects: [{ type: 'sign_out' }] }
    case 'user_changed':
      // What one user can grant must not be shown to another, nor be allowed by them.
      return event.isSignedIn ? begin(request, calls) : noSession(request, calls + 1)
    default:
      return stay(state)
  }
}

function read(state: IdpConsent): IdpStep {
  const calls = state.calls + 1
  return { state: { ...state, status: 'reading', answer: null, isHasty: false, calls }, effects: [waitFor(calls)] }
}

function answered(state: IdpConsent, answer: 'allow' | 'deny'): IdpStep {
  const calls = state.calls + 1
  return {
    state: { ...state, status: 'submitting', answer, isHasty: false, failure: null, calls },
    effects: [submit(state.request, state.consent, calls, answer)],
  }
}

function success(request: IdpRequest, clientName: string, calls: number): IdpSuccess {
  return { screen: 'idp_success', status: request.kind, clientName, request, isLate: false, calls }
}

function succeeded(clientName: string, request: IdpRequest, calls: number): IdpStep {
  return {
    state: success(request, clientName, calls),
    effects: [
      emit({ type: 'OAUTH_AUTHORIZE_FLOW_COMPLETE', data: { client_id: request.params.client_id } }),
      { type: 'wait', ms: leavingMs, next: 'still_here', call: calls },
    ],
  }
}

function denied(request: IdpConsent['request'], { clientName, grantable }: Consent, calls: number): IdpStep {
  return {
    state: { screen: 'idp_denied', status: 'authorize', request, consent: { clientName, grantable }, calls },
    effects: [emit({ type: 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED', data: { client_id: request.params.client_id } })],
  }
}

/** The browser normally leaves the page with the refusal. If it has not, the user can send it once more. */
function inDenied(state: IdpDenied, event: IdentityProviderEvent): IdpStep {
  const { calls } = state
  if (event.type === 'back_to_application_clicked') {
    const call = calls + 1
    return {
      state: { ...state, calls: call },
      effects: [
        state.status === 'logout'
          ? { type: 'return', call, redirectUri: state.redirectUri }
          : submit(state.request, state.consent, call, 'deny'),
      ],
    }
  }
  const isRefused = event.type === 'refused' && event.call === calls && state.status === 'authorize'
  return isRefused ? stay(errorOf(state.request, 'refused', event.failure, calls)) : stay(state)
}

function leave(request: IdpRequest, redirectUri: string, call: number): IdpStep {
  return { state: loading(request, 'leaving', call), effects: [{ type: 'leave', call, redirectUri }] }
}

function inSuccess(state: IdpSuccess, event: IdentityProviderEvent): IdpStep {
  const { status, request, isLate, calls } = state
  if (event.type === 'retry_clicked' && isLate) return begin(request, calls)
  const isStillHere = event.type === 'still_here' && event.call === calls && status === 'authorize'
  return isStillHere ? stay({ ...state, isLate: true }) : stay(state)
}

function inError(state: IdpError, event: IdentityProviderEvent): IdpStep {
  const { request, status, canGoBack, calls } = state
  if (event.type === 'go_back_clicked' && canGoBack) return { state, effects: [{ type: 'go_back' }] }
  if (!request) return stay(state)
  if (event.type === 'log_in_clicked' && status === 'no_session') return { state, effects: [{ type: 'log_in' }] }
  const isWelcome = event.type === 'user_changed' && event.isSignedIn && status === 'no_session'
  const isTriedAgain = event.type === 'retry_clicked' && canRetry(state)
  return isWelcome || isTriedAgain ? begin(request, calls) : stay(state)
}
