import { ProviderError } from '../../core/provider-error.ts'
import { type SsoConnection, ssoConnection } from '../../sso/connection.ts'
import type { SsoConnectionRecord } from '../../storage/sso-connections.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

export type DirectConnection = Exclude<SsoConnection, { kind: 'external' }>

/** The connection of an organization, and the one that reaches the identity provider. */
export interface ResolvedConnection {
  readonly own: SsoConnection
  /** The same, or the connection of another organization that an external one reuses. */
  readonly source: DirectConnection
}

/** The active connection that a sign-in names. An unknown and a foreign one have the same error. */
export async function findActiveConnection(
  storage: Pick<StorageVerbs, 'ssoConnections'>,
  projectId: string,
  connectionId: string,
): Promise<ResolvedConnection> {
  const record = await storage.ssoConnections.findById(connectionId)
  if (record === null || record.projectId !== projectId) throw new ProviderError('sso_connection_not_found')
  const own = requireActive(record)
  if (own.kind !== 'external') return { own, source: own }
  const { sourceOrganizationId: organizationId, sourceConnectionId } = own.config
  const shared = await storage.ssoConnections.get({ projectId, organizationId }, sourceConnectionId)
  const source = shared && requireActive(shared)
  // The other organization has to list this one: it vouches for the people of the identity provider.
  if (source === null || source.kind === 'external' || !source.config.sharedWith.includes(record.organizationId))
    throw new ProviderError('sso_connection_not_found')
  return { own, source }
}

function requireActive(record: SsoConnectionRecord): SsoConnection {
  if (record.status !== 'active') throw new ProviderError('requires_active_sso_connection')
  return ssoConnection(record)
}
