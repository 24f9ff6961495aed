import type { KnownErrorType } from '@latchkey/contract'
import type { ClientInfo } from '../core/caller.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { newId } from '../core/ids.ts'
import { siteOf } from '../http/client-address.ts'
import type { AuditRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { type AuditEvent, isRepeatable } from './audit-events.ts'
import type { RefusalBudget } from './refusal-budget.ts'

export type { AuditEvent }

export interface AuditEntry {
  event: AuditEvent
  result: AuditRecord['result']
  errorType?: KnownErrorType
  /** The acting user, if known. */
  accountId?: string | null
  /** The object of the action: a session, a registration, a method, the name of a limit. Never an address or a secret. */
  targetId?: string | null
  /** The row covers several networks, so it names none. */
  isOfAnyNetwork?: boolean
  /** The proof continues a session, which a user can repeat. */
  continuesSession?: boolean
  /** The client application of the operator that authenticated with its secret. */
  byClient?: string | null
}

/** The request that an entry belongs to. */
export interface AuditSource {
  project: Pick<ProjectRecord, 'id' | 'environment' | 'vertical'>
  client: ClientInfo
  requestId: string
  /** The impersonator, if the session of the request is an impersonated one. */
  impersonator?: string | null
  /**
   * The secret key, the operator at the command line, the provider, or a member who changes another one; undefined if
   * an account acts for itself.
   */
  actor?: { kind: 'admin' | 'system' | 'member'; id: string } | undefined
}

/**
 * Adds one row for each security event, in the transaction that causes it. The sealer chains the rows later. Rejected
 * calls, and successful ones that a caller can repeat, have a budget: otherwise one network could fill the disk.
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
  const accountKind: AuditRecord['actorKind'] = project.vertical === 'B2B' ? 'member' : 'user'
  const ipPrefix = client.prefix === '' ? null : client.prefix
  const userAgentHash = client.userAgent === '' ? null : sha256Hex(client.userAgent).slice(0, 16)
  await tx.audit.append(
    ...entries.map(({ event, result, errorType = null, accountId = null, targetId = null, isOfAnyNetwork }) => ({
      projectId: project.id,
      id: newId('audit', project.environment, at, deps.random),
      at,
      actorKind: actor?.kind ?? (accountId === null ? ('client' as const) : accountKind),
      actorId: actor?.id ?? accountId,
      ...{ impersonator, event, targetId, result, errorType, userAgentHash, requestId },
      ipPrefix: isOfAnyNetwork ? null : ipPrefix,
    })),
  )
}

/** The rows of an entry: none, the entry, or the entry and the number of those skipped before it. */
function withinBudget(budget: RefusalBudget | undefined, source: AuditSource, entry: AuditEntry): AuditEntry[] {
  const { project, client, actor, impersonator = null } = source
  if (budget === undefined || (actor !== undefined && actor.kind !== 'member')) return [entry]
  const { event, accountId = null } = entry
  const network = siteOf(client.prefix)
  if (entry.result === 'refused') {
    // Members cause rejections of their calls at no cost: these do not use up the budget of attacked accounts.
    const isAboutUser = event === 'token_replay' || (accountId !== null && event !== 'call_reject')
    const admitted = budget.admit(project.id, network, isAboutUser)
    if (admitted === null) return []
    const { skipped, isOfProject } = admitted
    return [entry, ...skippedBefore({ event: 'refusals_skipped', skipped, isOfAnyNetwork: isOfProject })]
  }
  // An operator has issued the token of an impersonation.
  const { byClient = null, continuesSession = false } = entry
  if (impersonator !== null || !isRepeatable(event, continuesSession)) return [entry]
  // Other actors than members have returned above.
  const account = accountId ?? actor?.id ?? null
  const row = budget.admitRow({ projectId: project.id, event, account, network, client: byClient })
  if (row === null) return []
  const { skipped, isOfProject, isOfAccount } = row
  const about = isOfAccount ? account : null
  const isOfAnyNetwork = isOfProject || isOfAccount || byClient !== null
  return [entry, ...skippedBefore({ event: 'rows_skipped', skipped, isOfAnyNetwork, accountId: about })]
}

function skippedBefore({ skipped, ...entry }: Omit<AuditEntry, 'result'> & { skipped: number }): AuditEntry[] {
  return skipped === 0 ? [] : [{ ...entry, result: 'ok', targetId: String(skipped) }]
}
