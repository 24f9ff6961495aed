import type { Failure } from '../flow/failure.ts'
import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import type { Wait } from '../flow/wait.ts'
import type { Emit } from '../flow/widget-events.ts'
import { emit } from '../flow/widget-events.ts'
import type { Consent } from './consent.ts'

/** What an application wants, as the page's query says it. */
export interface AuthorizeRequest {
  readonly client_id: string
  readonly redirect_uri: string
  readonly response_type: string
  readonly scope: string
  readonly code_challenge?: string
  readonly state?: string
  readonly nonce?: string
  readonly prompt?: string
}

export interface LogoutRequest {
  readonly client_id: string
  readonly post_logout_redirect_uri: string
  readonly id_token_hint?: string
  readonly state?: string
}

type Wish =
  | {
      readonly kind: 'authorize'
      readonly request: AuthorizeRequest
      /** The application wants an answer without a word to the person. */
      readonly isSilent?: true
    }
  | { readonly kind: 'logout'; readonly request: LogoutRequest }

/** What no call was made for: the page itself is at fault. */
type PageProblem = { readonly kind: 'missing_parameter'; readonly param: string } | { readonly kind: 'framed' }

export type Landing = Wish | PageProblem

export interface IdpLoading {
  readonly screen: 'idp_loading'
  readonly status: 'session' | 'preflight' | 'submitting' | 'logout_preflight' | 'leaving'
  readonly wish: Wish
  /** Known once the provider has said it. */
  readonly clientName: string
  readonly calls: number
}

export interface IdpConsent {
  readonly screen: 'idp_consent'
  /** Nothing can be allowed while somebody begins to read: a click that was meant for something else does nothing. */
  readonly status: 'reading' | 'ready' | 'submitting'
  readonly wish: Extract<Wish, { kind: 'authorize' }>
  readonly consent: Consent
  readonly answer: 'allow' | 'deny' | null
  /** Allow was clicked too early. */
  readonly isHasty: boolean
  readonly failure: Failure | null
  readonly calls: number
}

export interface IdpLogout {
  readonly screen: 'idp_logout'
  readonly status: 'asking'
  readonly wish: Wish
  readonly projectName: string
  readonly redirectUri: string
  readonly calls: number
}

export interface IdpDenied {
  readonly screen: 'idp_denied'
  readonly status: Wish['kind']
}

export interface IdpSuccess {
  readonly screen: 'idp_success'
  readonly status: Wish['kind']
  readonly clientName: string
  readonly wish: Wish
  /** The page is still there: whatever was sent has not led away from it. */
  readonly isLate: boolean
  readonly calls: number
}

export interface IdpError {
  readonly screen: 'error'
  readonly status: 'missing_parameter' | 'framed' | 'no_session' | 'refused'
  readonly param: string
  readonly failure: Failure | null
  /** What is tried again; nothing, where the page itself is at fault. */
  readonly wish: Wish | null
  readonly calls: number
}

export type IdentityProviderState = IdpLoading | IdpConsent | IdpLogout | IdpDenied | IdpSuccess | IdpError

export type IdentityProviderScreen = IdentityProviderState['screen']

export type IdentityProviderStateOf<Name extends IdentityProviderScreen> = Extract<
  IdentityProviderState,
  { screen: Name }
>

export type IdentityProviderOutcome =
  | { readonly type: 'session_found'; readonly call: number }
  | { readonly type: 'session_missing'; readonly call: number }
  | {
      readonly type: 'authorize_started'
      readonly call: number
      readonly isRequired: boolean
      readonly consent: Consent
    }
  | { readonly type: 'submitted'; readonly call: number }
  | {
      readonly type: 'logout_started'
      readonly call: number
      readonly isRequired: boolean
      readonly projectName: string
      readonly redirectUri: string
    }
  | { readonly type: 'left'; readonly call: number }
  | { readonly type: 'refused'; readonly call: number; readonly failure: Failure }

export type IdentityProviderEvent =
  | IdentityProviderOutcome
  | { readonly type: 'reading_done'; readonly call: number }
  | { readonly type: 'still_here'; readonly call: number }
  /** The window has the focus again: whoever comes back begins to read anew. */
  | { readonly type: 'page_focused' }
  | { readonly type: 'allow_clicked' }
  | { readonly type: 'deny_clicked' }
  | { readonly type: 'yes_clicked' }
  | { readonly type: 'no_clicked' }
  | { readonly type: 'retry_clicked' }
  /** Somebody else is signed in, here or in another tab; or nobody is any more. */
  | { readonly type: 'person_changed'; readonly isSignedIn: boolean }

export type IdentityProviderEffect =
  | { readonly type: 'find_session'; readonly call: number }
  | { readonly type: 'start_authorize'; readonly call: number; readonly request: AuthorizeRequest }
  | {
      readonly type: 'submit_authorize'
      readonly call: number
      /** With no more scopes than can be granted. */
      readonly request: AuthorizeRequest
      readonly answer: 'allow' | 'deny' | 'automatic'
    }
  | { readonly type: 'start_logout'; readonly call: number; readonly request: LogoutRequest }
  | { readonly type: 'leave'; readonly call: number; readonly redirectUri: string }
  | { readonly type: 'complain'; readonly of: 'framed' }
  | { readonly type: 'complain'; readonly of: 'missing_parameter'; readonly param: string }
  | Wait<'reading_done' | 'still_here'>
  | Emit

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
        state: { screen: 'error', status: landing.kind, param, failure: null, wish: null, calls: 0 },
        effects: [
          landing.kind === 'framed'
            ? { type: 'complain', of: 'framed' }
            : { type: 'complain', of: landing.kind, param },
        ],
      }
    }
  }
}

/** Not where the same request would be refused again: only the application can make a better one. */
export function canRetry({ error_type }: Failure): boolean {
  return !error_type?.startsWith('oauth_')
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
      if (event.type === 'no_clicked') return stay({ screen: 'idp_denied', status: 'logout' })
      return event.type === 'yes_clicked' ? leave(state.wish, state.redirectUri, state.calls + 1) : stay(state)
    case 'error':
      return inError(state, event)
    case 'idp_success':
      return inSuccess(state, event)
    case 'idp_denied':
      return stay(state)
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
  return stay({ screen: 'error', status: 'refused', param: '', failure, wish, calls })
}

function noSession(wish: Wish, calls: number): IdpStep {
  return stay({ screen: 'error', status: 'no_session', param: '', failure: null, wish, calls })
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
  { grantable }: Consent,
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
    if (event.type === 'refused') return read({ ...state, failure: event.failure })
    if (event.type !== 'submitted') return stay(state)
    return state.answer === 'allow' ? succeeded(consent.clientName, wish, calls) : denied(wish)
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
    case 'person_changed':
      // What one person can grant is another's secret, and no leave of theirs.
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

function denied({ request }: Wish): IdpStep {
  return {
    state: { screen: 'idp_denied', status: 'authorize' },
    effects: [emit({ type: 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED', data: { client_id: request.client_id } })],
  }
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
  const { wish, status, failure, calls } = state
  if (!wish) return stay(state)
  const isWelcome = event.type === 'person_changed' && event.isSignedIn && status === 'no_session'
  const isTriedAgain = event.type === 'retry_clicked' && failure !== null && canRetry(failure)
  return isWelcome || isTriedAgain ? begin(wish, calls) : stay(state)
}
