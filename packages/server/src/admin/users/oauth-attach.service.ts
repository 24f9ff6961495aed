import type { AdminOAuthAttachTokenRequest, AdminOAuthAttachTokenResponse } from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { newAttachToken } from '../../social-login/attach.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'

/** For a backend that starts the flow for its user; the flow still requires a session of that user. */
export async function createAttachToken(
  context: AdminContext,
  call: AdminCall<AdminOAuthAttachTokenRequest>,
): Promise<DataOf<AdminOAuthAttachTokenResponse>> {
  const { project, request } = call
  const { user_id: accountId, provider } = request
  const { token, expiresAt } = await context.storage.transaction(async (tx) => {
    const account = await tx.accounts.get(project.id, accountId)
    if (account === null || account.disabledAt !== null) throw new ProviderError('user_not_found')
    await audit(tx, context, call, { event: 'oauth_attach_token_create', result: 'ok', targetId: accountId })
    return newAttachToken(tx, context, project, { accountId, provider })
  })
  return { oauth_attach_token: token, expires_at: rfc3339(expiresAt) }
}
