import type { OAuthLogoutStartRequest, OAuthLogoutStartResponse } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { isProvenClient } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findClient } from '../clients/find-client.ts'
import { readIdTokenHint } from './id-token-hint.ts'
import { logoutAddress } from './logout-address.ts'

/**
 * Does the person have to confirm? Only an application that shows a fresh token of this very session is believed
 * (OpenID Connect RP-Initiated Logout §2): everybody else could be anybody.
 */
export async function startLogout(
  context: ProviderContext,
  call: Call<OAuthLogoutStartRequest>,
): Promise<DataOf<OAuthLogoutStartResponse>> {
  const { project, body } = call
  const client = await findClient(context, project, body.client_id)
  if (client === null) throw new ProviderError('oauth_client_not_found')
  if (!client.postLogoutRedirectUris.includes(body.post_logout_redirect_uri))
    throw new ProviderError('oauth_invalid_redirect_uri')
  const given = body.id_token_hint ?? ''
  const hint = given === '' ? null : await readIdTokenHint(context, project, given)
  if (given !== '' && hint?.clientId !== client.id) throw new ProviderError('oauth_invalid_request')
  const caller = await call.session()
  const isBelieved =
    hint !== null &&
    !hint.isExpired &&
    hint.userId === caller?.user.id &&
    // One that names no session is of one that has ended.
    hint.sessionId === caller.session.id
  return {
    redirect_uri: logoutAddress(body.post_logout_redirect_uri, body.state),
    // Without a session there is nothing to confirm but the address, if no operator has vouched for it.
    consent_required: (caller !== null || !isProvenClient(client)) && !isBelieved,
  }
}
