import type { Page } from '../../http/page.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { answerClient, json, OAuthError } from '../protocol/oauth-error.ts'
import { required } from '../protocol/params.ts'
import { preflightResponse } from '../protocol/preflight.ts'
import { grantByClientCredentials } from './token.client-credentials.ts'
import { grantByCode } from './token.code.ts'
import { grantByRefreshToken } from './token.refresh.ts'
import type { TokenRequest } from './token-request.ts'
import { readTokenRequest } from './token-request.ts'

const grants: Readonly<
  Record<string, (context: ProviderContext, request: TokenRequest) => Promise<Record<string, unknown>>>
> = {
  authorization_code: grantByCode,
  refresh_token: grantByRefreshToken,
  client_credentials: grantByClientCredentials,
}

export const grantTypes: readonly string[] = Object.keys(grants)

/** The token endpoint (RFC 6749 §3.2). */
export const tokenPage: Page = {
  name: 'oauth2_token',
  path: '/v1/public/:project_id/oauth2/token',
  methods: ['POST', 'OPTIONS'],
  handle: (context, exchange, { project_id }) =>
    preflightResponse(exchange) ??
    answerClient(exchange, async () => {
      const request = await readTokenRequest(context, exchange, project_id)
      const type = required(request.params, 'grant_type')
      const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
      if (!grant) throw new OAuthError('unsupported_grant_type', 'Unsupported grant_type.')
      return json(exchange, 200, await grant(context, request))
    }),
}
