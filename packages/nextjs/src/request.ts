import type { Backend, BackendSession, VerifyRequestOptions } from '@latchkey/backend'

/** The request header in which the proxy passes the verified JWT to the server components of the same request. */
export const jwtHeader = 'x-latchkey-session-jwt'
/** The request header in which the proxy passes the path of the page, to return to it after sign-in. */
export const pathHeader = 'x-latchkey-path'
/** The query parameter of the sign-in page. */
const returnParameter = 'return_to'

/**
 * Reads the session of a request. Cookies of a request from another origin are ignored (CSRF). The JWT of the proxy is
 * verified like the one in an `Authorization` header: no other site can make a browser send it either.
 */
export async function readSession(
  backend: Pick<Backend, 'verifyJwt' | 'verifyRequest'>,
  headers: Headers,
  { requireHeader = false, fresh = false }: VerifyRequestOptions = {},
): Promise<BackendSession | null> {
  const options = { requireHeader: requireHeader || isFromAnotherOrigin(headers), fresh }
  const passedOn = options.requireHeader || fresh ? null : headers.get(jwtHeader)
  return (passedOn && (await backend.verifyJwt(passedOn))) || backend.verifyRequest(headers, options)
}

/** Whether a page of another origin has sent a request that is not a plain link. Browsers then send `Origin`. */
function isFromAnotherOrigin(headers: Headers): boolean {
  const origin = headers.get('origin')
  if (origin === null) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** The URL of the sign-in page that leads back to a path. */
export function signInUrl(signInPath: string, path: string | null): string {
  if (!path) return signInPath
  return `${signInPath}${signInPath.includes('?') ? '&' : '?'}${returnParameter}=${encodeURIComponent(path)}`
}

/**
 * Returns where to go after sign-in: the path of the page that sent the user to the sign-in page. A URL of another site is
 * ignored, because an attacker can write a link to your sign-in page.
 *
 * @example
 * export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
 *   if (await auth({ fresh: true })) redirect(returnPath(await searchParams))
 *   return <SignIn />
 * }
 */
export function returnPath(searchParams: SearchParams, fallback = '/'): string {
  const value = searchParams[returnParameter]
  const origin = 'http://host.invalid'
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return fallback
  const url = new URL(value, origin)
  const path = url.pathname + url.search + url.hash
  // Resolving `/..//other.example` leaves a URL of another host.
  return url.origin === origin && !path.startsWith('//') ? path : fallback
}

/** The search parameters of a page. */
export interface SearchParams {
  readonly [name: string]: string | string[] | undefined
}
