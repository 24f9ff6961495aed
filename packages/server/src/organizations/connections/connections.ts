// All connections of an organization: reading, deleting, finding them by email address.
import type { B2bSsoGetConnectionsResponse } from '@latchkey/contract/b2b'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { DataOf } from '../../core/route.ts'
import { emailIdentifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { ssoConnection } from '../../sso/connection.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { ActiveConnection } from '../../storage/sso-connections.ts'
import { requireSsoOnlyConditions } from '../break-glass.ts'
import { organizationPolicy } from '../policy.ts'
import { domainOf } from '../roles.ts'
import { externalConnectionView, oidcConnectionView, samlConnectionView } from './connection-view.ts'
import { type ConnectionContext, type ConnectionSource, entry } from './store-connection.ts'

export async function listConnections(
  { storage, baseUrl }: Pick<ConnectionContext, 'storage' | 'baseUrl'>,
  organization: OrganizationRecord,
): Promise<DataOf<B2bSsoGetConnectionsResponse>> {
  const realm = organizationRealm(organization)
  const found: DataOf<B2bSsoGetConnectionsResponse> = {
    saml_connections: [],
    oidc_connections: [],
    external_connections: [],
  }
  for (const record of await storage.ssoConnections.list(realm)) {
    const connection = ssoConnection(record)
    if (connection.kind === 'saml') {
      const certificates = await storage.ssoCertificates.list(realm, record.id)
      found.saml_connections.push(samlConnectionView(baseUrl, connection, certificates))
    } else if (connection.kind === 'oidc') found.oidc_connections.push(oidcConnectionView(baseUrl, connection))
    else found.external_connections.push(externalConnectionView(connection))
  }
  return found
}

/**
 * Removes the connection, and the roles and identities that members have from it. It ends no session: its members are
 * removed or signed out on their own.
 */
export async function deleteConnection(
  context: ConnectionContext,
  { source, organization }: ConnectionSource,
  id: string,
): Promise<void> {
  const realm = organizationRealm(organization)
  const now = context.clock.now()
  await context.storage.transaction(async (tx) => {
    const locked = await tx.organizations.lockRow(organization.projectId, organization.id)
    const found = locked && (await tx.ssoConnections.get(realm, id))
    if (locked === null || found === null) throw new ProviderError('sso_connection_not_found')
    const policy = organizationPolicy(locked.settings)
    if (policy.ssoDefaultConnection === id) throw new ProviderError('cannot_delete_default_sso_connection')
    await tx.ssoConnections.remove(realm, id)
    await requireSsoOnlyConditions(tx, locked, now)
    if (policy.ssoJitConnections.includes(id)) {
      const kept = policy.ssoJitConnections.filter((one) => one !== id)
      const settings = { ...locked.settings, sso_jit_provisioning_allowed_connections: kept }
      await tx.organizations.update(locked.projectId, locked.id, locked.revision, { settings }, now)
    }
    await audit(tx, context, source, entry('sso_connection_delete', found))
  })
}

/** The active connections of the organization that has the domain of the address verified. */
export async function discoverConnections(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  address: string,
): Promise<readonly ActiveConnection[]> {
  const owner = await storage.organizationDomains.findVerified(project.id, domainOf(emailIdentifier(address).key))
  const organization = owner && (await storage.organizations.get(project.id, owner.organizationId))
  return organization === null || organization.suspendedAt !== null ? [] : organization.ssoConnections
}
