import { ProviderError } from '../../core/provider-error.ts'
import { countRequest } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/**
 * WebAuthn 3 §5.11: a browser asks the host of the RP ID which other origins may use its passkeys. The operator of a host
 * that a project has declared forwards this path to the provider. The request names no project, so exactly one project
 * answers for a host: another project that declares the same host cannot add its origins.
 */
export const relatedOriginsPage: Page = {
  name: 'related_origins',
  path: '/.well-known/webauthn',
  async handle(context, { request, headers, client }) {
    countRequest(context, client)
    const { hostname } = new URL(request.url)
    const [owner] = (await context.projects.byPasskeyRpId(hostname)).sort(byClaim)
    if (!owner) throw new ProviderError('endpoint_not_found')
    // Browsers compare exact origins, so patterns are left out.
    const isComparable = (entry: string): boolean => entry.startsWith('https://') && !entry.includes('*')
    const origins = owner.settings.authorizedOrigins.filter(isComparable)
    headers['content-type'] = 'application/json'
    headers['cache-control'] = 'max-age=300'
    return new Response(JSON.stringify({ origins: [...new Set(origins)] }), { headers })
  },
}

/** Live projects come before test projects, older ones before newer ones. */
function byClaim(one: ProjectRecord, other: ProjectRecord): number {
  const isLive = ({ environment }: ProjectRecord): number => (environment === 'live' ? 1 : 0)
  return isLive(other) - isLive(one) || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
}
