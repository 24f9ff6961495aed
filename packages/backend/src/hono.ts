import { admit, cacheControlWithJwt, type RequireSessionOptions } from './adapters/gate.ts'
import type { Backend, VerifyRequestOptions } from './session/create-backend.ts'
import type { BackendSession } from './session/session.ts'

export type { RequireSessionOptions }

/** The part of Hono's context that the middleware uses. */
export interface HonoContextLike {
  readonly req: { readonly raw: Request }
  get(key: 'latchkeySession'): unknown
  set(key: 'latchkeySession', value: BackendSession | null): void
  header(name: string, value: string, options: { append: boolean }): void
}

export type HonoMiddleware = (context: HonoContextLike, next: () => Promise<void>) => Promise<Response | undefined>

/**
 * Reads the session of every request, also of users who are signed out. A renewed JWT is stored in the user's cookies.
 *
 * @example
 * app.use(loadSession(backend))
 */
export function loadSession(backend: Pick<Backend, 'verifyRequest'>, options?: VerifyRequestOptions): HonoMiddleware {
  return async (context, next) => {
    const session = await backend.verifyRequest(context.req.raw, options)
    context.set('latchkeySession', session)
    await next()
    sendCookies(context, session)
    return undefined
  }
}

/**
 * Rejects requests of users who are signed out, or whose roles do not permit an action.
 *
 * @example
 * app.use('/account/*', requireSession(backend, { redirectTo: '/login' }))
 */
export function requireSession(
  backend: Pick<Backend, 'verifyRequest'>,
  options: RequireSessionOptions = {},
): HonoMiddleware {
  return async (context, next) => {
    const known = context.get('latchkeySession') as BackendSession | null | undefined
    const { session, refusal } = await admit(backend, context.req.raw, options, known)
    if (refusal) return new Response(refusal.body, { status: refusal.status, headers: refusal.headers })
    context.set('latchkeySession', session)
    await next()
    if (session !== known) sendCookies(context, session)
    return undefined
  }
}

/** The session that a middleware has read; null if the user is signed out. */
export function getSession(context: Pick<HonoContextLike, 'get'>): BackendSession | null {
  return (context.get('latchkeySession') as BackendSession | null | undefined) ?? null
}

/** After the handler: Hono drops the headers that were set before if it returns a `Response` of its own. */
function sendCookies(context: HonoContextLike, session: BackendSession | null): void {
  if (!session || session.setCookies.length === 0) return
  for (const cookie of session.setCookies) context.header('set-cookie', cookie, { append: true })
  context.header('cache-control', cacheControlWithJwt, { append: false })
}
