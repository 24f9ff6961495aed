import { admit, type CarriesSession, cacheControlWithJwt, type RequireSessionOptions } from './adapters/gate.ts'
import type { Backend, VerifyRequestOptions } from './session/create-backend.ts'
import type { HeaderRecord } from './session/request-headers.ts'
import type { BackendSession } from './session/session.ts'

export type { RequireSessionOptions }

/** The part of a request of Fastify that the hooks use. */
export interface FastifyRequestLike extends CarriesSession {
  readonly headers: HeaderRecord
}

/** The part of a reply of Fastify that the hooks use. */
export interface FastifyReplyLike {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}

/** A hook that returns the reply if it has sent one. */
export type FastifyHook = (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>

/**
 * Reads the session of every request, also of users who are signed out. A renewed JWT is stored in the user's cookies.
 *
 * @example
 * app.addHook('onRequest', loadSession(backend))
 */
export function loadSession(backend: Pick<Backend, 'verifyRequest'>, options?: VerifyRequestOptions): FastifyHook {
  return async (request, reply) => {
    remember(request, reply, await backend.verifyRequest(request, options))
  }
}

/**
 * Rejects requests of users who are signed out, or whose roles do not permit an action.
 *
 * @example
 * app.get('/account', { onRequest: requireSession(backend) }, async (request) => getSession(request)?.userId)
 */
export function requireSession(
  backend: Pick<Backend, 'verifyRequest'>,
  options: RequireSessionOptions = {},
): FastifyHook {
  return async (request, reply) => {
    const known = request.latchkeySession
    const { session, refusal } = await admit(backend, request, options, known)
    if (refusal) {
      reply.code(refusal.status)
      for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value)
      reply.send(refusal.body)
      return reply
    }
    if (session !== known) remember(request, reply, session)
    return undefined
  }
}

/** The session that a hook has read; null if the user is signed out. */
export function getSession(request: FastifyRequestLike): BackendSession | null {
  return request.latchkeySession ?? null
}

function remember(request: CarriesSession, reply: FastifyReplyLike, session: BackendSession | null): void {
  request.latchkeySession = session
  if (!session || session.setCookies.length === 0) return
  for (const cookie of session.setCookies) reply.header('set-cookie', cookie)
  reply.header('cache-control', cacheControlWithJwt)
}
