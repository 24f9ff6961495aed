import type { Backend, VerifyRequestOptions } from '../session/create-backend.ts'
import type { RequestLike } from '../session/request-headers.ts'
import type { BackendSession } from '../session/session.ts'

/** The options of `requireSession`. */
export interface RequireSessionOptions extends VerifyRequestOptions {
  /** Where to send a user who is signed out. @default responds with 401 */
  readonly redirectTo?: string | undefined
  /** Responds with 403 if the roles of the user do not permit this action. */
  readonly permission?: { readonly resource: string; readonly action: string } | undefined
}

/** A request with the session that a middleware has read; null if the user is signed out. */
export interface CarriesSession {
  latchkeySession?: BackendSession | null | undefined
}

/** The `Cache-Control` header of a response with a renewed JWT: a shared cache would give it to other users. */
export const cacheControlWithJwt = 'private, no-store'

/** The response to a request that is not admitted. */
export interface Refusal {
  readonly status: 302 | 401 | 403
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

export type Verdict =
  | { readonly session: BackendSession; readonly refusal?: undefined }
  | { readonly session: null; readonly refusal: Refusal }

/** Decides whether a request continues. `known` is the session that `loadSession` has read; null means signed out. */
export async function admit(
  backend: Pick<Backend, 'verifyRequest'>,
  request: RequestLike,
  { redirectTo, permission, ...options }: RequireSessionOptions,
  known: BackendSession | null | undefined,
): Promise<Verdict> {
  const isDecided = known !== undefined && !options.requireHeader && !options.fresh
  const session = isDecided ? known : await backend.verifyRequest(request, options)
  if (!session) return { session: null, refusal: signedOut(redirectTo) }
  if (permission && !(await session.can(permission.resource, permission.action)))
    return { session: null, refusal: refuse(403, 'unauthorized_action', 'Unauthorized action.') }
  return { session }
}

function signedOut(location: string | undefined): Refusal {
  if (location !== undefined) return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' }
  return refuse(401, 'user_unauthenticated', 'Must have an active session to call this method.')
}

/** In the format of the provider's errors. */
function refuse(status: 401 | 403, error_type: string, error_message: string): Refusal {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status, headers, body: JSON.stringify({ status_code: status, error_type, error_message }) }
}
