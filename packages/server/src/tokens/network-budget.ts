import { audit } from '../audit/audit.ts'
import { type Limit, limitFor } from '../core/limits.ts'
import type { ProviderError } from '../core/provider-error.ts'
import type { Call } from '../core/route.ts'
import { siteOf } from '../http/client-address.ts'
import { limitError } from '../limits/take-limits.ts'
import type { ProviderContext } from '../provider-context.ts'

const name = 'wrong_secrets_per_ip'

/** Wrong secrets for all accounts, from one network: it also counts an attacker who tries one code at many accounts. */
export interface NetworkBudget extends Limit {
  key: string
}

export function networkBudget({ config }: Pick<ProviderContext, 'config'>, call: Call<unknown>): NetworkBudget {
  const { project, client } = call
  return { ...limitFor(name, config.limits, project.settings.limits), key: `${name}:${siteOf(client.prefix)}` }
}

/** The error for a guess that was not compared because its network has guessed too often. */
export async function sprayError(
  context: ProviderContext,
  call: Call<unknown>,
  retryAfterMs: number,
): Promise<ProviderError> {
  await audit(context.storage, context, call, {
    ...{ event: 'limit_hit', result: 'refused', errorType: 'too_many_requests', targetId: name },
  })
  return limitError(context, { name, retryAfterMs, isSum: false })
}
