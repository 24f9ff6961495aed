import type { PasswordsStrengthCheckRequest, PasswordsStrengthCheckResponse } from '@latchkey/contract'
import type { Call, DataOf } from '../../core/route.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import { judgePassword, passwordPolicyOf } from '../../passwords/policy.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeStrengthCheck } from './strength-limit.ts'

/** Called while the user types. The password and the address are neither stored nor logged, and no user is looked up. */
export async function checkStrength(
  context: ProviderContext,
  call: Call<PasswordsStrengthCheckRequest>,
): Promise<DataOf<PasswordsStrengthCheckResponse>> {
  const { project, body } = call
  requireMethod(project, 'passwords')
  takeStrengthCheck(context, call, 'typed')
  // Null while the address is incomplete.
  const email = body.email === undefined ? null : canonicalEmail(body.email)
  const about = { email, projectName: project.name }
  return (await judgePassword(context, passwordPolicyOf(project), body.password, about)).verdict
}
