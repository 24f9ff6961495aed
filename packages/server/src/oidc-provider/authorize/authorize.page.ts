import { defaultScope } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { limitError, takeLimitsIn } from '../../limits/take-limits.ts'
import { isProvenClient } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { findProject } from '../protocol/find-project.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { formParams, type Params, param, queryParams } from '../protocol/params.ts'
import { authorizationResponseUrl } from './authorization-response-url.ts'
import { readAuthorizeRequest, readResponseTarget } from './authorize-request.ts'
import { newStoredRequest } from './stored-request.ts'

/** The same limit as for a URL. */
const largestRequest = 16_384
/** Unauthenticated callers can store a request for an hour, so the total length of its parameters is limited. */
const largestStored = 8_192

/**
 * The authorization endpoint (RFC 6749 §3.1). It does not know the session, which belongs to the project's own pages:
 * it validates and stores the request, and redirects the browser to the consent page.
 */
export const authorizePage: Page = {
  name: 'oauth2_authorize',
  path: '/v1/public/:project_id/oauth2/authorize',
  methods: ['GET', 'POST'],
  handle: (context, exchange, params) =>
    answerUser(context, exchange, 'start', async () => {
      countRequest(context, exchange.client)
      const project = await findProject(context, exchange, params.project_id)
      return begin(context, exchange, project)
    }),
}

async function begin(context: ProviderContext, exchange: Exchange, project: ProjectRecord): Promise<Response> {
  const params = await readParams(exchange)
  const target = await readResponseTarget(context, { ...exchange, project }, params)
  try {
    await readAuthorizeRequest(context, project, target, params, context.clock.now())
    if (lengthOf(params) > largestStored) throw new OAuthError('invalid_request', 'The request is too long.')
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (!isProvenClient(target.client)) throw new ProviderError('oauth_invalid_request')
    const back = { redirectUri: target.redirectUri, state: param(params, 'state') ?? null }
    const { code, description } = error
    return redirect(exchange, authorizationResponseUrl(context, project, back, { error: code, description }))
  }
  const page = project.settings.identityProvider?.consentPageUrl ?? null
  if (page === null) throw new ProviderError('no_consent_page')
  const { reference, row } = newStoredRequest(context, project, params)
  const uses = [{ name: 'authorizations_per_ip', key: exchange.client.prefix }] as const
  const refusal = await context.storage.transaction(async (tx) => {
    const refused = await takeLimitsIn(tx, context, { ...exchange, project }, uses)
    if (!refused) await tx.oneTime.insert(row)
    return refused
  })
  if (refusal) throw limitError(context, refusal)
  return redirect(exchange, consentPageUrl(page, params, reference))
}

/** The consent page with the parameters that it forwards. */
function consentPageUrl(page: string, params: Params, reference: string): string {
  const url = new URL(page)
  const prompt = [param(params, 'prompt'), reference].filter(Boolean).join(' ')
  const query = { scope: defaultScope, ...Object.fromEntries([...params].map(([name, [value = '']]) => [name, value])) }
  for (const name of ['client_id', 'redirect_uri', 'response_type', 'scope', 'code_challenge', 'state', 'nonce'])
    if (name in query) url.searchParams.set(name, query[name as keyof typeof query])
  url.searchParams.set('prompt', prompt)
  return url.href
}

function lengthOf(params: Params): number {
  return Buffer.byteLength([...params].flat(2).join(''))
}

/** Without readable parameters there is no redirect URI: the error is shown to the user. */
async function readParams(exchange: Exchange): Promise<Params> {
  try {
    return exchange.request.method === 'POST'
      ? await formParams(exchange, largestRequest)
      : queryParams(exchange.request)
  } catch (error) {
    throw error instanceof OAuthError ? new ProviderError('oauth_invalid_request') : error
  }
}

/** 303: the browser follows with GET, also after a POST. */
function redirect({ headers }: Exchange, url: string): Response {
  headers.location = url
  headers['content-length'] = '0'
  return new Response(null, { status: 303, headers })
}
