import { isSafeText } from '@latchkey/contract/schemas'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'

/** The public keys that verify session JWTs, for backends and browsers of any origin. */
export const jwksPage: Page = {
  name: 'jwks',
  path: '/v1/sessions/jwks/:project_id',
  async handle(context, { headers, client }, params) {
    const projectId = params.project_id ?? ''
    const jwks = isSafeText(projectId) ? await context.signingKeys.jwks(projectId) : { keys: [] }
    if (jwks.keys.length === 0) {
      // Requests for existing projects are not limited; requests that guess project ids are.
      countRequest(context, client)
      throw new ProviderError('endpoint_not_found')
    }
    headers['content-type'] = 'application/json'
    headers['cache-control'] = 'public, max-age=300'
    headers['access-control-allow-origin'] = '*'
    return new Response(JSON.stringify(jwks), { status: 200, headers })
  },
}
