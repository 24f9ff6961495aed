import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { IdentityProvider } from './identity-provider.ts'
import { homePage, notebookPage, problemPage } from './pages.ts'
import type { Sessions } from './sessions.ts'

export interface ApplicationOptions {
  readonly provider: IdentityProvider
  readonly sessions: Sessions
  /** The public URL of this application. */
  readonly url: string
  readonly style: string
}

type Handler = (request: Request) => Promise<Response> | Response

/** The application as a function from a request to its response. */
export function createApplication({
  provider,
  sessions,
  url,
  style,
}: ApplicationOptions): (request: Request) => Promise<Response> {
  const routes: Readonly<Record<string, Handler>> = {
    'GET /': (request) => {
      const id = cookieOf(request, 'notebook_session')
      const session = sessions.find(id)
      if (session) return page(notebookPage(session))
      // The session has ended, here or at the provider.
      return id === undefined
        ? page(homePage())
        : page(homePage('You have been signed out.'), 200, [expiredCookie('session')])
    },

    'GET /sign-in': async () => {
      const { url: address, pending } = await provider.begin()
      const cookie = newCookie('notebook_sign_in', sessions.storePending(pending), url)
      return redirect(address.href, [cookie])
    },

    'GET /callback': async (request) => {
      const pending = sessions.takePending(cookieOf(request, 'notebook_sign_in'))
      if (!pending) return page(problemPage('This sign-in was started in another browser, or it has expired.'), 400)
      const { search } = new URL(request.url)
      const user = await provider.finish(new URL(`/callback${search}`, url), pending)
      const cookie = newCookie('notebook_session', sessions.start(user), url)
      return redirect('/', [cookie, expiredCookie('sign_in')])
    },

    'POST /log-out': async (request) => {
      // Pages of other sites must not log users out (CSRF).
      if (request.headers.get('origin') !== url) return page(problemPage('The request came from another site.'), 403)
      const id = cookieOf(request, 'notebook_session')
      const session = sessions.find(id)
      sessions.end(id)
      return redirect(session ? (await provider.logOutUrl(session)).href : '/', [expiredCookie('session')])
    },

    // Called by the provider, not by a browser: a user has logged out there.
    'POST /backchannel-logout': async (request) => {
      const form = new URLSearchParams(await request.text())
      const ended = await provider.readLogoutToken(form.get('logout_token') ?? '').catch(() => null)
      if (ended) sessions.endWhere(ended)
      return new Response(null, { status: ended ? 200 : 400, headers: { 'cache-control': 'no-store' } })
    },

    'GET /style.css': () => new Response(style, { headers: { 'content-type': 'text/css; charset=utf-8' } }),
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    const handle = routes[`${request.method} ${pathname}`]
    if (!handle) return page(problemPage('Page not found.'), 404)
    try {
      return await handle(request)
    } catch (error) {
      return problem(error)
    }
  }
}

/** Shows errors that the user can fix, and logs all others. */
function problem(error: unknown): Response {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return page(problemPage('You denied access. Nothing was shared with Notebook.'), 403)
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return page(problemPage(`The identity provider reported an error: ${error.error_description ?? error.error}`), 400)
  console.error(error)
  return page(problemPage('The identity provider cannot be reached. Is it running?'), 502)
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

function page(html: string, status = 200, cookies: readonly string[] = []): Response {
  return withCookies(new Response(html, { status, headers: pageHeaders }), cookies)
}

function redirect(location: string, cookies: readonly string[]): Response {
  return withCookies(new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } }), cookies)
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** A `Lax` cookie is sent with the redirect of the provider, but not with a form post of another site. */
function newCookie(name: string, value: string, url: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${url.startsWith('https:') ? '; Secure' : ''}`
}

function expiredCookie(name: 'session' | 'sign_in'): string {
  return `notebook_${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`
}

function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('='))
  return pairs.find(([key]) => key === name)?.[1]
}
