import type { Client } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import type { LoginPlan } from '../../config/login.config.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import { runCall } from '../../widget/run-call.ts'
import { assertAnswering, awaitReturn } from './leaving.ts'
import type { OAuthOutcome, StartOAuth } from './oauth.flow.ts'

export interface OAuthDeps {
  readonly client: Client
  readonly plan: Pick<LoginPlan, 'oauth'>
  readonly clock: Clock
  /** Reports a failed call to the host page. */
  readonly reportError: (error: unknown) => void
}

export function runOAuthEffect(
  { call, provider }: StartOAuth,
  { client, plan: { oauth }, reportError }: OAuthDeps,
  send: (outcome: OAuthOutcome) => void,
): Promise<void> {
  const { custom_scopes, provider_params } = oauth.providers.find(({ type }) => type === provider) ?? {}
  return runCall<OAuthOutcome>({ reportError, send, call, refused: 'oauth_refused' }, async () => {
    await assertAnswering(client)
    await client.oauth[provider].start({
      login_redirect_url: oauth.loginRedirectURL,
      signup_redirect_url: oauth.signupRedirectURL,
      // Unchanged, so that the client reports a value that is not a list.
      custom_scopes: custom_scopes as string[] | undefined,
      provider_params,
    })
    return { type: 'oauth_started', call }
  })
}

export const oauthRunners: LoginRunners = { start_oauth: runOAuthEffect, await_return: awaitReturn }
