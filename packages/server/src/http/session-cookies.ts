import { sha256Hex } from '../core/hash.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { isAuthorizedHost, isSameOrSubdomain } from '../urls/origin-list.ts'
import { cookieValues } from './cookie-values.ts'

/**
 * Sessions in cookies that no script can read. A project turns them on, and they are used only between its pages and
 * its own API host: requests to another name of the provider carry tokens in headers and bodies.
 */
export interface SessionCookies {
  readonly tokenName: string
  readonly jwtName: string
  /** Null keeps them to the API host, which the pages are on then. */
  readonly domain: string | null
  /**
   * Names the token for the API host alone: every host of the domain can set the token's cookie, and none but the API
   * host this one. Null if the token's own name has the prefix that says so.
   */
  readonly bindingName: string | null
  readonly apiHost: string
}

/** A cookie with its name; browsers drop a larger one silently, and keep an older one of its name. */
const largestCookie = 4_096

/** The cookies that this request's host keeps for the project; null if it keeps none. */
export function sessionCookiesOf(request: Request, { settings }: ProjectRecord): SessionCookies | null {
  const { cnameDomain: apiHost, httpOnlyCookies: cookies } = settings
  if (!cookies?.enabled || apiHost === null || new URL(request.url).hostname !== apiHost) return null
  const { domain, name } = cookies
  // Browsers enforce the prefixes: `__Secure-` was set over https, `__Host-` also by this very host.
  const tokenName = `${domain === null ? '__Host-' : '__Secure-'}${name}`
  const bindingName = domain === null ? null : `__Host-${name}_binding`
  return { tokenName, jwtName: `${tokenName}_jwt`, domain, bindingName, apiHost }
}

function valuesOf(request: Request, name: string): Set<string> {
  return new Set(cookieValues(request, name).filter((value) => value !== ''))
}

/** What the binding of a token holds. Not the hash by which the storage knows the token. */
function bindingOf(token: string): string {
  return sha256Hex(`binding:${token}`)
}

export interface PresentedCookies {
  /** The token that counts. */
  readonly token: string | null
  /** Several tokens that differ, with nothing to decide between them. */
  readonly isAmbiguous: boolean
  /** There are tokens that do not count. */
  readonly hasOthers: boolean
}

/**
 * The token in a request's cookies. If tokens have a binding, only the token that fits it counts: others were set by
 * another host of the domain, or have lost their binding. They are ignored instead of refused, because that host could
 * otherwise prevent all sign-ins with cookies of a path that no response can remove.
 */
export function readSessionCookies(request: Request, { tokenName, bindingName }: SessionCookies): PresentedCookies {
  const tokens = [...valuesOf(request, tokenName)]
  const bindings = bindingName === null ? null : valuesOf(request, bindingName)
  const candidates = bindings === null ? tokens : tokens.filter((token) => bindings.has(bindingOf(token)))
  // No browser sends two cookies with the prefix `__Host-` and one name.
  const isDecided = candidates.length === 1 && (bindings === null || bindings.size === 1)
  return {
    token: isDecided ? (candidates[0] ?? null) : null,
    isAmbiguous: bindings === null && candidates.length > 1,
    hasOthers: tokens.length > (isDecided ? 1 : 0),
  }
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
  return domain === null ? hostname === apiHost : isSameOrSubdomain(hostname, domain)
}

/** A cookie for so many seconds. An empty value, or one that is too long, removes it. */
function cookieOf(domain: string | null, name: string, value: string, seconds: number): string {
  const isKept = value !== '' && name.length + value.length < largestCookie
  const attributes = ['Path=/', `Max-Age=${isKept ? seconds : 0}`, 'HttpOnly', 'Secure', 'SameSite=Lax']
  if (domain !== null) attributes.push(`Domain=${domain}`)
  return [`${name}=${isKept ? value : ''}`, ...attributes].join('; ')
}

export interface KeptSession {
  token: string
  jwt: string
  /** How long it has left. */
  seconds: number
}

/**
 * The headers that keep a session. The token, with its binding, only if the browser does not have it yet: a late
 * response of a refresh must not put back the token of a session that has been left meanwhile.
 */
export function keepSession(cookies: SessionCookies, kept: KeptSession, hasToken: boolean): string[] {
  const { token, jwt, seconds } = kept
  const { domain, tokenName, jwtName } = cookies
  const jwtCookie = cookieOf(domain, jwtName, jwt, seconds)
  if (hasToken) return [jwtCookie]
  return [cookieOf(domain, tokenName, token, seconds), ...binding(cookies, bindingOf(token), seconds), jwtCookie]
}

export function endSession(cookies: SessionCookies): string[] {
  return [...endInDomain(cookies, cookies.domain), ...binding(cookies, '', 0)]
}

/**
 * Removes cookies of these names that are not of the project's domain: an earlier setting or another host has set them.
 * Those of the domain itself stay, because a sign-in that was answered meanwhile may have set them.
 */
export function removeOthers(cookies: SessionCookies): string[] {
  const labels = cookies.apiHost.split('.')
  const domains = [null, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))]
  return domains.filter((domain) => domain !== cookies.domain).flatMap((domain) => endInDomain(cookies, domain))
}

function endInDomain({ tokenName, jwtName }: SessionCookies, domain: string | null): string[] {
  return [tokenName, jwtName].map((name) => cookieOf(domain, name, '', 0))
}

function binding({ bindingName }: SessionCookies, value: string, seconds: number): string[] {
  return bindingName === null ? [] : [cookieOf(null, bindingName, value, seconds)]
}
