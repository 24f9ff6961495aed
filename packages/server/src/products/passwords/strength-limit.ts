import { limitFor } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'

/**
 * Counted before a password is judged: one thread judges everybody's. What somebody tries while typing does not use up
 * what they may set.
 */
export function takeStrengthCheck(
  context: ProviderContext,
  { project, client }: Call<unknown>,
  use: 'typed' | 'set',
): void {
  const limit = limitFor('strength_checks_per_ip', context.config.limits, project.settings.limits)
  const refused = context.memoryLimits.take(`strength:${use}:${client.prefix}`, limit)
  if (!refused) return
  context.metrics.limitHit('strength_checks_per_ip')
  throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
}
