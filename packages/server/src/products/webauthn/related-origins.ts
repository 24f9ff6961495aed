import { ProviderError } from '../../core/provider-error.ts'
import { countRequest } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/**
 * WebAuthn 3 §5.11: a browser asks the RP ID's own host which other origins may use its passkeys. It is answered
 * for hosts that a project has declared; whoever runs such a host lets this path through to the provider. The question
 * names no project, so one alone answers for a host: what another declares gives its pages no say over these passkeys.
 */
export const relatedOriginsPage: Page = {
  name: 'related_origins',
  path: '/.well-known/webauthn',
  async handle(context, { request, headers, client }) {
    countRequest(context, client)
    const { hostname } = new URL(request.url)
    const [owner] = (await context.projects.byPasskeyRpId(hostname)).sort(byClaim)
    if (!owner) throw new ProviderError('endpoint_not_found')
    // A pattern is nothing a browser could compare with.
    const isComparable = (entry: string): boolean => entry.startsWith('https://') && !entry.includes('*')
    const origins = owner.settings.authorizedOrigins.filter(isComparable)
    headers['content-type'] = 'application/json'
    headers['cache-control'] = 'max-age=300'
    return new Response(JSON.stringify({ origins: [...new Set(origins)] }), { headers })
  },
}

/** What is live comes before what is tried, and whoever was there first before whoever says the same later. */
function byClaim(one: ProjectRecord, other: ProjectRecord): number {
  const isLive = ({ environment }: ProjectRecord): number => (environment === 'live' ? 1 : 0)
  return isLive(other) - isLive(one) || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
}
