import type { OAuthProvider } from '@latchkey/contract'
import type { Failure } from '../../flow/failure.ts'

/** Leaves the page for the provider's. */
export interface StartOAuth {
  readonly type: 'start_oauth'
  readonly call: number
  readonly provider: OAuthProvider
}

/** The browser is told to leave, and should be gone soon. Comes back if the person does, or stays after all. */
export interface AwaitReturn {
  readonly type: 'await_return'
  readonly call: number
}

export type OAuthOutcome =
  | { readonly type: 'oauth_started'; readonly call: number }
  | { readonly type: 'oauth_refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'page_returned'; readonly call: number }
