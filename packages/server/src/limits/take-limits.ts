import { type AuditSource, audit } from '../audit/audit.ts'
import { type Limit, type LimitName, limitFor, limitOfSite } from '../core/limits.ts'
import { ProviderError } from '../core/provider-error.ts'
import { siteOf } from '../http/client-address.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

export interface LimitUse {
  name: LimitName
  /** The counted subject; empty for limits of a whole project. */
  key: string
  /** Multiplies the limit. */
  times?: number
}

export interface LimitRefusal {
  name: LimitName
  retryAfterMs: number
  /** Several networks share the count: the caller's own may have used none of it. */
  isSum: boolean
}

/** PostgreSQL counts uses in 32 bits. */
const largestLimit = 2 ** 31 - 1

interface LimitContext extends Pick<ProviderContext, 'storage' | 'clock' | 'random'> {
  config: Pick<ProviderContext['config'], 'limits'>
  metrics: Pick<ProviderContext['metrics'], 'limitHit'>
}

/**
 * Counts one use of each limit in order, and stops at the first that is exhausted, so that a rejected request does not
 * use up the other limits.
 */
export async function takeLimitsIn(
  tx: StorageVerbs,
  context: LimitContext,
  source: AuditSource & { project: ProjectRecord },
  uses: readonly LimitUse[],
): Promise<LimitRefusal | null> {
  const { project } = source
  for (const { name, key, times = 1 } of uses) {
    const own = limitFor(name, context.config.limits, project.settings.limits)
    for (const counted of countsOf(name, key, { ...own, limit: own.limit * times })) {
      const window = { ...counted.window, limit: Math.min(counted.window.limit, largestLimit) }
      const taken = await tx.limits.consume(project.id, `${name}:${counted.key}`, window, context.clock.now())
      if (taken.allowed) continue
      await audit(tx, context, source, {
        event: 'limit_hit',
        result: 'refused',
        errorType: 'too_many_requests',
        targetId: name,
      })
      return { name, retryAfterMs: taken.retryAfterMs, isSum: times > 1 }
    }
  }
  return null
}

/** The count of the key, and that of its /48 if the key is an IPv6 network. */
function countsOf(name: LimitName, key: string, window: Limit): { key: string; window: Limit }[] {
  const site = siteOf(key)
  const larger = site === key ? null : limitOfSite(name, window)
  return larger === null
    ? [{ key, window }]
    : [
        { key, window },
        { key: `site ${site}`, window: larger },
      ]
}

/** The same outside of a transaction, so that a rejection stays counted. A single use is one statement and needs none. */
export async function takeLimits(
  context: LimitContext,
  source: AuditSource & { project: ProjectRecord },
  uses: readonly LimitUse[],
): Promise<void> {
  const { storage } = context
  const refusal =
    uses.length === 1
      ? await takeLimitsIn(storage, context, source, uses)
      : await storage.transaction((tx) => takeLimitsIn(tx, context, source, uses))
  if (refusal) throw limitError(context, refusal)
}

/** A reached limit as an error of the API. */
export class LimitError extends ProviderError {
  readonly limit: LimitName

  constructor(limit: LimitName, retryAfterMs: number) {
    super('too_many_requests', { retryAfterMs })
    this.limit = limit
  }
}

export function limitError(context: Pick<LimitContext, 'metrics'>, { name, retryAfterMs }: LimitRefusal): LimitError {
  context.metrics.limitHit(name)
  return new LimitError(name, retryAfterMs)
}

/** Audits a limit that was reached in a transaction, whose rollback has removed the audit row. */
export async function auditLimit(
  tx: Pick<StorageVerbs, 'audit'>,
  context: Pick<ProviderContext, 'clock' | 'random' | 'refusalBudget'>,
  source: AuditSource,
  error: LimitError,
): Promise<LimitError> {
  await audit(tx, context, source, {
    ...{ event: 'limit_hit', result: 'refused', errorType: error.type, targetId: error.limit },
  })
  return error
}
