import { html } from 'hono/html'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { findClient } from '../clients/find-client.ts'
import { plainPage } from '../protocol/auto-redirect-page.ts'
import { findProject } from '../protocol/find-project.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { formParams, type Params, param, queryParams, repeated } from '../protocol/params.ts'
import { type IdTokenHint, readIdTokenHint } from './id-token-hint.ts'

const confirmationMs = 10 * 60_000

/**
 * OpenID Connect RP-Initiated Logout. A request alone ends no session: one with a registered redirect URI goes to the
 * project's own page, any other is confirmed on a page of the provider if its ID token names a session.
 */
export const logoutPage: Page = {
  name: 'oauth2_logout',
  path: '/v1/public/:project_id/oauth2/logout',
  methods: ['GET', 'POST'],
  handle: (context, exchange, { project_id }) =>
    answerUser(context, exchange, 'logout', async () => {
      countRequest(context, exchange.client)
      const project = await findProject(context, exchange, project_id)
      const params = await readParams(exchange)
      const confirmed = param(params, 'confirmation')
      if (exchange.request.method === 'POST' && confirmed !== undefined)
        return end(context, exchange, project, confirmed)
      return begin(context, exchange, project, params)
    }),
}

async function begin(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  params: Params,
): Promise<Response> {
  const idToken = param(params, 'id_token_hint')
  const hint = idToken === undefined ? null : await readIdTokenHint(context, project, idToken)
  if (idToken !== undefined && hint === null) throw new ProviderError('oauth_invalid_request')
  const clientId = param(params, 'client_id') ?? hint?.clientId
  if (hint !== null && clientId !== hint.clientId) throw new ProviderError('oauth_invalid_request')
  const redirectUri = param(params, 'post_logout_redirect_uri')
  if (redirectUri === undefined) return confirm(context, exchange, project, hint)
  const client = clientId === undefined ? null : await findClient(context, project, clientId)
  if (client === null) throw new ProviderError('oauth_client_not_found')
  if (!client.postLogoutRedirectUris.includes(redirectUri)) throw new ProviderError('oauth_invalid_redirect_uri')
  const page = project.settings.identityProvider?.consentPageUrl ?? null
  if (page === null) throw new ProviderError('no_consent_page')
  const url = new URL(page)
  url.searchParams.set('client_id', client.id)
  url.searchParams.set('post_logout_redirect_uri', redirectUri)
  if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken)
  const state = param(params, 'state')
  if (state !== undefined) url.searchParams.set('state', state)
  exchange.headers.location = url.href
  return new Response(null, { status: 303, headers: exchange.headers })
}

/**
 * Asks the user to confirm a logout without a redirect URI. Any holder of the ID token could confirm in place of the
 * user, so an expired one is not accepted: old ID tokens may be in logs and histories.
 */
function confirm(
  { vault, clock }: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  hint: IdTokenHint | null,
): Response {
  const title = 'Log out?'
  if (hint?.sessionId == null || hint.isExpired)
    return plainPage(exchange, 200, {
      title,
      content: html`<p>You have not been logged out. To log out of your ${project.name} account, go back to the application, or open ${project.name}, and log out there.</p>`,
    })
  const until = clock.now() + confirmationMs
  const confirmation = vault.seal(JSON.stringify([hint.sessionId, hint.accountId, until]), sealContext(project))
  return plainPage(exchange, 200, {
    title,
    formAction: "'self'",
    content: html`<p>Are you sure you want to log out of your ${project.name} account?</p>
<form method="post"><input type="hidden" name="confirmation" value="${confirmation}"><button>Yes</button></form>`,
  })
}

async function end(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  confirmation: string,
): Promise<Response> {
  const [sessionId, accountId] = open(context, project, confirmation)
  await context.storage.transaction(async (tx) => {
    if (!(await tx.sessions.revoke(project.id, sessionId, context.clock.now()))) return
    await announceSessionEnd(tx, context, project, [sessionId])
    const source = { project, client: exchange.client, requestId: exchange.requestId }
    await audit(tx, context, source, { event: 'session_revoke', result: 'ok', accountId, targetId: sessionId })
  })
  return plainPage(exchange, 200, { title: 'You are logged out', content: html`<p>You may close this page.</p>` })
}

function open({ vault, clock }: ProviderContext, project: ProjectRecord, sealed: string): [string, string] {
  try {
    const [sessionId, accountId, until] = JSON.parse(vault.open(sealed, sealContext(project))) as [
      string,
      string,
      number,
    ]
    if (until > clock.now()) return [sessionId, accountId]
  } catch {
    // Not sealed by this provider: rejected below.
  }
  throw new ProviderError('oauth_request_expired')
}

function sealContext({ id }: ProjectRecord): string {
  return `oauth_logout:${id}`
}

async function readParams(exchange: Exchange): Promise<Params> {
  try {
    const params = exchange.request.method === 'POST' ? await formParams(exchange) : queryParams(exchange.request)
    if (repeated(params) === undefined) return params
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
  }
  throw new ProviderError('oauth_invalid_request')
}
