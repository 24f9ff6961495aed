import { isWithin } from '../projects/http-only-problem.ts'
import { isAuthorizedHost } from '../security/origin-list.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { ProviderError } from './provider-error.ts'

/**
 * Sessions in cookies that no script can read (security.md §5.9). They live where a project says so, and only between
 * its pages and its own API host: whatever comes to another name of the provider carries tokens as it always did.
 */
export interface SessionCookies {
  readonly tokenName: string
  readonly jwtName: string
  /** Null keeps them to the API host, which the pages are on then. */
  readonly domain: string | null
  readonly apiHost: string
}

/** A cookie with its name; browsers drop a larger one without a word, and leave an older one standing. */
const largestCookie = 4_096

/** The cookies that this request's host keeps for the project; null where it keeps none. */
export function sessionCookiesOf(request: Request, { settings }: ProjectRecord): SessionCookies | null {
  const { cnameDomain: apiHost, httpOnlyCookies: cookies } = settings
  if (!cookies?.enabled || apiHost === null || new URL(request.url).hostname !== apiHost) return null
  const { domain } = cookies
  // The prefixes are the browser's word: nobody has set it by plain http, and none of the domain's other hosts.
  const tokenName = `${domain === null ? '__Host-' : '__Secure-'}${cookies.name}`
  return { tokenName, jwtName: `${tokenName}_jwt`, domain, apiHost }
}

/** What a request says by its cookies. Of several that differ nobody knows which was meant. */
export function readSessionCookie(request: Request, { tokenName }: SessionCookies): string | null | 'ambiguous' {
  const values = new Set<string>()
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name = '', ...value] = part.trim().split('=')
    if (name === tokenName && value.join('=') !== '') values.add(value.join('='))
  }
  const [first = null] = values
  return values.size > 1 ? 'ambiguous' : first
}

/**
 * Is it a page of the cookies' own site that sends them? A browser adds cookies by itself, so they say who is there,
 * and never who asks: that has to be an authorised origin, by name, whatever the method.
 */
export function requirePage(request: Request, { settings }: ProjectRecord, cookies: SessionCookies): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  // Of a read from its own host a browser leaves the origin out, and says so.
  const isOwnHost = site === 'same-origin' && request.headers.get('sec-fetch-mode') !== 'navigate'
  const isPage =
    origin === null
      ? isOwnHost && isAuthorizedHost(cookies.apiHost, settings.authorizedOrigins)
      : site !== 'cross-site' && isOnSite(origin, cookies)
  if (!isPage) throw new ProviderError('unauthorized_origin')
}

/** Could a page of this origin keep the cookies? Asked of origins that are on the project's list. */
function isOnSite(origin: string, { domain, apiHost }: SessionCookies): boolean {
  const { hostname } = new URL(origin)
  return domain === null ? hostname === apiHost : isWithin(hostname, domain)
}

/** One of them, for so many seconds. What is empty, or too long, removes it. */
function cookieOf(cookies: SessionCookies, name: string, value: string, seconds: number): string {
  const isKept = value !== '' && name.length + value.length < largestCookie
  const attributes = ['Path=/', `Max-Age=${isKept ? seconds : 0}`, 'HttpOnly', 'Secure', 'SameSite=Lax']
  if (cookies.domain !== null) attributes.push(`Domain=${cookies.domain}`)
  return [`${name}=${isKept ? value : ''}`, ...attributes].join('; ')
}

export interface KeptSession {
  token: string
  jwt: string
  /** How long it has left. */
  seconds: number
}

/**
 * The headers that keep a session. The token only where the browser does not have it yet: a late answer of a refresh
 * must not put back the token of a session that has been left meanwhile.
 */
export function keepSession(cookies: SessionCookies, kept: KeptSession, hasToken: boolean): string[] {
  const { token, jwt, seconds } = kept
  const jwtCookie = cookieOf(cookies, cookies.jwtName, jwt, seconds)
  return hasToken ? [jwtCookie] : [cookieOf(cookies, cookies.tokenName, token, seconds), jwtCookie]
}

export function endSession(cookies: SessionCookies): string[] {
  return [cookies.tokenName, cookies.jwtName].map((name) => cookieOf(cookies, name, '', 0))
}

/** Wherever cookies of these names may have been set for the API host: by another setting, or by another host. */
export function endEverySession(cookies: SessionCookies): string[] {
  if (cookies.domain === null) return endSession(cookies)
  const labels = cookies.apiHost.split('.')
  const domains = [null, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))]
  return domains.flatMap((domain) => endSession({ ...cookies, domain }))
}
