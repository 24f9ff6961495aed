import { ProviderError } from '../../core/provider-error.ts'
import type { Requester } from '../clients/find-client.ts'
import { param, toParams } from '../protocol/params.ts'
import {
  type AuthorizeRequest,
  type ResponseTarget,
  readAuthorizeRequest,
  readResponseTarget,
} from './authorize-request.ts'
import { findStoredRequest, type StoredRequest } from './stored-request.ts'

/** The parameters of the authorization request as the consent page sends them. */
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

/** The time of a request that was not stored is unknown: a sign-in this recent counts as made for it. */
const unknownRequestMs = 2 * 60_000

export interface PresentedRequest {
  stored: StoredRequest | null
  target: ResponseTarget
  /** Validates the other parameters. Throws an `OAuthError` for the client application. */
  read(): Promise<AuthorizeRequest>
}

type PresentedContext = Parameters<typeof readResponseTarget>[0] &
  Parameters<typeof readAuthorizeRequest>[0] &
  Parameters<typeof findStoredRequest>[0]

/**
 * The request that a consent page presents: the one that the authorization endpoint stored, which the page can only
 * narrow, or the query of the page itself. `consent-prompt.ts` binds the answer to what the page showed.
 */
export async function presentedRequest(
  context: PresentedContext,
  source: Requester,
  fields: ConsentFields,
  isPreflight = false,
): Promise<PresentedRequest> {
  const { project } = source
  const stored = await findStoredRequest(context, project, fields.prompt)
  // An empty scope parameter stays empty: the default scope must not replace it.
  const requested = new Set(fields.scope.split(' '))
  const narrowed = (request: AuthorizeRequest): AuthorizeRequest => ({
    ...request,
    scopes: request.scopes.filter((scope) => requested.has(scope)),
  })
  if (stored === null) {
    const sent = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const params = toParams(sent)
    const target = await readResponseTarget(context, source, params)
    const requestedAt = context.clock.now() - unknownRequestMs
    const read = () => readAuthorizeRequest(context, project, target, params, requestedAt, isPreflight)
    return { stored, target, read: async () => narrowed(await read()) }
  }
  for (const name of ['client_id', 'redirect_uri', 'response_type'] as const)
    if (fields[name] !== param(stored.params, name)) throw new ProviderError('oauth_invalid_request')
  // Older clients send these parameters only with the answer.
  for (const name of ['code_challenge', 'state', 'nonce'] as const)
    if ((fields[name] ?? '') !== '' && fields[name] !== param(stored.params, name))
      throw new ProviderError('oauth_invalid_request')
  const target = await readResponseTarget(context, source, stored.params)
  const read = () => readAuthorizeRequest(context, project, target, stored.params, stored.storedAt)
  return { stored, target, read: async () => narrowed(await read()) }
}
