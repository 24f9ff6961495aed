import { accessDomProperty } from '../platform/browser.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * A valid cookie value. Browsers silently ignore a larger cookie and keep the old one; other characters could end the
 * value and start an attribute.
 */
const cookieValue = /^[\w.~+/=-]{1,3800}$/

/** All cookies of the page; empty if they are blocked or the page is a sandboxed frame, which throws. */
export function readCookies(platform: Platform): string {
  try {
    return accessDomProperty(platform.document, 'cookie')
  } catch {
    return ''
  }
}

/** All non-empty values of a cookie: several hosts and paths may have set one of that name. */
export function cookiesOf(all: string, name: string): string[] {
  // The part before the first match is not a value.
  return `; ${all}`
    .split(`; ${name}=`)
    .slice(1)
    .map((part) => part.split(';')[0] as string)
    .filter((value) => value)
}

/** Sets a cookie. An empty or invalid value removes it. */
export function writeCookie(
  platform: Platform,
  name: string,
  value: string,
  end: number | undefined,
  attributes: string,
): void {
  const isValid = cookieValue.test(value)
  // An unknown end gives an invalid date: the cookie then expires with the browser session.
  const expires = new Date(isValid ? (end as number) : 0).toUTCString()
  try {
    accessDomProperty(
      platform.document,
      'cookie',
      `${name}=${isValid ? value : ''}; expires=${expires}; SameSite=Lax; ${attributes}`,
    )
  } catch {}
}
