/** Other pages redirect users to the fake identity providers, whose data needs codes and secrets. */
const fakePaths = ['/dev/identity-providers/', '/dev/enterprise/saml/', '/dev/enterprise/oidc/']

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Development mode returns codes and links to every caller, so only this machine may call it. The socket excludes the
 * network; this check excludes web pages in the developer's browser: a foreign host name that resolves to 127.0.0.1
 * (421), and other origins on everything below `/dev/` (403).
 *
 * Returns the error response, or null.
 */
export function rejectForeignRequest(request: Request): Response | null {
  const host = request.headers.get('host') ?? ''
  const { pathname } = new URL(request.url)
  if (!isOwnHost(host)) {
    return errorResponse(
      421,
      'foreign_host',
      'A development provider accepts only the hosts localhost and 127.0.0.1. Use http://localhost.',
    )
  }
  if (!pathname.startsWith('/dev/') || fakePaths.some((path) => pathname.startsWith(path))) return null
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const foreignOrigin = origin !== null && origin !== `http://${host}`
  const foreignSite = site !== null && site !== 'same-origin' && site !== 'none'
  if (foreignOrigin || foreignSite) {
    return errorResponse(
      403,
      'foreign_origin',
      'Paths below /dev/ accept only requests of the same origin. Open the page at the URL of the provider.',
    )
  }
  return null
}

/** Accepts any port, because a tunnel can use another one; an attacker can forge a host name, but gains nothing by a port. */
function isOwnHost(host: string): boolean {
  const match = /^(.*?)(?::\d{1,5})?$/.exec(host.toLowerCase())
  const name = match?.[1] ?? ''
  // Names below `localhost` cannot be registered (RFC 6761 §6.3), so pages and API may use them.
  return ownNames.has(name) || /^([a-z0-9-]+\.)+localhost$/.test(name)
}

function errorResponse(status: number, errorType: string, message: string): Response {
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
