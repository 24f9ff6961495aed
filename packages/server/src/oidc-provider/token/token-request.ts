import { countRequest, type Exchange } from '../../http/exchange.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { authenticateClient } from '../clients/client-authentication.ts'
import { findProject } from '../protocol/find-project.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import type { Params } from '../protocol/params.ts'
import { formParams, repeated } from '../protocol/params.ts'

/** A request of an authenticated client to a token endpoint. */
export interface TokenRequest {
  exchange: Exchange
  project: ProjectRecord
  client: OAuthClientRecord
  params: Params
}

export async function readTokenRequest(
  context: ProviderContext,
  exchange: Exchange,
  projectId: string | undefined,
): Promise<TokenRequest> {
  const project = await findProject(context, exchange, projectId)
  const params = await readParams(exchange).catch((error: unknown) => {
    // A request without readable credentials is counted by IP address.
    countRequest(context, exchange.client)
    throw error
  })
  const client = await authenticateClient(context, exchange, project, params)
  return { exchange, project, client, params }
}

async function readParams(exchange: Exchange): Promise<Params> {
  const params = await formParams(exchange)
  if (repeated(params) !== undefined) throw new OAuthError('invalid_request', 'A request parameter is repeated.')
  return params
}
