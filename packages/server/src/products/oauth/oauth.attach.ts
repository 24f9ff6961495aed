import type { OAuthAttachRequest, OAuthAttachResponse } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeChange } from '../../sessions/count-change.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import { newAttachToken } from '../../social-login/attach.ts'
import { findCredentials } from './find-credentials.ts'

/**
 * A token for the start of an OAuth flow that adds the identity to the signed-in user, whatever its email address. It
 * changes nothing yet: the identity is added when the same user redeems the result of the flow with a recent session.
 */
export async function attachOAuth(
  context: ProviderContext,
  call: Call<OAuthAttachRequest>,
): Promise<DataOf<OAuthAttachResponse>> {
  const { storage, clock } = context
  const { project, body, client } = call
  requireMethod(project, 'oauth')
  const caller = await call.requireSession()
  requireRecentSignIn(project, caller, clock.now())
  const { provider } = body
  await findCredentials(context, project, provider)
  await takeLimits(context, call, [{ name: 'challenges_per_ip', key: client.prefix }])
  await takeChange(context, call, caller.account)
  const accountId = caller.account.id
  const { token } = await storage.transaction(async (tx) => {
    await audit(tx, context, call, { event: 'oauth_attach_token_create', result: 'ok', accountId, targetId: accountId })
    return newAttachToken(tx, context, project, { accountId, provider })
  })
  return { oauth_attach_token: token }
}
