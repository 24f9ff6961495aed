import { intermediateSessionTokenMinutes } from '@latchkey/contract'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { isAuthorizedHost, isSameOrSubdomain } from '../../urls/origin-list.ts'
import { cookieValues } from './cookie-values.ts'

/**
 * Sessions in cookies that no script can read. A project turns them on, and they are used only between its pages and
 * its own API host: requests to another host of the provider carry tokens in headers and bodies.
 */
export interface SessionCookies {
  readonly tokenName: string
  readonly jwtName: string
  /** Null restricts them to the API host, which then serves the pages too. */
  readonly domain: string | null
  /**
   * Binds the token to the API host: every host of the domain can set the token's cookie, but only the API host can set
   * this one. Null if the token's own name has the prefix `__Host-`.
   */
  readonly bindingName: string | null
  /** Holds the token of an unfinished sign-in. Only the API host reads it, so no other host of the domain can set it. */
  readonly intermediateName: string
  readonly apiHost: string
}

/** Name and value together. Browsers drop a larger cookie silently, and keep an older one of that name. */
const largestCookie = 4_096

/** The cookies of the project on the host of this request; null if it does not use cookies there. */
export function sessionCookiesOf(request: Request, { settings }: ProjectRecord): SessionCookies | null {
  const { cnameDomain: apiHost, httpOnlyCookies: cookies } = settings
  if (!cookies?.enabled || apiHost === null || new URL(request.url).hostname !== apiHost) return null
  const { domain, name } = cookies
  // Browsers enforce the prefixes: `__Secure-` was set over https, `__Host-` in addition by this host.
  const tokenName = `${domain === null ? '__Host-' : '__Secure-'}${name}`
  const bindingName = domain === null ? null : `__Host-${name}_binding`
  const intermediateName = `__Host-${name}_intermediate`
  return { tokenName, jwtName: `${tokenName}_jwt`, domain, bindingName, intermediateName, apiHost }
}

function valuesOf(request: Request, name: string): Set<string> {
  return new Set(cookieValues(request, name).filter((value) => value !== ''))
}

/** The value of the binding cookie. Not the hash under which the database stores the token. */
function bindingOf(token: string): string {
  return sha256Hex(`binding:${token}`)
}

export interface PresentedCookies {
  /** The valid token. */
  readonly token: string | null
  /** Several different tokens, none of which has precedence. */
  readonly isAmbiguous: boolean
  /** The request also has tokens that are ignored. */
  readonly hasOthers: boolean
}

/**
 * The token in the cookies of a request. With a binding, only the token that matches it is valid: others were set by
 * another host of the domain, or have lost their binding. They are ignored, not rejected, because that host could
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

/** The token of an unfinished sign-in in the cookies of a request. */
export function readIntermediateCookie(request: Request, { intermediateName }: SessionCookies): string | null {
  const [token = null, other] = valuesOf(request, intermediateName)
  return other === undefined ? token : null
}

/**
 * Rejects a request whose cookies were not sent by a page of their own site. Browsers send cookies automatically, so
 * cookies identify the user, but not the page: that must be an authorized origin, for every method.
 */
export function requirePage(request: Request, { settings }: ProjectRecord, cookies: SessionCookies): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  // Browsers send no `Origin` with a same-origin GET, but say so in `Sec-Fetch-Site`.
  const isOwnHost = site === 'same-origin' && request.headers.get('sec-fetch-mode') !== 'navigate'
  const isPage =
    origin === null
      ? isOwnHost && isAuthorizedHost(cookies.apiHost, settings.authorizedOrigins)
      : site !== 'cross-site' && isOnSite(origin, cookies)
  if (!isPage) throw new ProviderError('unauthorized_origin')
}

/** Whether a page of this origin can have the cookies. Only for origins that are on the project's list. */
function isOnSite(origin: string, { domain, apiHost }: SessionCookies): boolean {
  const { hostname } = new URL(origin)
  return domain === null ? hostname === apiHost : isSameOrSubdomain(hostname, domain)
}

/** A `Set-Cookie` value. An empty value, or one that is too long, removes the cookie. */
function cookieOf(domain: string | null, name: string, value: string, seconds: number): string {
  const isStored = value !== '' && name.length + value.length < largestCookie
  const attributes = ['Path=/', `Max-Age=${isStored ? seconds : 0}`, 'HttpOnly', 'Secure', 'SameSite=Lax']
  if (domain !== null) attributes.push(`Domain=${domain}`)
  return [`${name}=${isStored ? value : ''}`, ...attributes].join('; ')
}

export interface CookieSession {
  token: string
  jwt: string
  /** The remaining lifetime. */
  seconds: number
}

/**
 * The `Set-Cookie` values of a session. The token and its binding are only set if the browser does not have them yet: a
 * late response of a refresh must not restore the token of a session that has ended meanwhile.
 */
export function setSession(cookies: SessionCookies, session: CookieSession, hasToken: boolean): string[] {
  const { token, jwt, seconds } = session
  const { domain, tokenName, jwtName } = cookies
  const jwtCookie = cookieOf(domain, jwtName, jwt, seconds)
  if (hasToken) return [jwtCookie]
  return [cookieOf(domain, tokenName, token, seconds), ...binding(cookies, bindingOf(token), seconds), jwtCookie]
}

/** The `Set-Cookie` value for the token of an unfinished sign-in. An empty token removes it. */
export function setIntermediateCookie({ intermediateName }: SessionCookies, token: string): string {
  return cookieOf(null, intermediateName, token, intermediateSessionTokenMinutes * 60)
}

export function endSession(cookies: SessionCookies): string[] {
  return [...endInDomain(cookies, cookies.domain), ...binding(cookies, '', 0)]
}

/**
 * Removes cookies of these names that do not belong to the project's domain: an earlier setting or another host has set
 * them. Those of the domain itself stay, because a concurrent sign-in may have set them.
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
