import type { Client } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import { clientInternals, unreachableError } from '@latchkey/client/internal'
import type { LoginPlan } from '../../login/login.config.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import { runCall } from '../../widget/run-call.ts'
import type { AwaitReturn, OAuthOutcome, StartOAuth } from './oauth.flow.ts'

/** By then a browser that was told to leave has left, or somebody has stopped it. */
const leavingMs = 10_000

export interface OAuthDeps {
  readonly client: Client
  readonly plan: Pick<LoginPlan, 'oauth'>
  readonly clock: Clock
  /** Tells the host page of a call that did not work. */
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
      // As it was written, so that what is no list is refused by the one who knows what to say about it.
      custom_scopes: custom_scopes as string[] | undefined,
      provider_params,
    })
    return { type: 'oauth_started', call }
  })
}

/** Whoever leaves for a server that does not answer ends on the browser's own error page: here one can try again. */
async function assertAnswering(client: Client): Promise<void> {
  const { bootstrap, platform } = clientInternals(client)
  await bootstrap.get()
  const failure = bootstrap.failure()
  if (failure) throw failure
  if (platform.navigator.onLine === false) throw unreachableError('The browser is offline.')
}

/** The browser may have kept the page for the way back, or may never have left. */
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
