import type { PasswordsStrengthCheckRequest, PasswordsStrengthCheckResponse } from '@latchkey/contract'
import { ProviderError } from '../../http/provider-error.ts'
import type { Call, DataOf } from '../../http/route.ts'
import { canonicalEmail } from '../../identity/email-address.ts'
import { judgePassword, passwordPolicyOf } from '../../passwords/policy.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { limitFor } from '../../security/limits.ts'

/** Asked while somebody types: nothing of it is stored, logged or looked up by person. */
export async function checkStrength(
  context: ProviderContext,
  call: Call<PasswordsStrengthCheckRequest>,
): Promise<DataOf<PasswordsStrengthCheckResponse>> {
  const { project, body, client } = call
  requireMethod(project, 'passwords')
  const limit = limitFor('strength_checks_per_ip', context.config.limits, project.settings.limits)
  const refused = context.memoryLimits.take(`strength:${client.prefix}`, limit)
  if (refused) {
    context.metrics.limitHit('strength_checks_per_ip')
    throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
  }
  // An address that is still being typed is none yet.
  const email = body.email === undefined ? null : canonicalEmail(body.email)
  const about = { email, projectName: project.name }
  return (await judgePassword(context, passwordPolicyOf(project), body.password, about)).verdict
}
