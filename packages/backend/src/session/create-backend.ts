import {
  type AuthenticateResponse,
  type ErrorType,
  type SessionsAuthenticateRequest,
  sdkPath,
  sessionClaim,
  sessionCookieName,
  sessionsAuthenticate,
} from '@latchkey/contract'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { isLatchkeyError, unreachableError, usageError } from '../http/errors.ts'
import { type BackendFetch, createSend, parseBaseUrl } from '../http/send.ts'
import { createConfirmedSessions } from './confirmed-sessions.ts'
import { type CookieOptions, readCookies, setJwtCookie } from './cookies.ts'
import { createPolicyReader } from './policy.ts'
import { headersOf, type RequestLike } from './request-headers.ts'
import { type AuthenticatedSession, type BackendSession, sessionOf } from './session.ts'

/** The options of `createBackend`. */
export interface BackendOptions {
  /** The URL of the provider, such as https://auth.example.com. */
  readonly baseUrl: string
  readonly projectId: string
  /** Needed to read cookies, to renew sessions and to check permissions. */
  readonly publicToken?: string | undefined
  /**
   * With HttpOnly cookies: `__Host-latchkey_session`, or `__Secure-latchkey_session` if a domain shares them.
   * @default 'latchkey_session'
   */
  readonly cookieName?: string | undefined
  /** The domain that shares the cookies, if the client or the project has one. @default the host of the page */
  readonly cookieDomain?: string | undefined
  /** The path of the cookies, if the client has one. @default '/' */
  readonly cookiePath?: string | undefined
  /** True only if no other party can set cookies for your domain. @default true if the provider is on localhost */
  readonly trustSiblingHosts?: boolean | undefined
  /** The `iss` of the tokens, if your server uses another URL of the provider. @default derived from `baseUrl` */
  readonly issuer?: string | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: BackendFetch | undefined
  /** Milliseconds since 1970, for tests. @default Date.now */
  readonly now?: (() => number) | undefined
}

/** The options of `verifyRequest`. */
export interface VerifyRequestOptions {
  /**
   * Accepts a JWT in the `Authorization` header only, for calls that change data: another site cannot make a browser send
   * it (CSRF).
   * @default false
   */
  readonly requireHeader?: boolean | undefined
  /**
   * Asks the provider with the session token of the cookies, even if the JWT is valid, so that a revoked session is
   * rejected at once.
   * @default false
   */
  readonly fresh?: boolean | undefined
}

/** Verifies sessions. The admin API has a client of its own: `@latchkey/backend/admin`. */
export interface Backend {
  /**
   * Reads the session of a request; null means signed out. Rejects if it cannot know, for example with an
   * `UnreachableError` if the provider does not respond: respond with an error then, and do not sign the user out.
   *
   * @example
   * const session = await backend.verifyRequest(request)
   * if (!session) return Response.redirect(new URL('/login', request.url))
   */
  verifyRequest(request: RequestLike, options?: VerifyRequestOptions): Promise<BackendSession | null>
  /** Verifies a session JWT; null if it is invalid or has expired. Rejects if the keys cannot be fetched. */
  verifyJwt(jwt: string): Promise<BackendSession | null>
  /**
   * Asks the provider for the session of a session token, with a new JWT; null if the session has ended. Extends the
   * session only with `session_duration_minutes`.
   */
  authenticateSession(sessionToken: string, options?: SessionsAuthenticateRequest): Promise<AuthenticatedSession | null>
}

/** Errors of fetching the keys. They do not mean that the token is invalid. */
const keyErrors = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/** Errors caused by wrong options. They do not mean that the session has ended. */
const mistakes: readonly ErrorType[] = ['invalid_public_token', 'endpoint_not_found', 'endpoint_not_available']

/** How far the clocks of provider and server may differ. */
const clockToleranceSeconds = 5

/**
 * Creates a backend. Create it once: it caches the keys and the RBAC policy of the project.
 *
 * @example
 * const backend = createBackend({
 *   baseUrl: 'https://auth.example.com',
 *   projectId: 'project-live-…',
 *   publicToken: 'public-token-live-…',
 * })
 */
export function createBackend(options: BackendOptions): Backend {
  const { projectId, publicToken, now = Date.now, fetch } = options
  const baseUrl = parseBaseUrl(options.baseUrl)
  if (!projectId) throw usageError('projectId is missing.')
  // The URL of the provider for browsers. Your server may use another one, such as http://localhost:4000.
  const { hostname, protocol } = new URL(options.issuer ?? baseUrl)
  const { cookieName: name = sessionCookieName, trustSiblingHosts = hostname === 'localhost' } = options
  const cookieOptions: CookieOptions = {
    name,
    domain: options.cookieDomain,
    path: options.cookiePath ?? '/',
    isSecure: protocol === 'https:',
    areTrusted: trustSiblingHosts || name.startsWith('__Host-'),
  }
  const expected = {
    issuer: options.issuer ?? `${baseUrl}/v1/public/${projectId}`,
    audience: projectId,
    typ: 'JWT',
    clockTolerance: clockToleranceSeconds,
  }
  const jwks = new URL(`${baseUrl}/v1/sessions/jwks/${projectId}`)
  const keys = createRemoteJWKSet(jwks, fetch ? { [customFetch]: fetch } : {})
  const send = createSend(baseUrl, fetch)
  const requirePublicToken = (): string => {
    if (!publicToken) throw usageError('publicToken is missing.')
    return publicToken
  }
  const readPolicy = createPolicyReader(send, requirePublicToken, now)

  async function verifyJwt(jwt: string): Promise<BackendSession | null> {
    try {
      const { payload } = await jwtVerify(
        jwt,
        keys,
        options.now ? { ...expected, currentDate: new Date(now()) } : expected,
      )
      return payload[sessionClaim] ? sessionOf(jwt, payload, readPolicy) : null
    } catch (cause) {
      if (cause instanceof errors.JOSEError && !keyErrors.includes(cause.code)) return null
      throw unreachableError('The keys of the provider cannot be fetched.', { cause })
    }
  }

  const authenticateSession: Backend['authenticateSession'] = async (sessionToken, body = {}) => {
    const credentials = `${requirePublicToken()}:${sessionToken}`
    const { method, path } = sessionsAuthenticate
    let data: AuthenticateResponse
    try {
      data = (await send({ method, path: sdkPath + path, credentials, body })) as AuthenticateResponse
    } catch (error) {
      if (!isLatchkeyError(error) || error.name !== 'ApiError') throw error
      const { error_type, status_code, retryAfterMs } = error
      if (status_code === 429) throw unreachableError(error.message, { cause: error, retryAfterMs })
      if ((status_code === 401 || status_code === 404) && !mistakes.includes(error_type)) return null
      throw error
    }
    const session = await verifyJwt(data.session_jwt)
    if (!session)
      throw usageError('The new JWT is invalid. Check projectId, baseUrl, issuer and the clock of this server.')
    const seconds = (session.expiresAt.getTime() - now()) / 1_000
    return { ...session, user: data.user, setCookies: setJwtCookie(cookieOptions, session.jwt, seconds) }
  }

  const confirmed = createConfirmedSessions(now)

  /** Asks the provider. Drops `setCookies` if this backend would not read the JWT from a cookie. */
  async function renew(token: string, fresh: boolean): Promise<BackendSession | null> {
    if (cookieOptions.areTrusted) return authenticateSession(token)
    const known = fresh ? undefined : confirmed.get(token)
    if (known) return known
    const session = await authenticateSession(token)
    return confirmed.set(token, session && { ...session, setCookies: [] })
  }

  return {
    verifyJwt,
    authenticateSession,
    async verifyRequest(request, { requireHeader = false, fresh = false } = {}) {
      const read = headersOf(request)
      const authorization = read('authorization')
      const bearer = /^bearer ./i.test(authorization) ? authorization.slice(7) : undefined
      const inHeader = bearer && (requireHeader || !fresh) ? await verifyJwt(bearer) : null
      if (requireHeader ? !fresh || !inHeader : inHeader) return inHeader
      const { jwt, token } = readCookies(read('cookie'), cookieOptions)
      const inCookie = jwt && !bearer && !fresh ? await verifyJwt(jwt) : null
      if (inCookie) return inCookie
      // The JWT has expired, or its key is no longer published: ask the provider with the session token.
      const session = token ? await renew(token, fresh) : null
      return inHeader && session?.sessionId !== inHeader.sessionId ? null : session
    },
  }
}
