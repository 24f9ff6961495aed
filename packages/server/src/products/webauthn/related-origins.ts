import { countRequest } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { ProviderError } from '../../http/provider-error.ts'

/**
 * WebAuthn 3 §5.11: a browser asks the RP ID's own host which other origins may use its passkeys. It is answered
 * for hosts that a project has declared; whoever runs such a host lets this path through to the provider.
 */
export const relatedOriginsPage: Page = {
  name: 'related_origins',
  path: '/.well-known/webauthn',
  async handle(context, { request, headers, client }) {
    countRequest(context, client)
    const { hostname } = new URL(request.url)
    const projects = await context.projects.byPasskeyRpId(hostname)
    const origins = projects
      .flatMap(({ settings }) => settings.authorizedOrigins)
      // A pattern is nothing a browser could compare with.
      .filter((entry) => entry.startsWith('https://') && !entry.includes('*'))
    if (projects.length === 0) throw new ProviderError('endpoint_not_found')
    headers['content-type'] = 'application/json'
    headers['cache-control'] = 'max-age=300'
    return new Response(JSON.stringify({ origins: [...new Set(origins)] }), { headers })
  },
}
