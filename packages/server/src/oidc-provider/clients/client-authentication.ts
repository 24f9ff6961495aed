import { audit } from '../../audit/audit.ts'
import { type LimitName, limitFor } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange } from '../../http/exchange.ts'
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
 * Who asks (RFC 6749 §2.3): by `client_secret_basic` or `client_secret_post`, or by its name alone if it can keep no
 * secret. Right secrets are counted by application, all others by address: many applications may share one, and a name
 * alone proves nothing, so nobody can use up what is everybody's by saying it.
 */
export async function authenticateClient(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  params: Params,
): Promise<OAuthClientRecord> {
  const presented = readCredentials(exchange.request, params)
  const client = presented === null ? null : await findClient(context, project, presented.id)
  if (presented === null || client === null || !isProven(client, presented.secret, context.clock.now()))
    throw await refuse(context, exchange, project, client, presented?.byHeader ?? false)
  if (client.isPublic) countRequest(context, exchange.client)
  else count(context, 'requests_per_oauth_client', `${project.id}:${client.id}`)
  return client
}

function isProven(client: OAuthClientRecord, secret: string | null, now: number): boolean {
  // A secret from one that has none is a sign that something is mixed up.
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
  // One way at a time, and one name (§2.3).
  if (secret !== undefined || (id !== undefined && id !== presented.id))
    throw new OAuthError('invalid_request', 'The application proves itself in two ways at once.')
  return presented
}

/** §2.3.1: both are form-encoded before they are joined. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

async function refuse(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  client: OAuthClientRecord | null,
  byHeader: boolean,
): Promise<OAuthError> {
  countRequest(context, exchange.client)
  count(context, 'secret_attempts_per_ip', exchange.client.prefix)
  await audit(
    context.storage,
    context,
    { ...exchange, project },
    {
      ...{ event: 'oauth_client_authenticate', result: 'refused', errorType: 'invalid_secret_authentication' },
      targetId: client?.id ?? null,
    },
  )
  const challenge = byHeader ? `Basic realm="${project.id}", charset="UTF-8"` : null
  return new OAuthError('invalid_client', 'The application could not be authenticated.', challenge)
}

function count(context: ProviderContext, name: LimitName, key: string): void {
  const refused = context.memoryLimits.take(`${name}:${key}`, limitFor(name, context.config.limits, undefined))
  if (!refused) return
  context.metrics.limitHit(name)
  throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
}
