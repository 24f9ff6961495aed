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

/** All values of a cookie but empty ones: several hosts and paths may have set one of that name. */
export function cookiesOf(all: string, name: string): string[] {
  // The first part is what comes before the first of them.
  return `; ${all}`
    .split(`; ${name}=`)
    .map((part, index) => (index && part.split(';')[0]) as string)
    .filter((value) => value)
}

/** Sets a cookie; an empty or impossible value removes it. */
export function writeCookie(
  platform: Platform,
  name: string,
  value: string,
  end: number | undefined,
  attributes: string,
): void {
  const isKept = cookieValue.test(value)
  // Without a known end there is no date, and the cookie ends with the browser.
  const expires = new Date(isKept ? (end as number) : 0).toUTCString()
  try {
    ownOf(
      platform.document,
      'cookie',
      `${name}=${isKept ? value : ''}; expires=${expires}; SameSite=Lax; ${attributes}`,
    )
  } catch {}
}
