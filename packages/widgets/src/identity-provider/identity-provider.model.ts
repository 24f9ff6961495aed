import type { Failure } from '../flow/failure.ts'
import type { Wait } from '../flow/wait.ts'
import type { Emit } from '../flow/widget-events.ts'
import type { Consent } from './consent/consent.ts'

/** The authorization request in the page's query. */
export interface AuthorizeParams {
  readonly client_id: string
  readonly redirect_uri: string
  readonly response_type: string
  readonly scope: string
  readonly code_challenge?: string
  readonly state?: string
  readonly nonce?: string
  readonly prompt?: string
}

export interface LogoutParams {
  readonly client_id: string
  readonly post_logout_redirect_uri: string
  readonly id_token_hint?: string
  readonly state?: string
}

export type IdpRequest =
  | {
      readonly kind: 'authorize'
      readonly params: AuthorizeParams
      /** The application wants a response without any screen (`prompt=none`). */
      readonly isSilent?: true
      readonly canGoBack?: boolean
    }
  | { readonly kind: 'logout'; readonly params: LogoutParams; readonly canGoBack?: boolean }

/** No request can be made: the URL or the place of the page is wrong. */
type PageProblem = { readonly kind: 'missing_parameter'; readonly param: string } | { readonly kind: 'framed' }

/** `canGoBack`: the browser has a page to return to. */
export type Landing = (IdpRequest | PageProblem) & { readonly canGoBack?: boolean }

export interface IdpLoading {
  readonly screen: 'idp_loading'
  readonly status: 'session' | 'preflight' | 'submitting' | 'logout_preflight' | 'leaving'
  readonly request: IdpRequest
  /** Empty until the provider has responded. */
  readonly clientName: string
  readonly calls: number
}

export interface IdpConsent {
  readonly screen: 'idp_consent'
  /** `reading`: the screen has just appeared. A click that was meant for something else must not allow anything. */
  readonly status: 'reading' | 'ready' | 'submitting'
  readonly request: Extract<IdpRequest, { kind: 'authorize' }>
  readonly consent: Consent
  readonly answer: 'allow' | 'deny' | null
  /** Allow was clicked too early. The screen says so until the next answer, or until the window gets the focus. */
  readonly isHasty: boolean
  readonly failure: Failure | null
  readonly calls: number
}

export interface IdpLogout {
  readonly screen: 'idp_logout'
  readonly status: 'asking'
  readonly request: IdpRequest
  readonly projectName: string
  readonly redirectUri: string
  readonly calls: number
}

/** The user did not allow access, or did not log out. */
export type IdpDenied = { readonly screen: 'idp_denied'; readonly calls: number } & (
  | {
      readonly status: 'authorize'
      readonly request: Extract<IdpRequest, { kind: 'authorize' }>
      readonly consent: Pick<Consent, 'clientName' | 'grantable'>
    }
  /** `redirectUri`: an address that the provider has checked. */
  | { readonly status: 'logout'; readonly redirectUri: string }
)

export interface IdpSuccess {
  readonly screen: 'idp_success'
  readonly status: IdpRequest['kind']
  readonly clientName: string
  readonly request: IdpRequest
  /** The browser has not left the page after the answer was sent. */
  readonly isLate: boolean
  readonly calls: number
}

export interface IdpError {
  readonly screen: 'error'
  readonly status: 'missing_parameter' | 'framed' | 'no_session' | 'refused'
  readonly param: string
  readonly failure: Failure | null
  /** What a retry requests. Null if the page itself is wrong. */
  readonly request: IdpRequest | null
  readonly canGoBack: boolean
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
  /** The window has the focus again: the time to read starts over. */
  | { readonly type: 'page_focused' }
  | { readonly type: 'allow_clicked' }
  | { readonly type: 'deny_clicked' }
  | { readonly type: 'yes_clicked' }
  | { readonly type: 'no_clicked' }
  | { readonly type: 'retry_clicked' }
  /** On a screen without a session. */
  | { readonly type: 'log_in_clicked' }
  | { readonly type: 'go_back_clicked' }
  /** From a screen that says what the user did not allow. */
  | { readonly type: 'back_to_application_clicked' }
  | { readonly type: 'switch_account_clicked' }
  /** Another user has signed in, here or in another tab, or the user has signed out. */
  | { readonly type: 'user_changed'; readonly isSignedIn: boolean }

export type IdentityProviderEffect =
  | { readonly type: 'find_session'; readonly call: number }
  | { readonly type: 'start_authorize'; readonly call: number; readonly params: AuthorizeParams }
  | {
      readonly type: 'submit_authorize'
      readonly call: number
      /** With no more scopes than can be granted. */
      readonly params: AuthorizeParams
      readonly answer: 'allow' | 'deny' | 'automatic'
    }
  | { readonly type: 'start_logout'; readonly call: number; readonly params: LogoutParams }
  | { readonly type: 'leave'; readonly call: number; readonly redirectUri: string }
  /** Leaves for an address that the provider has checked, and keeps the session. */
  | { readonly type: 'return'; readonly call: number; readonly redirectUri: string }
  | { readonly type: 'log_in' }
  | { readonly type: 'go_back' }
  | { readonly type: 'sign_out' }
  | { readonly type: 'complain'; readonly of: 'framed' }
  | { readonly type: 'complain'; readonly of: 'missing_parameter'; readonly param: string }
  | Wait<'reading_done' | 'still_here'>
  | Emit
