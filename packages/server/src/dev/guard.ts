const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Development mode hands out codes and links to whoever asks, so it answers this machine only. The socket keeps the
 * network out; this keeps out web pages that reach it through the developer's own browser: a name that somebody else
 * points at 127.0.0.1 (421), and other origins on everything below `/dev/` (403).
 *
 * Returns the refusal, or null.
 */
export function refusal(request: Request): Response | null {
  const host = request.headers.get('host') ?? ''
  const { pathname } = new URL(request.url)
  if (!isOwnHost(host)) {
    return refuse(421, 'foreign_host', 'A development provider answers to localhost and 127.0.0.1 only.')
  }
  // People are sent to the fake identity providers by other pages; codes and secrets guard what is behind.
  if (!pathname.startsWith('/dev/') || pathname.startsWith('/dev/identity-providers/')) return null
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const foreignOrigin = origin !== null && origin !== `http://${host}`
  const foreignSite = site !== null && site !== 'same-origin' && site !== 'none'
  if (foreignOrigin || foreignSite) {
    return refuse(403, 'foreign_origin', 'Everything below /dev/ answers to its own origin only.')
  }
  return null
}

/** Any port: a tunnel to this machine ends at another one, and a port is nothing a stranger's name could borrow. */
function isOwnHost(host: string): boolean {
  const match = /^(.*?)(?::\d{1,5})?$/.exec(host.toLowerCase())
  const name = match?.[1] ?? ''
  // Nobody can own a name below `localhost` (RFC 6761 §6.3), so that pages and API may have hosts of their own.
  return ownNames.has(name) || /^([a-z0-9-]+\.)+localhost$/.test(name)
}

function refuse(status: number, errorType: string, message: string): Response {
  const body = { status_code: status, error_type: errorType, error_message: message }
  return Response.json(body, { status, headers: jsonHeaders })
}

export const jsonHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
