import type { Failure } from '../flow/failure.ts'
import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import { emit } from '../flow/widget-events.ts'
import type { Consent } from './consent.ts'
import type {
  IdentityProviderEffect,
  IdentityProviderEvent,
  IdentityProviderState,
  IdpConsent,
  IdpDenied,
  IdpError,
  IdpLoading,
  IdpSuccess,
  Landing,
  Wish,
} from './identity-provider.model.ts'

type IdpStep = Step<IdentityProviderState, IdentityProviderEffect>

/** How long nothing can be allowed after the screen, or the window with it, has come to the front. */
export const readingMs = 500
/** How long the way back to an application may take before another try is offered. */
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
          ...{ screen: 'error', status: landing.kind, param, failure: null, wish: null },
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

/** Not if the same request would be refused again: only the application can make a better one. */
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
      return event.type === 'yes_clicked' ? leave(state.wish, state.redirectUri, state.calls + 1) : stay(state)
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

function begin(wish: Wish, calls: number): IdpStep {
  const call = calls + 1
  return wish.kind === 'authorize'
    ? { state: loading(wish, 'session', call), effects: [{ type: 'find_session', call }] }
    : {
        state: loading(wish, 'logout_preflight', call),
        effects: [{ type: 'start_logout', call, request: wish.request }],
      }
}

function loading(wish: Wish, status: IdpLoading['status'], calls: number, clientName = ''): IdpLoading {
  return { screen: 'idp_loading', status, wish, clientName, calls }
}

function failed(state: IdpLoading, failure: Failure): IdpStep {
  const { wish, calls } = state
  return stay(errorOf(wish, 'refused', failure, calls))
}

function errorOf(wish: Wish, status: IdpError['status'], failure: Failure | null, calls: number): IdpError {
  return { screen: 'error', status, param: '', failure, wish, canGoBack: wish.canGoBack === true, calls }
}

function noSession(wish: Wish, calls: number): IdpStep {
  return stay(errorOf(wish, 'no_session', null, calls))
}

/** Whoever may be told nothing is sent on as they are: the application hears that nobody is signed in. */
function nobody(wish: Wish, calls: number): IdpStep {
  if (wish.kind === 'logout' || !wish.isSilent) return noSession(wish, calls)
  const call = calls + 1
  return {
    state: loading(wish, 'submitting', call),
    effects: [{ type: 'submit_authorize', call, request: wish.request, answer: 'automatic' }],
  }
}

function inLoading(state: IdpLoading, event: IdentityProviderEvent): IdpStep {
  const { wish, status, calls } = state
  // Whoever is found is asked; whoever has been found must still be there.
  if (event.type === 'person_changed' && status === 'preflight')
    return event.isSignedIn ? begin(wish, calls) : noSession(wish, calls + 1)
  if (!('call' in event) || event.call !== calls) return stay(state)
  if (event.type === 'refused') return failed(state, event.failure)
  switch (status) {
    case 'session':
      if (event.type === 'session_missing') return nobody(wish, calls)
      return event.type === 'session_found' && wish.kind === 'authorize' ? preflight(wish, calls + 1) : stay(state)
    case 'preflight':
      return event.type === 'authorize_started' && wish.kind === 'authorize'
        ? started(wish, event.consent, event.isRequired, calls + 1)
        : stay(state)
    case 'submitting':
      return event.type === 'submitted' ? succeeded(state.clientName, wish, calls) : stay(state)
    case 'logout_preflight': {
      if (event.type !== 'logout_started') return stay(state)
      const { projectName, redirectUri } = event
      return event.isRequired
        ? stay({ screen: 'idp_logout', status: 'asking', wish, projectName, redirectUri, calls })
        : leave(wish, redirectUri, calls + 1)
    }
    case 'leaving':
      return event.type === 'left' ? stay(success(wish, '', calls)) : stay(state)
    default:
      return status satisfies never
  }
}

function preflight(wish: IdpConsent['wish'], call: number): IdpStep {
  const { request } = wish
  return {
    state: loading(wish, 'preflight', call),
    effects: [
      emit({ type: 'OAUTH_AUTHORIZE_FLOW_START', data: { client_id: request.client_id } }),
      { type: 'start_authorize', call, request },
    ],
  }
}

function started(wish: IdpConsent['wish'], consent: Consent, isRequired: boolean, call: number): IdpStep {
  if (!isRequired)
    return {
      state: loading(wish, 'submitting', call, consent.clientName),
      effects: [submit(wish, consent, call, 'automatic')],
    }
  return {
    state: {
      ...{ screen: 'idp_consent', status: 'reading', wish, consent },
      ...{ answer: null, isHasty: false, failure: null, calls: call },
    },
    effects: [waitFor(call)],
  }
}

function waitFor(call: number): IdentityProviderEffect {
  return { type: 'wait', ms: readingMs, next: 'reading_done', call }
}

function submit(
  { request }: IdpConsent['wish'],
  { grantable }: Pick<Consent, 'grantable'>,
  call: number,
  answer: 'allow' | 'deny' | 'automatic',
): IdentityProviderEffect {
  return { type: 'submit_authorize', call, request: { ...request, scope: grantable.join(' ') }, answer }
}

function inConsent(state: IdpConsent, event: IdentityProviderEvent): IdpStep {
  const { wish, consent, status, calls } = state
  const isOurs = 'call' in event && event.call === calls
  if (status === 'submitting') {
    if (!isOurs) return stay(state)
    // What the screen showed is no longer what the provider would grant: ask the provider and show it again. Not after
    // Deny: if the request was allowed in another tab, the new answer of the provider would be a grant.
    if (event.type === 'refused' && event.failure.error_type === 'oauth_request_expired' && state.answer === 'allow')
      return begin(wish, calls)
    if (event.type === 'refused') return read({ ...state, failure: event.failure })
    if (event.type !== 'submitted') return stay(state)
    return state.answer === 'allow' ? succeeded(consent.clientName, wish, calls) : denied(wish, consent, calls)
  }
  switch (event.type) {
    case 'reading_done':
      return isOurs && status === 'reading' ? stay({ ...state, status: 'ready', isHasty: false }) : stay(state)
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
    case 'person_changed':
      // What one user can grant must not be shown to another, nor be allowed by them.
      return event.isSignedIn ? begin(wish, calls) : noSession(wish, calls + 1)
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
    effects: [submit(state.wish, state.consent, calls, answer)],
  }
}

function success(wish: Wish, clientName: string, calls: number): IdpSuccess {
  return { screen: 'idp_success', status: wish.kind, clientName, wish, isLate: false, calls }
}

function succeeded(clientName: string, wish: Wish, calls: number): IdpStep {
  return {
    state: success(wish, clientName, calls),
    effects: [
      emit({ type: 'OAUTH_AUTHORIZE_FLOW_COMPLETE', data: { client_id: wish.request.client_id } }),
      { type: 'wait', ms: leavingMs, next: 'still_here', call: calls },
    ],
  }
}

function denied(wish: IdpConsent['wish'], { clientName, grantable }: Consent, calls: number): IdpStep {
  return {
    state: { screen: 'idp_denied', status: 'authorize', wish, consent: { clientName, grantable }, calls },
    effects: [emit({ type: 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED', data: { client_id: wish.request.client_id } })],
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
          : submit(state.wish, state.consent, call, 'deny'),
      ],
    }
  }
  const isRefused = event.type === 'refused' && event.call === calls && state.status === 'authorize'
  return isRefused ? stay(errorOf(state.wish, 'refused', event.failure, calls)) : stay(state)
}

function leave(wish: Wish, redirectUri: string, call: number): IdpStep {
  return { state: loading(wish, 'leaving', call), effects: [{ type: 'leave', call, redirectUri }] }
}

function inSuccess(state: IdpSuccess, event: IdentityProviderEvent): IdpStep {
  const { status, wish, isLate, calls } = state
  if (event.type === 'retry_clicked' && isLate) return begin(wish, calls)
  const isStillHere = event.type === 'still_here' && event.call === calls && status === 'authorize'
  return isStillHere ? stay({ ...state, isLate: true }) : stay(state)
}

function inError(state: IdpError, event: IdentityProviderEvent): IdpStep {
  const { wish, status, canGoBack, calls } = state
  if (event.type === 'go_back_clicked' && canGoBack) return { state, effects: [{ type: 'go_back' }] }
  if (!wish) return stay(state)
  if (event.type === 'log_in_clicked' && status === 'no_session') return { state, effects: [{ type: 'log_in' }] }
  const isWelcome = event.type === 'person_changed' && event.isSignedIn && status === 'no_session'
  const isTriedAgain = event.type === 'retry_clicked' && canRetry(state)
  return isWelcome || isTriedAgain ? begin(wish, calls) : stay(state)
}
