import { reject } from '../../audit/reject.ts'
import { type LimitName, limitFor } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange } from '../../http/exchange.ts'
import { isOperatorClient } from '../../oauth-clients/client-rules.ts'
import { isClientSecret } from '../../oauth-clients/client-secret.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { type Params, param } from '../protocol/params.ts'
import { findClient } from './find-client.ts'

interface Presented {
  id: string
  secret: string | null
  byHeader: boolean
}

/**
 * Client authentication (RFC 6749 §2.3): `client_secret_basic`, `client_secret_post`, or the client id alone for a public
 * client. Requests with a correct secret are counted by client, because clients may share an IP address. All others are
 * counted by IP address: a client id proves nothing, and an attacker must not use up the limit of a client. Clients that
 * registered themselves are counted by both, because any caller can get such a secret.
 */
export async function authenticateClient(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  params: Params,
): Promise<OAuthClientRecord> {
  const presented = readCredentials(exchange.request, params)
  const client = presented === null ? null : await findClient(context, project, presented.id)
  if (presented === null || client === null || !isAuthenticated(client, presented.secret, context.clock.now()))
    throw await rejectClient(context, exchange, project, client, presented?.byHeader ?? false)
  if (!isOperatorClient(client)) countRequest(context, exchange.client)
  if (!client.isPublic) count(context, 'requests_per_oauth_client', `${project.id}:${client.id}`)
  return client
}

function isAuthenticated(client: OAuthClientRecord, secret: string | null, now: number): boolean {
  // A public client has no secret; a request with one is misconfigured.
  return client.isPublic ? secret === null : secret !== null && isClientSecret(client, secret, now)
}

function readCredentials(request: Request, params: Params): Presented | null {
  const header = request.headers.get('authorization')
  const [id, secret] = [param(params, 'client_id'), param(params, 'client_secret')]
  if (header === null) return id === undefined ? null : { id, secret: secret ?? null, byHeader: false }
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const presented = { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)), byHeader: true }
  // One authentication method and one client id per request (§2.3).
  if (secret !== undefined || (id !== undefined && id !== presented.id))
    throw new OAuthError('invalid_request', 'Multiple client authentication methods were used.')
  return presented
}

/** RFC 6749 §2.3.1: client id and secret are form-encoded before they are joined. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

async function rejectClient(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  client: OAuthClientRecord | null,
  byHeader: boolean,
): Promise<OAuthError> {
  countRequest(context, exchange.client)
  count(context, 'secret_attempts_per_ip', exchange.client.prefix)
  await reject(
    context,
    { ...exchange, project },
    { event: 'oauth_client_authenticate', error: 'invalid_secret_authentication', targetId: client?.id ?? null },
  )
  const challenge = byHeader ? `Basic realm="${project.id}", charset="UTF-8"` : null
  return new OAuthError('invalid_client', 'Client authentication failed.', challenge)
}

function count(context: ProviderContext, name: LimitName, key: string): void {
  const refused = context.memoryLimits.take(`${name}:${key}`, limitFor(name, context.config.limits, undefined))
  if (!refused) return
  context.metrics.limitHit(name)
  throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
}
