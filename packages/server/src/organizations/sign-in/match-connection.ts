import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProvenSsoIdentity } from '../../sessions/proven-identity.ts'
import { connectionRoles, ssoConnection } from '../../sso/connection.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { AssignedRole, MemberRecord, OrganizationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { decideJoin, type JoinDecision, rolesOfConnection } from '../join.ts'
import { emailOf } from '../members/member-state.ts'
import { activeConnections, findJoinFacts } from './join-facts.ts'
import { findMemberOfIdentity } from './member-identity.ts'

/** How the account of a statement was found. */
export interface ConnectionMatch {
  /** Null for a person who joins. */
  readonly member: MemberRecord | null
  readonly step: 'registration' | 'email' | 'join'
  /** Null if the identity is known. */
  readonly join: JoinDecision | null
  readonly reasons: readonly string[]
  /** The address of the account. */
  readonly address: string
}

const notAllowed = 'operation_restricted_by_organization_auth_methods'

/**
 * Finds the account of a statement: by the identity, then by the address if the organization vouches for it, then by
 * joining. `member` is null only for a person who joins; without a match, `rule` says why.
 */
export async function matchConnection(
  tx: Pick<StorageVerbs, 'accounts' | 'members' | 'organizationDomains' | 'ssoConnections'>,
  context: Pick<ProviderContext, 'disposableDomains'>,
  { project }: Pick<Call<unknown>, 'project'>,
  { organization, identity }: { organization: OrganizationRecord; identity: ProvenSsoIdentity },
): Promise<ConnectionMatch | { readonly rule: string }> {
  const realm = organizationRealm(organization)
  const { connectionId, statedAddress, groups } = identity
  const connections = await activeConnections(tx, organization)
  if (!connections.some(({ id }) => id === connectionId)) return { rule: 'sso_connection_not_active' }
  const known = await findMemberOfIdentity(tx, realm, identity)
  if (known !== null) {
    if (known.status === 'deleted') return { rule: 'member_deleted' }
    const address = emailOf(known)?.uniqueKey ?? statedAddress
    return { member: known, step: 'registration', join: null, reasons: ['identity_known'], address }
  }
  const member = await tx.members.findByEmail(realm, statedAddress)
  const joining = member && { status: member.status, address: statedAddress, isFromDirectory: false }
  const facts = await findJoinFacts(tx, context, { project, organization, member: joining })
  const join = decideJoin(facts, { kind: 'sso', connectionId, address: statedAddress, groups })
  if (!join.allowed) return { rule: join.reasons.at(-1) ?? 'sso_jit_not_allowed' }
  const step = member === null ? 'join' : 'email'
  return { member, step, join, reasons: join.reasons, address: statedAddress }
}

/** The error for a person whom no step has found; `rule` says which rule of the organization rejects. */
export function ruleError(rule: string): ProviderError {
  return new ProviderError(notAllowed, { details: { rule } })
}

/**
 * Replaces the roles that the member has from the connection and its groups with those of the statement. Called for
 * admitted members, with the settings of this moment.
 */
export async function storeConnectionRoles(
  tx: Pick<StorageVerbs, 'roles' | 'ssoConnections'>,
  member: MemberRecord,
  { connectionId, groups }: Pick<ProvenSsoIdentity, 'connectionId' | 'groups'>,
): Promise<MemberRecord> {
  const realm = { projectId: member.projectId, organizationId: member.organizationId }
  const record = await tx.ssoConnections.get(realm, connectionId)
  // The connection was deleted or became incomplete while the sign-in waited for a second factor.
  if (record === null || record.status !== 'active') throw ruleError('sso_connection_not_active')
  const isOfConnection = ({ sourceKind, sourceId }: AssignedRole): boolean =>
    (sourceKind === 'sso_connection' && sourceId === connectionId) ||
    (sourceKind === 'sso_connection_group' && sourceId.startsWith(`${connectionId}|`))
  const before = member.roles.filter(isOfConnection)
  const after = rolesOfConnection(connectionRoles(ssoConnection(record)), groups).map(
    ({ roleId, source }): AssignedRole => ({ roleId, sourceKind: source.kind, sourceId: source.id }),
  )
  const sources = new Map([...before, ...after].map((role) => [`${role.sourceKind}|${role.sourceId}`, role]))
  for (const { sourceKind, sourceId } of sources.values()) {
    const ofSource = (roles: readonly AssignedRole[]): string[] =>
      roles.filter((one) => one.sourceKind === sourceKind && one.sourceId === sourceId).map(({ roleId }) => roleId)
    const [old, current] = [ofSource(before).sort(), [...new Set(ofSource(after))].sort()]
    if (old.join(' ') !== current.join(' ')) await tx.roles.replace(realm, member.id, { sourceKind, sourceId }, current)
  }
  return { ...member, roles: [...member.roles.filter((role) => !isOfConnection(role)), ...after] }
}
