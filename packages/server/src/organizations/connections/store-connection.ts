// What all changes of connections share: who may make them, and how they are stored.
import type { SsoGroupRoleAssignment, SsoRoleAssignment } from '@latchkey/contract/b2b'
import { type AuditEntry, type AuditSource, audit } from '../../audit/audit.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { type SsoConnection, type SsoRoles, ssoConnection, statusOf, storedConfig } from '../../sso/connection.ts'
import { noSecrets, type SsoSecrets, sealSsoSecrets } from '../../sso/secrets.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { SsoCertificateRecord, SsoConnectionChange, SsoConnectionRecord } from '../../storage/sso-connections.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { requireSsoOnlyConditions } from '../break-glass.ts'
import { missingForGrant, storedRoles } from '../roles.ts'

export type ConnectionContext = Pick<
  ProviderContext,
  'storage' | 'vault' | 'clock' | 'random' | 'outbound' | 'baseUrl'
> &
  Partial<Pick<ProviderContext, 'refusalBudget'>>

/** The organization whose connections are changed, and who changes them. */
export interface ConnectionSource {
  readonly source: AuditSource & { project: ProjectRecord }
  readonly organization: OrganizationRecord
  /** The roles of the member who makes the change; null for a backend and an operator. */
  readonly granter: readonly string[] | null
}

export type ConnectionOf<Kind extends SsoConnection['kind']> = Extract<SsoConnection, { kind: Kind }>

export const maxConnections = 20
export const maxCertificates = 20
export const checkEveryMs: number = 24 * 60 * 60_000

/** The connection of the organization with this id and kind. One of another organization is not found. */
export async function requireConnection<Kind extends SsoConnection['kind']>(
  storage: Pick<StorageVerbs, 'ssoConnections'>,
  { organization }: Pick<ConnectionSource, 'organization'>,
  id: string,
  kind: Kind,
): Promise<ConnectionOf<Kind>> {
  const record = await storage.ssoConnections.get(organizationRealm(organization), id)
  const connection = record && ssoConnection(record)
  if (connection?.kind !== kind) throw new ProviderError('sso_connection_not_found')
  return connection as ConnectionOf<Kind>
}

export async function insertConnection(
  context: ConnectionContext,
  { source, organization }: ConnectionSource,
  input: {
    kind: SsoConnection['kind']
    displayName: string
    identityProvider: string
    config: SsoConnectionRecord['config']
  },
): Promise<SsoConnectionRecord> {
  const { storage, clock, random, vault } = context
  const now = clock.now()
  const id = newId(`${input.kind}-connection`, source.project.environment, now, random)
  const owner = { projectId: organization.projectId, id }
  const blank: SsoConnectionRecord = {
    ...{ ...organizationRealm(organization), ...input, id, status: 'pending', revision: 1 },
    secretsSealed: sealSsoSecrets(vault, owner, noSecrets),
    ...{ testedAt: null, metadataReadAt: null, nextCheckAt: input.kind === 'saml' ? now + checkEveryMs : null },
    ...{ createdAt: now, updatedAt: now },
  }
  const record = { ...blank, status: statusOf(ssoConnection(blank), 0) }
  await storage.transaction(async (tx) => {
    if (!(await tx.ssoConnections.insert(record, maxConnections))) throw new ProviderError('too_many_sso_connections')
    await audit(tx, context, source, entry('sso_connection_create', record))
  })
  return record
}

export interface ConnectionUpdate<Kind extends SsoConnection['kind']> {
  readonly config: Partial<ConnectionOf<Kind>['config']>
  readonly displayName?: string | undefined
  readonly identityProvider?: string | undefined
  readonly secrets?: SsoSecrets | undefined
  /** What a test has proven is not proven for the new settings. */
  readonly endsTest: boolean
  /** The result of the change on certificates, in the same transaction. Returns all of them. */
  certificates?(tx: StorageVerbs): Promise<readonly SsoCertificateRecord[]>
  readonly event?: AuditEntry['event']
}

/** Stores a change of the connection that was read before. Rejects it if the connection has changed since. */
export async function storeConnection<Kind extends SsoConnection['kind']>(
  context: ConnectionContext,
  { source, organization }: Pick<ConnectionSource, 'source' | 'organization'>,
  before: ConnectionOf<Kind>,
  update: ConnectionUpdate<Kind>,
): Promise<{ connection: ConnectionOf<Kind>; certificates: readonly SsoCertificateRecord[] }> {
  const { storage, vault, clock } = context
  const { id, revision } = before.record
  const realm = organizationRealm(organization)
  const now = clock.now()
  const config = { ...before.config, ...update.config }
  return storage.transaction(async (tx) => {
    // First, so that a change of the organization does not meet one of its connections.
    const locked = await tx.organizations.lockRow(organization.projectId, organization.id)
    if (locked === null || (await tx.ssoConnections.lockRow(realm, id)) === null)
      throw new ProviderError('sso_connection_not_found')
    const certificates = update.certificates ? await update.certificates(tx) : await tx.ssoCertificates.list(realm, id)
    const usable = certificates.filter(({ retiredAt }) => retiredAt === null)
    const change: SsoConnectionChange = {
      config: storedConfig(config),
      status: statusOf({ ...before, config } as SsoConnection, usable.length),
      ...(update.displayName === undefined ? {} : { displayName: update.displayName.trim() }),
      ...(update.identityProvider === undefined ? {} : { identityProvider: update.identityProvider }),
      ...(update.secrets === undefined ? {} : { secretsSealed: sealSsoSecrets(vault, before.record, update.secrets) }),
      ...(update.endsTest ? { testedAt: null } : {}),
    }
    if (!(await tx.ssoConnections.update(realm, id, revision, change, now)))
      throw new ProviderError('settings_conflict')
    await requireSsoOnlyConditions(tx, locked, now)
    const record = await tx.ssoConnections.get(realm, id)
    if (record === null) throw new ProviderError('sso_connection_not_found')
    await audit(tx, context, source, entry(update.event ?? 'sso_connection_update', record))
    return { connection: ssoConnection(record) as ConnectionOf<Kind>, certificates }
  })
}

export function entry(
  event: AuditEntry['event'],
  { organizationId, id }: Pick<SsoConnectionRecord, 'organizationId' | 'id'>,
): AuditEntry {
  return { event, result: 'ok', targetId: `${organizationId}/${id}` }
}

/** The roles of a request, if it changes them. A role of a connection is a grant to all who sign in with it. */
export function changedRoles(
  { source, organization, granter }: ConnectionSource,
  kind: SsoConnection['kind'],
  connection: readonly SsoRoleAssignment[] | undefined,
  groups: readonly SsoGroupRoleAssignment[] | undefined,
): Partial<SsoRoles> {
  const rbac = storedRoles(source.project, organization)
  const known = new Set(rbac.roles.map(({ role_id }) => role_id))
  for (const [list, field] of [
    [connection, `.${kind}_connection_implicit_role_assignments`],
    [groups, `.${kind}_group_implicit_role_assignments`],
  ] as const) {
    const unknown = list?.findIndex(({ role_id }) => !known.has(role_id)) ?? -1
    if (unknown !== -1) throw refuseField(`${field}[${unknown}].role_id`, 'is not a role of the organization', 'enum')
  }
  const granted = [...(connection ?? []), ...(groups ?? [])].map(({ role_id }) => role_id)
  const missing = granter === null ? [] : missingForGrant(rbac, granter, granted)
  if (missing.length > 0) throw new ProviderError('unauthorized_action', { details: { missing } })
  return {
    ...(connection && { connectionRoles: [...new Set(connection.map(({ role_id }) => role_id))] }),
    ...(groups && { groupRoles: groups.map(({ role_id, group }) => ({ roleId: role_id, group })) }),
  }
}

/** An https address; also http for a provider that itself is reached by http, in development. */
export function requireAddress(
  { baseUrl }: Pick<ConnectionContext, 'baseUrl'>,
  text: string,
  dataPath: string,
): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isAllowed =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && baseUrl.startsWith('http:'))) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  if (!isAllowed) throw refuseField(dataPath, 'must be an https address', 'format')
  return text
}
