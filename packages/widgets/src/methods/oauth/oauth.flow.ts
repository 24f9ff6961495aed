import type { OAuthProvider } from '@latchkey/contract'
import type { Failure } from '../../flow/failure.ts'

/** Opens the provider's page. */
export interface StartOAuth {
  readonly type: 'start_oauth'
  readonly call: number
  readonly provider: OAuthProvider
}

/** The browser is leaving. Settles if the user returns, or the browser stays. */
export interface AwaitReturn {
  readonly type: 'await_return'
  readonly call: number
}

export type OAuthOutcome =
  | { readonly type: 'oauth_started'; readonly call: number }
  | { readonly type: 'oauth_refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'page_returned'; readonly call: number }
