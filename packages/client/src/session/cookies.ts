import type { CookieSettings } from '../options.ts'
import { localHost } from '../options.ts'
import { ownOf } from '../platform/browser.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * What a cookie can hold. Browsers drop a larger one without a word and would leave an older one standing;
 * anything outside this alphabet could end the value and begin an attribute.
 */
const cookieValue = /^[\w.~+/=-]{1,3800}$/

/** All of them. A sandboxed frame throws where others with blocked cookies find nothing. */
export function readCookies(platform: Platform): string {
  try {
    return ownOf(platform.document, 'cookie')
  } catch {
    return ''
  }
}

/** One of all of them. To ask the browser costs more than to look through what it said. */
export function cookieOf(all: string, name: string): string {
  return `; ${all}`.split(`; ${name}=`)[1]?.split(';')[0] ?? ''
}

/** What is empty, or can be no cookie, removes it. */
export function writeCookie(
  platform: Platform,
  settings: CookieSettings,
  name: string,
  value: string,
  end: number | undefined,
): void {
  const { hostname } = platform.location
  const site = settings.domain ?? (settings.availableToSubdomains && hostname)
  const isKept = cookieValue.test(value)
  // An end that is still to be learned makes no date, and without one the cookie ends with the browser.
  const expires = new Date(isKept ? (end as number) : 0).toUTCString()
  try {
    ownOf(
      platform.document,
      'cookie',
      `${name}=${isKept ? value : ''}; expires=${expires}; path=${settings.path}; SameSite=Lax` +
        (site ? `; domain=${site}` : '') +
        (localHost.test(hostname) ? '' : '; Secure'),
    )
  } catch {}
}
