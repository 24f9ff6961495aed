import type { Client } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import { clientInternals, unreachableError } from '@latchkey/client/internal'
import type { LoginPlan } from '../../config/login.config.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import { runCall } from '../../widget/run-call.ts'
import type { AwaitReturn, OAuthOutcome, StartOAuth } from './oauth.flow.ts'

/** After this time the browser has left, or the user has stopped the navigation. */
const leavingMs = 10_000

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

/** Rejects while offline: the navigation would end on the browser's error page, without a retry. */
async function assertAnswering(client: Client): Promise<void> {
  const { bootstrap, platform } = clientInternals(client)
  await bootstrap.get()
  const failure = bootstrap.failure()
  if (failure) throw failure
  if (platform.navigator.onLine === false) throw unreachableError('The browser is offline.')
}

/** The browser may restore the page on Back, or may never have left. */
export function awaitReturn(
  { call }: AwaitReturn,
  { client, clock }: Pick<OAuthDeps, 'client' | 'clock'>,
  send: (outcome: OAuthOutcome) => void,
): () => void {
  const watch = new AbortController()
  const done = () => {
    end()
    send({ type: 'page_returned', call })
  }
  const cancel = clock.setTimeout(done, leavingMs)
  const end = () => {
    cancel()
    watch.abort()
  }
  clientInternals(client).platform.addEventListener('pageshow', done, { signal: watch.signal })
  return end
}

export const oauthRunners: LoginRunners = { start_oauth: runOAuthEffect, await_return: awaitReturn }
