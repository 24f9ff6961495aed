/** Which cookies hold the session, and whether their values can be trusted. */
export interface CookieOptions {
  readonly name: string
  readonly domain: string | undefined
  readonly path: string
  readonly isSecure: boolean
  /** No other party can set cookies for the domain. */
  readonly areTrusted: boolean
}

/** The session cookies of a request. Cookies that another host may have set are left out. */
export interface SessionCookies {
  /** Undefined if JWTs in cookies are not trusted. */
  readonly jwt?: string | undefined
  readonly token?: string | undefined
}

/**
 * Reads the session from a `Cookie` header. Other hosts of the site can set every cookie, except those whose names begin
 * with `__Host-`. The header is read without a cookie parser, which returns only one of several cookies with one name.
 */
export function readCookies(header: string, { name, areTrusted }: CookieOptions): SessionCookies {
  const valuesOf = (wanted: string): string[] =>
    header.split('; ').flatMap((cookie) => (cookie.startsWith(`${wanted}=`) ? cookie.slice(wanted.length + 1) : []))
  const tokens = valuesOf(name)
  if (areTrusted) {
    const token = tokens[0]
    // Without a token the user has signed out: a late response may have set the JWT again.
    return { token, jwt: token && valuesOf(`${name}_jwt`)[0] }
  }
  // The page keeps the end of its session token in a cookie that no other host can set.
  const [binding] = valuesOf(`__Host-${name}_binding`)
  return { token: binding && tokens.find((token) => token.endsWith(binding)) }
}

/** Browsers silently ignore a larger cookie and keep the old one. */
const largestCookie = 4_096

/**
 * The `Set-Cookie` values that store a renewed JWT, with the attributes of the client, or of the provider for HttpOnly
 * cookies. None if the cookie would be stored next to the existing one instead of replacing it.
 */
export function setJwtCookie(options: CookieOptions, jwt: string, seconds: number): string[] {
  const { domain, isSecure, path } = options
  const name = `${options.name}_jwt`
  const isHttpOnly = name.startsWith('__')
  const isUnknown = name.startsWith('__Secure-') && domain === undefined
  if (isUnknown || name.length + jwt.length >= largestCookie || !(seconds > 0)) return []
  const flags = `${isHttpOnly ? 'HttpOnly; ' : ''}${isHttpOnly || isSecure ? 'Secure; ' : ''}`
  const scope = domain === undefined ? '' : `; Domain=${domain}`
  return [`${name}=${jwt}; Path=${path}; Max-Age=${Math.floor(seconds)}; ${flags}SameSite=Lax${scope}`]
}
