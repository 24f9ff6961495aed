import { audit } from '../../audit/audit.ts'
import { randomId } from '../../core/ids.ts'
import { projectIssuer } from '../../notices/issuer.ts'
import { operatorClientId } from '../../oauth-clients/client-rules.ts'
import { ownScopes } from '../../oauth-clients/scopes.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthGrantRecord } from '../../storage/records.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { param } from '../protocol/params.ts'
import type { TokenRequest } from './token-request.ts'
import { tokenResponse } from './tokens.ts'

/** RFC 6749 §4.4: a client application acts for itself, with the scopes that its registration lists. */
export async function grantByClientCredentials(
  context: ProviderContext,
  { project, client, params, exchange }: TokenRequest,
): Promise<Record<string, unknown>> {
  if (client.isPublic || !client.allowsClientCredentials)
    throw new OAuthError('unauthorized_client', 'The client is not allowed to use the client_credentials grant.')
  const own = ownScopes(project, client)
  const requested = param(params, 'scope')?.split(' ').filter(Boolean) ?? own
  if (requested.some((scope) => !own.includes(scope)))
    throw new OAuthError('invalid_scope', 'The requested scope is not allowed for this client.')
  const resources = [...new Set(params.get('resource') ?? [])]
  const known = [projectIssuer(context, project), ...(project.settings.identityProvider?.resources ?? [])]
  if (resources.some((one) => !known.includes(one)))
    throw new OAuthError('invalid_target', 'The requested resource is not allowed for this client.')
  const now = context.clock.now()
  const grant: OAuthGrantRecord = {
    projectId: project.id,
    id: randomId('oauth-grant', project.environment, context.random),
    clientId: client.id,
    accountId: null,
    sessionId: null,
    scopes: [...new Set(requested)],
    resources,
    offline: false,
    authTime: null,
    acr: '',
    amr: [],
    generation: 0,
    createdAt: now,
    expiresAt: now + client.accessTokenMinutes * 60_000,
    revokedAt: null,
  }
  await context.storage.transaction(async (tx) => {
    await tx.oauthGrants.insert(grant)
    const done = { event: 'oauth_token', result: 'ok', targetId: grant.id } as const
    await audit(tx, context, { ...exchange, project }, { ...done, byClient: operatorClientId(client) })
  })
  return tokenResponse(context, {
    ...{ project, client, grant, resources, scopes: grant.scopes },
    ...{ subject: null, nonce: null, refreshToken: null },
  })
}
