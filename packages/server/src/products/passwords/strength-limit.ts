import { limitFor } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'

/**
 * Counts before the check, because one thread checks all passwords. Checks while a user types are counted separately, so
 * that they do not use up the limit for setting one.
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
