import type { KnownErrorType } from '@latchkey/contract'
import type { ClientInfo } from '../core/caller.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { newId } from '../core/ids.ts'
import { siteOf } from '../http/client-address.ts'
import type { AuditRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import type { RefusalBudget } from './refusal-budget.ts'

/** What is written down for good. */
export type AuditEvent =
  | 'magic_link_send'
  | 'magic_link_authenticate'
  | 'otp_send'
  | 'otp_authenticate'
  | 'totp_create'
  | 'totp_authenticate'
  | 'totp_recover'
  | 'recovery_codes_show'
  | 'crypto_wallet_authenticate'
  | 'oauth_callback'
  | 'oauth_authenticate'
  | 'one_tap_submit'
  | 'webauthn_register'
  | 'webauthn_authenticate'
  | 'webauthn_counter_regression'
  | 'password_create'
  | 'password_authenticate'
  | 'password_reset_send'
  | 'password_reset'
  | 'password_change'
  /** The first proof of a mailbox ended a password set before it. */
  | 'password_disable'
  /** A source of breached passwords did not answer, and the password passed. */
  | 'breach_check_skipped'
  | 'session_create'
  | 'session_revoke'
  | 'token_replay'
  | 'account_lock'
  /** The owner of a mailbox made a network a known one. */
  | 'network_allow'
  | 'factor_add'
  | 'factor_remove'
  | 'factor_update'
  | 'user_create'
  | 'user_update'
  | 'limit_hit'
  /** So many refused calls, of the network or (without one) of the project, were not audited before the row next to this one. */
  | 'refusals_skipped'
  | 'impersonation_authenticate'
  | 'impersonation_revoke'
  | 'session_attest'
  | 'connected_app_revoke'
  /** An application was granted something, or refused; tokens were given, renewed or taken back. */
  | 'oauth_authorize'
  | 'oauth_token'
  | 'oauth_revoke'
  | 'oauth_client_authenticate'
  | 'oauth_client_register'
  | 'access_token_exchange'
  /** A device that was turned away, or would have been if it were not only observed. */
  | 'device_verdict'
  /** What administrators do, by command line or secret key. */
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
  | 'oauth_credentials_set'
  | 'oauth_credentials_remove'
  | 'oauth_client_create'
  | 'oauth_client_update'
  | 'oauth_client_delete'
  | 'oauth_client_admit'
  | 'oauth_client_secret'
  | 'template_set'
  | 'template_remove'
  | 'impersonation_token_create'
  | 'oauth_attach_token_create'
  | 'organization_create'
  | 'member_create'
  /** A copy took the database's place, or secrets were sealed anew. */
  | 'database_restore'
  | 'master_key_reseal'

export interface AuditEntry {
  event: AuditEvent
  result: AuditRecord['result']
  errorType?: KnownErrorType
  /** Who did it, where that is known. */
  userId?: string | null
  /** What it was done to: a session, a registration, a method, a limit's name. Never an address or a secret. */
  targetId?: string | null
  /** The row names no network. */
  isOfAnyNetwork?: boolean
}

/** The request an entry belongs to. */
export interface AuditSource {
  project: Pick<ProjectRecord, 'id' | 'environment'>
  client: ClientInfo
  requestId: string
  /** Who acts in the user's place, where the request came with such a session. */
  impersonator?: string | null
  /** The secret key, whoever sits at the command line, or the provider itself, where it is no user who acts. */
  actor?: { kind: 'admin' | 'system'; id: string } | undefined
}

/**
 * One row for each security event, in the transaction that makes them true. They are chained later, by the sealer.
 * Refused calls have a budget for each network: any caller can be refused without end.
 */
export async function audit(
  tx: Pick<StorageVerbs, 'audit'>,
  deps: { clock: Clock; random: Random; refusalBudget?: RefusalBudget },
  source: AuditSource,
  ...wanted: AuditEntry[]
): Promise<void> {
  const entries = wanted.flatMap((entry) => withinBudget(deps.refusalBudget, source, entry))
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

/** The rows of one entry: none, itself, or itself with the number of those that were left out before it. */
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
