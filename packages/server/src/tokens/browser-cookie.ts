import { brandPrefix } from '@latchkey/contract'
import type { Random } from '../core/clock-and-random.ts'
import { cookieValues } from '../http/cookies/cookie-values.ts'
import { newLinkToken } from './one-time-secrets.ts'

const lifetimeSeconds = 600

/** How the identity provider sends the browser back: by a redirect, or by a form post from its own page. */
export interface ResponseMode {
  responseMode: 'query' | 'form_post'
}

/**
 * Binds a sign-in to the browser that began it: the state can be used only with this cookie. Its value is random and
 * names no user. The cookie for form posts is sent across sites, because the form comes from the identity provider's
 * page; the other cookie is not.
 */
function cookieName({ responseMode }: ResponseMode, secure: boolean): string {
  const name = responseMode === 'form_post' ? `${brandPrefix}_oauth_post` : `${brandPrefix}_oauth`
  // The prefix prevents other hosts of the domain from setting it.
  return secure ? `__Host-${name}` : name
}

export function readBrowserCookie(request: Request, mode: ResponseMode, secure: boolean): string | null {
  const name = cookieName(mode, secure)
  return cookieValues(request, name).find((value) => /^[A-Za-z0-9_-]{43}$/.test(value)) ?? null
}

/** The browser's existing token or a new one, with the `Set-Cookie` header that stores it for the time of a sign-in. */
export function issueBrowserCookie(
  request: Request,
  mode: ResponseMode,
  secure: boolean,
  random: Random,
): { browserToken: string; setCookie: string } {
  const browserToken = readBrowserCookie(request, mode, secure) ?? newLinkToken(random)
  // `SameSite=None` requires https. Development fakes are on the same site, so `Lax` is enough there.
  const sameSite = mode.responseMode === 'form_post' && secure ? 'None' : 'Lax'
  const attributes = ['Path=/', `Max-Age=${lifetimeSeconds}`, 'HttpOnly', `SameSite=${sameSite}`]
  if (secure) attributes.push('Secure')
  return { browserToken, setCookie: [`${cookieName(mode, secure)}=${browserToken}`, ...attributes].join('; ') }
}
