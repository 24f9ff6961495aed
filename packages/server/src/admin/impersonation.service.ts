import type { AdminImpersonationTokenRequest, AdminImpersonationTokenResponse } from '@latchkey/contract/admin'
import type { DataOf } from '../http/route.ts'
import { refuseField } from '../http/schema-issues.ts'
import { rfc3339 } from '../identity/rfc3339.ts'
import { createImpersonationToken } from '../products/impersonation/impersonation-token.ts'
import type { AdminCall, AdminContext } from './admin-route.ts'

export async function createToken(
  context: AdminContext,
  call: AdminCall<AdminImpersonationTokenRequest>,
): Promise<DataOf<AdminImpersonationTokenResponse>> {
  const { user_id, impersonator } = call.request
  const actor = impersonator.trim()
  if (actor === '') throw refuseField('.impersonator', 'must not be empty', 'minLength')
  const { token, expiresAt } = await createImpersonationToken(context, call, { userId: user_id, actor })
  return { impersonation_token: token, expires_at: rfc3339(expiresAt) }
}
