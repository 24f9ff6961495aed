import type { PasswordsStrengthCheckRequest, PasswordsStrengthCheckResponse } from '@latchkey/contract'
import type { Call, DataOf } from '../../core/route.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import { judgePassword, passwordPolicyOf } from '../../passwords/policy.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeStrengthCheck } from './strength-limit.ts'

/** Asked while somebody types: nothing of it is stored, logged or looked up by person. */
export async function checkStrength(
  context: ProviderContext,
  call: Call<PasswordsStrengthCheckRequest>,
): Promise<DataOf<PasswordsStrengthCheckResponse>> {
  const { project, body } = call
  requireMethod(project, 'passwords')
  takeStrengthCheck(context, call, 'typed')
  // An address that is still being typed is none yet.
  const email = body.email === undefined ? null : canonicalEmail(body.email)
  const about = { email, projectName: project.name }
  return (await judgePassword(context, passwordPolicyOf(project), body.password, about)).verdict
}
