import { defaultScope } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerPerson } from '../../http/person-page.ts'
import { limitError, takeLimitsIn } from '../../limits/take-limits.ts'
import { isProvenClient } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { projectOf } from '../protocol/find-project.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { formParams, type Params, param, queryParams } from '../protocol/params.ts'
import { answerAddress } from './authorization-response-url.ts'
import { readAuthorizeRequest, readParty } from './authorize-request.ts'
import { requestToKeep } from './stored-request.ts'

/** No more than an address can hold. */
const largestRequest = 16_384
/** Whoever asks, it is kept for an hour: of all its parameters together no more than this. */
const largestKept = 8_192

/**
 * The authorization endpoint (RFC 6749 §3.1). It cannot know who is signed in, for sessions live in the project's own
 * pages: it checks the request, keeps it, and sends the browser to the page that asks for consent.
 */
export const authorizePage: Page = {
  name: 'oauth2_authorize',
  path: '/v1/public/:project_id/oauth2/authorize',
  methods: ['GET', 'POST'],
  handle: (context, exchange, params) =>
    answerPerson(context, exchange, 'start', async () => {
      countRequest(context, exchange.client)
      const project = await projectOf(context, exchange, params.project_id)
      return begin(context, exchange, project)
    }),
}

async function begin(context: ProviderContext, exchange: Exchange, project: ProjectRecord): Promise<Response> {
  const params = await readParams(exchange)
  const party = await readParty(context, { ...exchange, project }, params)
  try {
    await readAuthorizeRequest(context, project, party, params, context.clock.now())
    if (lengthOf(params) > largestKept) throw new OAuthError('invalid_request', 'The request is too long.')
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (!isProvenClient(party.client)) throw new ProviderError('oauth_invalid_request')
    const back = { redirectUri: party.redirectUri, state: param(params, 'state') ?? null }
    const { code, description } = error
    return redirect(exchange, answerAddress(context, project, back, { error: code, description }))
  }
  const page = project.settings.identityProvider?.consentPageUrl ?? null
  if (page === null) throw new ProviderError('no_consent_page')
  const { reference, row } = requestToKeep(context, project, params)
  const uses = [{ name: 'authorizations_per_ip', key: exchange.client.prefix }] as const
  const refusal = await context.storage.transaction(async (tx) => {
    const refused = await takeLimitsIn(tx, context, { ...exchange, project }, uses)
    if (!refused) await tx.oneTime.insert(row)
    return refused
  })
  if (refusal) throw limitError(context, refusal)
  return redirect(exchange, consentAddress(page, params, reference))
}

/** The page's query as document 2 names it, and nothing else. */
function consentAddress(page: string, params: Params, reference: string): string {
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

/** What cannot be read has nowhere to be answered to but the person. */
async function readParams(exchange: Exchange): Promise<Params> {
  try {
    return exchange.request.method === 'POST'
      ? await formParams(exchange, largestRequest)
      : queryParams(exchange.request)
  } catch (error) {
    throw error instanceof OAuthError ? new ProviderError('oauth_invalid_request') : error
  }
}

/** 303: whatever came by POST goes on by GET. */
function redirect({ headers }: Exchange, address: string): Response {
  headers.location = address
  headers['content-length'] = '0'
  return new Response(null, { status: 303, headers })
}
