import type { ssoStartPath } from '@latchkey/contract/b2b'
import type { ProviderOptions, StartContext } from '../../../methods/oauth/start.ts'
import { navigateToProvider } from '../../../methods/oauth/start.ts'

// A literal, so that bundlers keep the entry in one file.
const path = '/v1/public/sso/start' satisfies typeof ssoStartPath

/** The options of `sso.start`. */
export interface SsoStartOptions extends Pick<ProviderOptions, 'provider_params'> {
  connection_id: string
  /**
   * The page that an existing member returns to.
   * @default the redirect URL of the project
   */
  login_redirect_url?: string
  /**
   * The page that a new member returns to.
   * @default the redirect URL of the project
   */
  signup_redirect_url?: string
}

/** Starts a sign-in with a connection. */
export function startSso(ctx: StartContext, options: SsoStartOptions): Promise<void> {
  const types = 'connection_id login_redirect_url? signup_redirect_url?'
  return navigateToProvider(
    ctx,
    { method: 'sso.start', path, types, challenge: 'pkce_code_challenge', flow: 'sso' },
    options,
  )
}
