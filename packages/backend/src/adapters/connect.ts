import type { Backend, VerifyRequestOptions } from '../session/create-backend.ts'
import type { HeaderRecord } from '../session/request-headers.ts'
import type { BackendSession } from '../session/session.ts'
import { admit, type CarriesSession, cacheControlWithJwt, type RequireSessionOptions } from './gate.ts'

/** The part of a request of `node:http` and Express that the middleware uses. */
export interface ConnectRequest extends CarriesSession {
  readonly headers: HeaderRecord
}

/** The part of a response of `node:http` and Express that the middleware uses. */
export interface ConnectResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: string | readonly string[]): unknown
  end(body: string): unknown
}

/** A middleware for `node:http`, Connect and Express. Errors are passed to `next`. */
export type ConnectMiddleware = (
  request: ConnectRequest,
  response: ConnectResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Reads the session of every request, also of users who are signed out. A renewed JWT is stored in the user's cookies.
 *
 * @example
 * app.use(loadSession(backend))
 */
export function loadSession(
  backend: Pick<Backend, 'verifyRequest'>,
  options?: VerifyRequestOptions,
): ConnectMiddleware {
  return (request, response, next) => {
    backend.verifyRequest(request, options).then((session) => {
      remember(request, response, session)
      next()
    }, next)
  }
}

/**
 * Rejects requests of users who are signed out, or whose roles do not permit an action.
 *
 * @example
 * app.use('/account', requireSession(backend, { redirectTo: '/login' }))
 */
export function requireSession(
  backend: Pick<Backend, 'verifyRequest'>,
  options: RequireSessionOptions = {},
): ConnectMiddleware {
  return (request, response, next) => {
    const known = request.latchkeySession
    admit(backend, request, options, known).then(({ session, refusal }) => {
      if (refusal) {
        response.statusCode = refusal.status
        for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value)
        response.end(refusal.body)
        return
      }
      if (session !== known) remember(request, response, session)
      next()
    }, next)
  }
}

/**
 * The session that a middleware has read; null if the user is signed out.
 *
 * @example
 * app.get('/account', (request, response) => response.json({ userId: getSession(request)?.userId }))
 */
export function getSession(request: ConnectRequest): BackendSession | null {
  return request.latchkeySession ?? null
}

function remember(request: CarriesSession, response: ConnectResponse, session: BackendSession | null): void {
  request.latchkeySession = session
  if (!session || session.setCookies.length === 0) return
  response.appendHeader('set-cookie', session.setCookies)
  response.setHeader('cache-control', cacheControlWithJwt)
}
