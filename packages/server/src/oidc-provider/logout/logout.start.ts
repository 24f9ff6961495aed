import type { OAuthLogoutStartRequest, OAuthLogoutStartResponse } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { isProvenClient } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findClient } from '../clients/find-client.ts'
import { readIdTokenHint } from './id-token-hint.ts'

/**
 * Must the user confirm the logout? Not if the request has an unexpired ID token of the same session (OpenID Connect
 * RP-Initiated Logout §2); any other request may come from an attacker.
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
  const idToken = body.id_token_hint ?? ''
  const hint = idToken === '' ? null : await readIdTokenHint(context, project, idToken)
  if (idToken !== '' && hint?.clientId !== client.id) throw new ProviderError('oauth_invalid_request')
  const caller = await call.session()
  const isTrusted =
    hint !== null && !hint.isExpired && hint.accountId === caller?.account.id && hint.sessionId === caller.session.id
  return {
    redirect_uri: postLogoutUrl(body.post_logout_redirect_uri, body.state),
    // Without a session, only the redirect to a client that no operator has verified needs a confirmation.
    consent_required: (caller !== null || !isProvenClient(client)) && !isTrusted,
  }
}

/** The redirect URI after a logout, with the state of the client application. */
function postLogoutUrl(redirectUri: string, state: string | undefined): string {
  const url = new URL(redirectUri)
  if (state !== undefined && state !== '') url.searchParams.append('state', state)
  return url.href
}
