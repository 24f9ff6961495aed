import { type AuditSource, audit } from '../audit/audit.ts'
import { type LimitName, limitFor } from '../core/limits.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

export interface LimitUse {
  name: LimitName
  /** Who or what is counted; limits of a whole project have none. */
  key: string
  /** Multiplies the limit. */
  times?: number
}

export interface LimitRefusal {
  name: LimitName
  retryAfterMs: number
  /** Counted for several networks together: the caller's own may have done nothing. */
  isSum: boolean
}

/** PostgreSQL counts uses in 32 bits. */
const largestLimit = 2 ** 31 - 1

type LimitContext = Pick<ProviderContext, 'storage' | 'config' | 'clock' | 'random' | 'metrics'>

/**
 * Counts one use against each limit, in order, and stops at the first that is exhausted: whoever is turned away by
 * one does not use up the next.
 */
export async function takeLimitsIn(
  tx: StorageVerbs,
  context: LimitContext,
  source: AuditSource & { project: ProjectRecord },
  uses: readonly LimitUse[],
): Promise<LimitRefusal | null> {
  const { project } = source
  for (const { name, key, times = 1 } of uses) {
    const { limit, windowMs } = limitFor(name, context.config.limits, project.settings.limits)
    const window = { limit: Math.min(limit * times, largestLimit), windowMs }
    const taken = await tx.limits.consume(project.id, `${name}:${key}`, window, context.clock.now())
    if (taken.allowed) continue
    await audit(tx, context, source, {
      event: 'limit_hit',
      result: 'refused',
      errorType: 'too_many_requests',
      targetId: name,
    })
    return { name, retryAfterMs: taken.retryAfterMs, isSum: times > 1 }
  }
  return null
}

/** The same for itself: a refusal is counted and kept. Each use is one statement, so one alone needs no transaction. */
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

/** A limit that was reached, as it is answered. */
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

/** For a limit that was reached in a transaction: the transaction is undone, and its audit row with it. */
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
