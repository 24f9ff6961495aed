import { type BackendSession, isLatchkeyError, LatchkeyError } from '@latchkey/backend'
import { type NextRequest, NextResponse } from 'next/server'
import { jwtHeader, pathHeader, readSession, signInUrl } from './request.ts'
import type { Settings } from './settings.ts'

/** What `handle` receives. */
export interface ProxyContext {
  readonly request: NextRequest
  /** Null if the user is signed out, or if the provider does not respond. */
  readonly session: BackendSession | null
  /** The headers that the page receives: pass them on, and add your own. */
  readonly headers: Headers
}

/** The options of `latchkeyProxy`. */
export interface ProxyOptions {
  /**
   * The paths that need a session, each with everything below it, or a function. Users who are signed out are sent to the
   * sign-in page, other requests are rejected with 401. The sign-in page itself never needs a session.
   * @default none
   */
  readonly protect?: readonly string[] | ((request: NextRequest) => boolean) | undefined
  /**
   * Your own proxy, for requests that continue.
   *
   * @example
   * handle: ({ headers }) => NextResponse.next({ request: { headers } })
   */
  readonly handle?: ((context: ProxyContext) => NextResponse | Promise<NextResponse>) | undefined
}

/** The function of `proxy.ts`. The settings are read at the first request: a build may run without them. */
export function createProxy(
  { protect = [], handle = ({ headers }) => NextResponse.next({ request: { headers } }) }: ProxyOptions,
  settings: () => Pick<Settings, 'backend' | 'signInPath'>,
): (request: NextRequest) => Promise<NextResponse> {
  if (typeof protect !== 'function') protect.forEach(rejectPattern)
  const isChosen = (request: NextRequest): boolean =>
    typeof protect === 'function' ? protect(request) : protect.some((path) => isBelow(path, request.nextUrl.pathname))

  return async (request) => {
    const { backend, signInPath } = settings()
    const isProtected = !isSignInPage(request, signInPath) && isChosen(request)
    const headers = new Headers(request.headers)
    headers.delete(jwtHeader)
    const { pathname, search } = request.nextUrl
    headers.set(pathHeader, pathname + search)
    let session: BackendSession | null = null
    try {
      session = await readSession(backend, headers)
    } catch (error) {
      if (!isLatchkeyError(error) || error.name !== 'UnreachableError') throw error
      if (isProtected) return refuse(503, 'provider_unreachable', 'The session could not be verified.')
    }
    if (!session && isProtected) {
      const { basePath, origin } = request.nextUrl
      const target = basePath + signInUrl(signInPath, pathname + search)
      if (isPageRequest(request)) {
        return NextResponse.redirect(new URL(target, origin), { headers: { 'cache-control': 'no-store' } })
      }
      const response = refuse(401, 'user_unauthenticated', 'Sign in first.')
      // Otherwise the router of Next.js shows an error page to a user whose session has ended.
      if (headers.has('next-action')) response.headers.set('x-action-redirect', `${target};push`)
      return response
    }
    if (session) {
      headers.set(jwtHeader, session.jwt)
      headers.set('cookie', withCookies(headers.get('cookie') ?? '', session.setCookies))
    }
    const response = await handle({ request, session, headers })
    for (const cookie of session?.setCookies ?? []) response.headers.append('set-cookie', cookie)
    // A shared cache must not store the JWT of a user. Next.js lets it store pages that were rendered by the build.
    if (session?.setCookies.length || isProtected) response.headers.set('cache-control', 'private, no-store')
    return response
  }
}

/** A pattern would protect nothing, because paths are compared as they are. */
function rejectPattern(path: string): void {
  if (/^\/[^*:()[\]{}?#]*$/.test(path)) return
  throw new LatchkeyError(
    'UsageError',
    `@latchkey/nextjs: "${path}" in the option protect is not a path, such as /dashboard. It includes everything below it; for other rules, pass a function.`,
  )
}

/** Whether a path is one of these or below it. Next.js decodes paths before it selects a page. */
function isBelow(parent: string, pathname: string): boolean {
  return withSlash(pathname).startsWith(withSlash(parent))
}

/** Users who are signed out are sent to this page. If it needed a session, the redirects would not end. */
function isSignInPage({ nextUrl }: NextRequest, signInPath: string): boolean {
  return withSlash(nextUrl.pathname) === withSlash(signInPath.replace(/[?#].*$/, ''))
}

/** The decoded path, with a slash at its end. */
function withSlash(path: string): string {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // Next.js rejects such a path.
  }
  return decoded.endsWith('/') ? decoded : `${decoded}/`
}

/** A navigation of the browser. After a 401, the router of Next.js starts one. */
function isPageRequest({ method, headers }: NextRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && Boolean(headers.get('accept')?.includes('text/html'))
}

/** Replaces cookies of a `Cookie` header by those of `Set-Cookie` values. */
function withCookies(header: string, setCookies: readonly string[]): string {
  return setCookies.reduce((cookies, setCookie) => {
    const cookie = setCookie.split(';')[0] ?? ''
    const name = cookie.slice(0, cookie.indexOf('=') + 1)
    return [...cookies.split('; ').filter((one) => one !== '' && !one.startsWith(name)), cookie].join('; ')
  }, header)
}

/** In the format of the provider's errors. */
function refuse(status: 401 | 503, error_type: string, error_message: string): NextResponse {
  const body = { status_code: status, error_type, error_message }
  return NextResponse.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
