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
import { type AuditEvent, audit } from '../../audit/audit.ts'
import { randomId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import { clientProblem } from '../../oauth-clients/client-rules.ts'
import { newClientSecret, secretFields } from '../../oauth-clients/client-secret.ts'
import { clientTypeOf } from '../../oauth-clients/client-view.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'

const defaultPageSize = 50
const defaultAccessTokenMinutes = 60

export async function listOAuthClients(
  { storage }: AdminContext,
  { project, request }: AdminCall<PageRequest>,
): Promise<DataOf<AdminOAuthClientsListResponse>> {
  const { cursor, limit = defaultPageSize } = request
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

/** The response is the only copy of the secret. */
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
    accessTokenMinutes: defaultAccessTokenMinutes,
    source: 'admin',
    ...(secret === null ? { secretHash: null, secretHint: '' } : secretFields(secret)),
    prevSecretHash: null,
    prevSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  }
  const client = changed(empty, request)
  await context.storage.transaction((tx) => write(tx, context, call, client, 'oauth_client_create'))
  return { oauth_client: oauthClientView(client), ...(secret === null ? {} : { client_secret: secret }) }
}

export async function updateOAuthClient(
  context: AdminContext,
  call: AdminCall<AdminOAuthClientsUpdateRequest>,
): Promise<DataOf<AdminOAuthClientResponse>> {
  const updatedAt = context.clock.now()
  const client = await rewrite(context, call, 'oauth_client_update', (current) => ({
    ...changed(current, call.request),
    updatedAt,
  }))
  return { oauth_client: oauthClientView(client) }
}

export async function deleteOAuthClient(context: AdminContext, call: AdminCall<null>): Promise<DataOf<Ok>> {
  const id = call.params.client_id ?? ''
  await context.storage.transaction(async (tx) => {
    const now = context.clock.now()
    const { source } = (await tx.oauthClients.getForUpdate(call.project.id, id)) ?? {}
    const ended = await tx.sessions.revokeForClient(call.project.id, id, now)
    await announceSessionEnd(tx, context, call.project, ended)
    if (!(await tx.oauthClients.remove(call.project.id, id))) throw new ProviderError('oauth_client_not_found')
    // Otherwise its next authorization request would register it again.
    if (source === 'document') await tx.oauthClients.block(call.project.id, id, now)
    for (const targetId of ended) await audit(tx, context, call, { event: 'session_revoke', result: 'ok', targetId })
    await audit(tx, context, call, { event: 'oauth_client_delete', result: 'ok', targetId: id })
  })
  return {}
}

/** Unblocks a client id: its next authorization request reads the metadata document again. Earlier data stays deleted. */
export async function admitOAuthClient(context: AdminContext, call: AdminCall<null>): Promise<DataOf<Ok>> {
  const id = call.params.client_id ?? ''
  await context.storage.transaction(async (tx) => {
    if (!(await tx.oauthClients.unblock(call.project.id, id))) throw new ProviderError('oauth_client_not_found')
    await audit(tx, context, call, { event: 'oauth_client_admit', result: 'ok', targetId: id })
  })
  return {}
}

export async function rotateOAuthClientSecret(
  context: AdminContext,
  call: AdminCall<AdminOAuthClientSecretRequest>,
): Promise<DataOf<AdminOAuthClientSecretResponse>> {
  const now = context.clock.now()
  const secret = newClientSecret(call.project.environment, context.random)
  const keepMs = (call.request.keep_minutes ?? 0) * 60_000
  const client = await rewrite(context, call, 'oauth_client_secret', (current) => {
    if (current.isPublic) throw refuseField('.client_id', 'belongs to a public client, which has no secret', 'format')
    return {
      ...current,
      ...secretFields(secret),
      prevSecretHash: keepMs === 0 ? null : current.secretHash,
      prevSecretUntil: keepMs === 0 ? null : now + keepMs,
      updatedAt: now,
    }
  })
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

/** Locks the row between read and write, so that a concurrent change, such as a new secret, is not undone. */
function rewrite(
  context: AdminContext,
  call: AdminCall<unknown>,
  event: AuditEvent,
  next: (current: OAuthClientRecord) => OAuthClientRecord,
): Promise<OAuthClientRecord> {
  return context.storage.transaction(async (tx) => {
    const current = await tx.oauthClients.getForUpdate(call.project.id, call.params.client_id ?? '')
    if (!current) throw new ProviderError('oauth_client_not_found')
    const client = next(current)
    await write(tx, context, call, client, event)
    return client
  })
}

async function write(
  tx: StorageVerbs,
  context: AdminContext,
  call: AdminCall<unknown>,
  client: OAuthClientRecord,
  event: AuditEvent,
): Promise<void> {
  const wrong = clientProblem(call.project, client)
  if (wrong) throw refuseField(`.${wrong.field}`, wrong.problem, 'format')
  await tx.oauthClients.set(client)
  await audit(tx, context, call, { event, result: 'ok', targetId: client.id })
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
