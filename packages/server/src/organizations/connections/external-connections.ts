// Connections that reuse one of another organization. That organization must share it: an id alone gives no access to
// the statements of its identity provider.
import type {
  B2bSsoExternalCreateRequest,
  B2bSsoExternalUpdateRequest,
  ExternalConnection,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import { type SsoConnection, ssoConnection, storedConfig } from '../../sso/connection.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { externalConnectionView } from './connection-view.ts'
import {
  type ConnectionContext,
  type ConnectionOf,
  type ConnectionSource,
  changedRoles,
  insertConnection,
  requireConnection,
  storeConnection,
} from './store-connection.ts'

type External = ConnectionOf<'external'>
type Direct = Exclude<SsoConnection, { kind: 'external' }>

/** The connection that an external one reuses; null if it is not there, or no longer shared. */
export async function findSharedConnection(
  storage: Pick<StorageVerbs, 'ssoConnections'>,
  { record, config }: Pick<External, 'record' | 'config'>,
): Promise<Direct | null> {
  const { sourceOrganizationId: organizationId, sourceConnectionId } = config
  const found = await storage.ssoConnections.get({ projectId: record.projectId, organizationId }, sourceConnectionId)
  const source = found && ssoConnection(found)
  if (source === null || source.kind === 'external') return null
  return source.config.sharedWith.includes(record.organizationId) ? source : null
}

/** A backend, which speaks for the whole project, shares the connection with this call. */
export async function createExternalConnection(
  context: ConnectionContext,
  source: ConnectionSource,
  request: B2bSsoExternalCreateRequest,
): Promise<ExternalConnection> {
  const { organization, granter } = source
  const { external_organization_id: sourceOrganizationId, external_connection_id: sourceConnectionId } = request
  const config = { sourceOrganizationId, sourceConnectionId }
  const key = { projectId: organization.projectId, organizationId: sourceOrganizationId }
  const record = await context.storage.ssoConnections.get(key, sourceConnectionId)
  const reused = record && ssoConnection(record)
  if (reused === null || reused.kind === 'external' || sourceOrganizationId === organization.id)
    throw new ProviderError('sso_connection_not_found')
  if (!reused.config.sharedWith.includes(organization.id)) {
    if (granter !== null) throw new ProviderError('sso_connection_not_found')
    await share(context, reused, organization.id)
  }
  const inserted = await insertConnection(context, source, {
    ...{ kind: 'external', displayName: (request.display_name ?? reused.record.displayName).trim() },
    ...{ identityProvider: reused.record.identityProvider, config },
  })
  return externalConnectionView(ssoConnection(inserted) as External)
}

export async function updateExternalConnection(
  context: ConnectionContext,
  source: ConnectionSource,
  id: string,
  request: B2bSsoExternalUpdateRequest,
): Promise<ExternalConnection> {
  const before = await requireConnection(context.storage, source, id, 'external')
  const config = changedRoles(
    ...([source, 'external', request.external_connection_implicit_role_assignments] as const),
    request.external_group_implicit_role_assignments,
  )
  const { connection } = await storeConnection(context, source, before, {
    ...{ config, displayName: request.display_name, endsTest: false },
  })
  return externalConnectionView(connection)
}

async function share({ storage, clock }: ConnectionContext, { record, config }: Direct, id: string): Promise<void> {
  const change = { config: storedConfig({ ...config, sharedWith: [...config.sharedWith, id] }) }
  if (!(await storage.ssoConnections.update(record, record.id, record.revision, change, clock.now())))
    throw new ProviderError('settings_conflict')
}
