import { ProviderError } from '../../core/provider-error.ts'
import type { Requester } from '../clients/find-client.ts'
import { param, toParams } from '../protocol/params.ts'
import { type AuthorizeRequest, type Party, readAuthorizeRequest, readParty } from './authorize-request.ts'
import { findStoredRequest, type StoredRequest } from './stored-request.ts'

/** What the page that asks for consent hands on: document 2's query, or as much of it as it has. */
export interface ConsentFields {
  client_id: string
  redirect_uri: string
  response_type: string
  scope: string
  code_challenge?: string | undefined
  state?: string | undefined
  nonce?: string | undefined
  prompt?: string | undefined
}

/** Where the request was not kept, nobody knows when it was made: a sign-in this young may be the answer to it. */
const unknownRequestMs = 2 * 60_000

export interface PresentedRequest {
  kept: StoredRequest | null
  party: Party
  /** Reads on; what it throws as an `OAuthError` is for the application. */
  read(): Promise<AuthorizeRequest>
}

type PresentedContext = Parameters<typeof readParty>[0] &
  Parameters<typeof readAuthorizeRequest>[0] &
  Parameters<typeof findStoredRequest>[0]

/**
 * The request that a page presents: the one that the authorization endpoint kept, of which the page can only ask for
 * less, or the query that the page was opened with. `shown-request.ts` binds the answer to what the page showed.
 */
export async function presentedRequest(
  context: PresentedContext,
  source: Requester,
  fields: ConsentFields,
  isPreflight = false,
): Promise<PresentedRequest> {
  const { project } = source
  const kept = await findStoredRequest(context, project, fields.prompt)
  // Nothing is a wish too: where nothing can be granted, the default is not what was meant.
  const wanted = new Set(fields.scope.split(' '))
  const narrowed = (request: AuthorizeRequest): AuthorizeRequest => ({
    ...request,
    scopes: request.scopes.filter((scope) => wanted.has(scope)),
  })
  if (kept === null) {
    const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const params = toParams(given)
    const party = await readParty(context, source, params)
    const requestedAt = context.clock.now() - unknownRequestMs
    const read = () => readAuthorizeRequest(context, project, party, params, requestedAt, isPreflight)
    return { kept, party, read: async () => narrowed(await read()) }
  }
  for (const name of ['client_id', 'redirect_uri', 'response_type'] as const)
    if (fields[name] !== param(kept.params, name)) throw new ProviderError('oauth_invalid_request')
  // Older clients do not name these before the answer.
  for (const name of ['code_challenge', 'state', 'nonce'] as const)
    if ((fields[name] ?? '') !== '' && fields[name] !== param(kept.params, name))
      throw new ProviderError('oauth_invalid_request')
  const party = await readParty(context, source, kept.params)
  const read = () => readAuthorizeRequest(context, project, party, kept.params, kept.keptAt)
  return { kept, party, read: async () => narrowed(await read()) }
}
