import { audit } from '../../audit/audit.ts'
import { sha256Hex } from '../../core/hash.ts'
import type { Page } from '../../http/page.ts'
import { endGrantSessions } from '../../notices/announce-session-end.ts'
import { operatorClientId } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { answerClient } from '../protocol/oauth-error.ts'
import { required } from '../protocol/params.ts'
import { preflightResponse } from '../protocol/preflight.ts'
import { readAccessToken } from './access-token.ts'
import type { TokenRequest } from './token-request.ts'
import { readTokenRequest } from './token-request.ts'
import { isRefreshToken } from './tokens.ts'

/**
 * RFC 7009. Revoking a refresh token ends its grant; revoking an access token ends all access tokens issued so far. An
 * unknown token, or a token of another client, gets the same response (§2.2).
 */
export const revokePage: Page = {
  name: 'oauth2_revoke',
  path: '/v1/public/:project_id/oauth2/revoke',
  methods: ['POST', 'OPTIONS'],
  handle: (context, exchange, { project_id }) =>
    preflightResponse(exchange) ??
    answerClient(exchange, async () => {
      const request = await readTokenRequest(context, exchange, project_id)
      await revoke(context, request, required(request.params, 'token'))
      return new Response(null, { status: 200, headers: exchange.headers })
    }),
}

async function revoke(context: ProviderContext, request: TokenRequest, token: string): Promise<void> {
  const { storage } = context
  const { project, client, exchange } = request
  const isRefresh = isRefreshToken(token)
  const grantId = isRefresh
    ? (await storage.oauthGrants.findRefreshToken(project.id, sha256Hex(token)))?.grantId
    : (await readAccessToken(context, project, token))?.grant.id
  const grant = grantId === undefined ? null : await storage.oauthGrants.get(project.id, grantId)
  if (grant === null || grant.clientId !== client.id) return
  await storage.transaction(async (tx) => {
    const source = { ...exchange, project }
    if (isRefresh) {
      await tx.oauthGrants.revoke(project.id, grant.id, context.clock.now())
      await endGrantSessions(tx, context, source, [grant.id])
    } else await tx.oauthGrants.invalidateAccessTokens(project.id, grant.id)
    await audit(tx, context, source, {
      ...{ event: 'oauth_revoke', result: 'ok', accountId: grant.accountId, targetId: grant.id },
      byClient: operatorClientId(client),
    })
  })
}
