import { isSafeText } from '@latchkey/contract/schemas'
import { refuseField } from '../core/schema-issues.ts'

/** The parameters of a page that starts a sign-in. Rejects duplicate ones: their meaning is ambiguous. */
export function readStartQuery(request: Request): Map<string, string> {
  const query = new Map<string, string>()
  for (const [name, value] of new URL(request.url).searchParams) {
    if (query.has(name)) throw refuseField(`.${name}`, 'must not be given more than once', 'format', 'query')
    if (value.length > 2_048 || !isSafeText(value))
      throw refuseField(`.${name}`, 'is too long or contains control characters', 'format', 'query')
    query.set(name, value)
  }
  return query
}

/**
 * The callback and its cookie belong to the provider's own host, so a start at a project's API host redirects there
 * first. Null if the request is already at that host.
 */
export function findCanonicalUrl(baseUrl: string, request: Request, cnameDomain: string | null): string | null {
  const { hostname, pathname, search } = new URL(request.url)
  const isApiHost = hostname === cnameDomain && hostname !== new URL(baseUrl).hostname
  return isApiHost ? new URL(pathname + search, baseUrl).href : null
}
