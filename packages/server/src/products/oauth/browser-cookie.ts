import { brandPrefix } from '@latchkey/contract'
import type { Random } from '../../core/clock-and-random.ts'
import { cookieValues } from '../../http/cookie-values.ts'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'

const lifetimeSeconds = 600

/**
 * Marks the browser that begins a sign-in, so that only it can end it. It names nobody and opens nothing: it is a
 * random word that the state is bound to. An answer that a provider posts comes from its site, so that cookie has to
 * travel across sites; the other one does not.
 */
function cookieName({ responseMode }: IdentityProvider, secure: boolean): string {
  const name = responseMode === 'form_post' ? `${brandPrefix}_oauth_post` : `${brandPrefix}_oauth`
  // The prefix keeps other hosts of the domain from setting it.
  return secure ? `__Host-${name}` : name
}

export function readBrowserCookie(request: Request, definition: IdentityProvider, secure: boolean): string | null {
  const name = cookieName(definition, secure)
  return cookieValues(request, name).find((value) => /^[A-Za-z0-9_-]{43}$/.test(value)) ?? null
}

/** The mark this browser has already, or a new one; with the header that keeps it for as long as a sign-in may take. */
export function markBrowser(
  request: Request,
  definition: IdentityProvider,
  secure: boolean,
  random: Random,
): { mark: string; setCookie: string } {
  const mark = readBrowserCookie(request, definition, secure) ?? newLinkToken(random)
  // Without https there is no cookie for other sites; the fakes of development are on our own.
  const sameSite = definition.responseMode === 'form_post' && secure ? 'None' : 'Lax'
  const attributes = ['Path=/', `Max-Age=${lifetimeSeconds}`, 'HttpOnly', `SameSite=${sameSite}`]
  if (secure) attributes.push('Secure')
  return { mark, setCookie: [`${cookieName(definition, secure)}=${mark}`, ...attributes].join('; ') }
}
