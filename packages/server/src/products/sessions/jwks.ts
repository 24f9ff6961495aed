import { isSafeText } from '@latchkey/contract/schemas'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'

/** The keys that session tokens are verified with. For servers and browsers of anybody: nothing here is secret. */
export const jwksPage: Page = {
  name: 'jwks',
  path: '/v1/sessions/jwks/:project_id',
  async handle(context, { headers, client }, params) {
    const projectId = params.project_id ?? ''
    const jwks = isSafeText(projectId) ? await context.signingKeys.jwks(projectId) : { keys: [] }
    if (jwks.keys.length === 0) {
      // Verifiers of real projects may come as often as they like; whoever tries out ids may not.
      countRequest(context, client)
      throw new ProviderError('endpoint_not_found')
    }
    headers['content-type'] = 'application/json'
    headers['cache-control'] = 'public, max-age=300'
    headers['access-control-allow-origin'] = '*'
    return new Response(JSON.stringify(jwks), { status: 200, headers })
  },
}
