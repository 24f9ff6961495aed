import type { Ok } from '@latchkey/contract'
import type {
  AdminOAuthClient,
  AdminOAuthClientResponse,
  AdminOAuthClientSecretRequest,
  AdminOAuthClientSecretResponse,
  AdminOAuthClientsCreateRequest,
  AdminOAuthClientsListResponse,
  AdminOAuthClientsUpdateRequest,
  PageRequest,
} from '@latchkey/contract/admin'
import { type AuditEvent, audit } from '../audit/audit.ts'
import { ProviderError } from '../http/provider-error.ts'
import type { DataOf } from '../http/route.ts'
import { refuseField } from '../http/schema-issues.ts'
import { rfc3339 } from '../identity/rfc3339.ts'
import { clientProblem } from '../idp/client-rules.ts'
import { newClientSecret, secretFields } from '../idp/client-secret.ts'
import { clientTypeOf } from '../idp/client-view.ts'
import type { OAuthClientRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { randomId } from '../tokens/ids.ts'
import type { AdminCall, AdminContext } from './admin-route.ts'

const usualPage = 50
const usualAccessMinutes = 60

export async function listOAuthClients(
  { storage }: AdminContext,
  { project, request }: AdminCall<PageRequest>,
): Promise<DataOf<AdminOAuthClientsListResponse>> {
  const { cursor, limit = usualPage } = request
  const page = { limit, ...(cursor === undefined ? {} : { cursor }) }
  const { items, nextCursor } = await storage.oauthClients.list(project.id, page)
  return { oauth_clients: items.map(oauthClientView), next_cursor: nextCursor }
}

export async function getOAuthClient(
  { storage }: AdminContext,
  { project, params }: AdminCall<null>,
): Promise<DataOf<AdminOAuthClientResponse>> {
  return { oauth_client: oauthClientView(await requireClient(storage, project, params.client_id)) }
}

/** The secret is in the answer and nowhere else. */
export async function createOAuthClient(
  context: AdminContext,
  call: AdminCall<AdminOAuthClientsCreateRequest>,
): Promise<DataOf<AdminOAuthClientSecretResponse>> {
  const { clock, random } = context
  const { project, request } = call
  const now = clock.now()
  const isPublic = request.client_type.endsWith('_public')
  const secret = isPublic ? null : newClientSecret(project.environment, random)
  const empty: OAuthClientRecord = {
    projectId: project.id,
    id: randomId('oauth-client', project.environment, random),
    isPublic,
    isFirstParty: request.client_type.startsWith('first_party'),
    name: request.client_name,
    description: '',
    logoUrl: null,
    redirectUris: [],
    postLogoutRedirectUris: [],
    scopes: null,
    allowsClientCredentials: false,
    backchannelLogoutUri: null,
    idTokenAlgorithm: null,
    accessTokenMinutes: usualAccessMinutes,
    source: 'admin',
    ...(secret === null ? { secretHash: null, secretHint: '' } : secretFields(secret)),
    prevSecretHash: null,
    prevSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  }
  const client = await save(context, call, changed(empty, request), 'oauth_client_create')
  return { oauth_client: oauthClientView(client), ...(secret === null ? {} : { client_secret: secret }) }
}

export async function updateOAuthClient(
  context: AdminContext,
  call: AdminCall<AdminOAuthClientsUpdateRequest>,
): Promise<DataOf<AdminOAuthClientResponse>> {
  const current = await requireClient(context.storage, call.project, call.params.client_id)
  const client = { ...changed(current, call.request), updatedAt: context.clock.now() }
  return { oauth_client: oauthClientView(await save(context, call, client, 'oauth_client_update')) }
}

export async function deleteOAuthClient(context: AdminContext, call: AdminCall<null>): Promise<DataOf<Ok>> {
  const id = call.params.client_id ?? ''
  await context.storage.transaction(async (tx) => {
    if (!(await tx.oauthClients.remove(call.project.id, id))) throw new ProviderError('oauth_client_not_found')
    await audit(tx, context, call, { event: 'oauth_client_delete', result: 'ok', targetId: id })
  })
  return {}
}

export async function rotateOAuthClientSecret(
  context: AdminContext,
  call: AdminCall<AdminOAuthClientSecretRequest>,
): Promise<DataOf<AdminOAuthClientSecretResponse>> {
  const current = await requireClient(context.storage, call.project, call.params.client_id)
  if (current.isPublic) throw refuseField('.client_id', 'is of a public application, which has no secret', 'format')
  const now = context.clock.now()
  const secret = newClientSecret(call.project.environment, context.random)
  const keepMs = (call.request.keep_minutes ?? 0) * 60_000
  const client: OAuthClientRecord = {
    ...current,
    ...secretFields(secret),
    prevSecretHash: keepMs === 0 ? null : current.secretHash,
    prevSecretUntil: keepMs === 0 ? null : now + keepMs,
    updatedAt: now,
  }
  await save(context, call, client, 'oauth_client_secret')
  return { oauth_client: oauthClientView(client), client_secret: secret }
}

function changed(client: OAuthClientRecord, change: AdminOAuthClientsUpdateRequest): OAuthClientRecord {
  const or = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
  return {
    ...client,
    name: or(change.client_name, client.name),
    description: or(change.client_description, client.description),
    logoUrl: or(change.client_logo_url, client.logoUrl),
    redirectUris: or(change.redirect_uris, client.redirectUris),
    postLogoutRedirectUris: or(change.post_logout_redirect_uris, client.postLogoutRedirectUris),
    scopes: or(change.scopes, client.scopes),
    allowsClientCredentials: or(change.client_credentials, client.allowsClientCredentials),
    backchannelLogoutUri: or(change.backchannel_logout_uri, client.backchannelLogoutUri),
    idTokenAlgorithm: or(change.id_token_signed_response_alg, client.idTokenAlgorithm),
    accessTokenMinutes: or(change.access_token_minutes, client.accessTokenMinutes),
  }
}

async function save(
  context: AdminContext,
  call: AdminCall<unknown>,
  client: OAuthClientRecord,
  event: AuditEvent,
): Promise<OAuthClientRecord> {
  const wrong = clientProblem(call.project, client)
  if (wrong) throw refuseField(`.${wrong.field}`, wrong.problem, 'format')
  await context.storage.transaction(async (tx) => {
    await tx.oauthClients.set(client)
    await audit(tx, context, call, { event, result: 'ok', targetId: client.id })
  })
  return client
}

async function requireClient(
  verbs: Pick<StorageVerbs, 'oauthClients'>,
  project: ProjectRecord,
  id = '',
): Promise<OAuthClientRecord> {
  const client = await verbs.oauthClients.get(project.id, id)
  if (!client) throw new ProviderError('oauth_client_not_found')
  return client
}

function oauthClientView(client: OAuthClientRecord): AdminOAuthClient {
  return {
    client_id: client.id,
    client_type: clientTypeOf(client),
    client_name: client.name,
    client_description: client.description,
    client_logo_url: client.logoUrl,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    scopes: client.scopes,
    client_credentials: client.allowsClientCredentials,
    backchannel_logout_uri: client.backchannelLogoutUri,
    id_token_signed_response_alg: client.idTokenAlgorithm,
    access_token_minutes: client.accessTokenMinutes,
    source: client.source,
    secret_hint: client.secretHint,
    created_at: rfc3339(client.createdAt),
    updated_at: rfc3339(client.updatedAt),
  }
}
