import type { Page } from '../../http/page.ts'
import { ProviderError } from '../../http/provider-error.ts'

/** The keys that session tokens are verified with. For servers and browsers of anybody: nothing here is secret. */
export const jwksPage: Page = {
  name: 'jwks',
  path: '/v1/sessions/jwks/:project_id',
  async handle(context, { headers }, params) {
    const jwks = await context.signingKeys.jwks(params.project_id ?? '')
    if (jwks.keys.length === 0) throw new ProviderError('endpoint_not_found')
    headers['content-type'] = 'application/json'
    headers['cache-control'] = 'public, max-age=300'
    headers['access-control-allow-origin'] = '*'
    return new Response(JSON.stringify(jwks), { status: 200, headers })
  },
}
