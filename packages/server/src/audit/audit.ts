import type { KnownErrorType } from '@latchkey/contract'
import type { ClientInfo } from '../core/caller.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { newId } from '../core/ids.ts'
import { siteOf } from '../http/client-address.ts'
import type { MethodAuditEvent } from '../methods/methods.ts'
import type { AuditRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import type { RefusalBudget } from './refusal-budget.ts'

/** The events of the audit log. */
export type AuditEvent =
  | MethodAuditEvent
  | 'session_create'
  | 'session_revoke'
  | 'token_replay'
  | 'account_lock'
  /** The owner of an email address made a network a known one. */
  | 'network_allow'
  | 'factor_add'
  | 'factor_remove'
  | 'factor_update'
  | 'user_create'
  | 'user_update'
  | 'limit_hit'
  /** The number of rejected calls, of the network or (without one) of the project, that were not audited before the previous row. */
  | 'refusals_skipped'
  | 'impersonation_authenticate'
  | 'impersonation_revoke'
  | 'session_attest'
  | 'connected_app_revoke'
  /** A client application was authorized or denied; tokens were issued, renewed or revoked. */
  | 'oauth_authorize'
  | 'oauth_token'
  | 'oauth_revoke'
  | 'oauth_client_authenticate'
  | 'oauth_client_register'
  | 'access_token_exchange'
  /** A device was blocked, or would have been if the mode were not observation. */
  | 'device_verdict'
  /** Actions of operators, by command line or secret key. */
  | 'project_create'
  | 'settings_update'
  | 'secret_key_create'
  | 'secret_key_revoke'
  | 'secret_authenticate'
  | 'signing_key_rotate'
  | 'user_delete'
  | 'user_disable'
  | 'user_enable'
  | 'user_unlock'
  | 'user_import'
  | 'user_export'
  | 'user_prune'
  | 'oauth_client_create'
  | 'oauth_client_update'
  | 'oauth_client_delete'
  | 'oauth_client_admit'
  | 'oauth_client_secret'
  | 'template_set'
  | 'template_remove'
  | 'impersonation_token_create'
  | 'organization_create'
  | 'member_create'
  /** The database was restored from a backup, or secrets were sealed again. */
  | 'database_restore'
  | 'master_key_reseal'

export interface AuditEntry {
  event: AuditEvent
  result: AuditRecord['result']
  errorType?: KnownErrorType
  /** The acting user, if known. */
  userId?: string | null
  /** The object of the action: a session, a registration, a method, the name of a limit. Never an address or a secret. */
  targetId?: string | null
  /** The row covers several networks, so it names none. */
  isOfAnyNetwork?: boolean
}

/** The request that an entry belongs to. */
export interface AuditSource {
  project: Pick<ProjectRecord, 'id' | 'environment'>
  client: ClientInfo
  requestId: string
  /** The impersonator, if the session of the request is an impersonated one. */
  impersonator?: string | null
  /** The secret key, the operator at the command line, or the provider; undefined if a user acts. */
  actor?: { kind: 'admin' | 'system'; id: string } | undefined
}

/**
 * Adds one row for each security event, in the transaction that causes it. The sealer chains the rows later. Rejected
 * calls have a budget for each network, because any caller can cause any number of them.
 */
export async function audit(
  tx: Pick<StorageVerbs, 'audit'>,
  deps: { clock: Clock; random: Random; refusalBudget?: RefusalBudget },
  source: AuditSource,
  ...requested: AuditEntry[]
): Promise<void> {
  const entries = requested.flatMap((entry) => withinBudget(deps.refusalBudget, source, entry))
  if (entries.length === 0) return
  const { project, client, actor, impersonator = null, requestId } = source
  const at = deps.clock.now()
  const ipPrefix = client.prefix === '' ? null : client.prefix
  const userAgentHash = client.userAgent === '' ? null : sha256Hex(client.userAgent).slice(0, 16)
  await tx.audit.append(
    ...entries.map(({ event, result, errorType = null, userId = null, targetId = null, isOfAnyNetwork }) => ({
      projectId: project.id,
      id: newId('audit', project.environment, at, deps.random),
      at,
      actorKind: actor?.kind ?? (userId === null ? ('client' as const) : ('user' as const)),
      actorId: actor?.id ?? userId,
      ...{ impersonator, event, targetId, result, errorType, userAgentHash, requestId },
      ipPrefix: isOfAnyNetwork ? null : ipPrefix,
    })),
  )
}

/** The rows of an entry: none, the entry, or the entry and the number of those skipped before it. */
function withinBudget(
  budget: RefusalBudget | undefined,
  { project, client, actor }: AuditSource,
  entry: AuditEntry,
): AuditEntry[] {
  if (budget === undefined || entry.result !== 'refused' || actor !== undefined) return [entry]
  const isAboutUser = entry.event === 'token_replay' || (entry.userId ?? null) !== null
  const admitted = budget.admit(project.id, siteOf(client.prefix), isAboutUser)
  if (admitted === null) return []
  const { skipped, isOfProject } = admitted
  if (skipped === 0) return [entry]
  return [entry, { event: 'refusals_skipped', result: 'ok', targetId: String(skipped), isOfAnyNetwork: isOfProject }]
}
