import { brandPrefix } from '@latchkey/contract'
import { sha256Hex } from '../../core/hash.ts'
import type { DeviceCookie } from '../../core/route.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { Exchange } from '../exchange.ts'
import { cookieValues } from './cookie-values.ts'

/** How long a browser is recognized after the user's last sign-in with a password. */
export const deviceRememberedMs: number = 90 * 24 * 60 * 60_000

/** The number of users that one browser remembers. */
export const usersPerDevice = 3

const separator = '~'

/**
 * The pages of a project may be on another site than the API. The browser then partitions the cookie by site, or drops
 * it; without the cookie, the known networks of the user still apply.
 */
export function deviceCookieOf(
  { request, setCookies }: Pick<Exchange, 'request' | 'setCookies'>,
  { id }: Pick<ProjectRecord, 'id'>,
  isSecure: boolean,
): DeviceCookie {
  const ownName = `${brandPrefix}_device_${sha256Hex(id).slice(0, 16)}`
  // The prefix prevents other hosts of the domain from setting the cookie.
  const name = isSecure ? `__Host-${ownName}` : ownName
  const attributes = ['Path=/', `Max-Age=${deviceRememberedMs / 1_000}`, 'HttpOnly']
  attributes.push(...(isSecure ? ['Secure', 'SameSite=None', 'Partitioned'] : ['SameSite=Lax']))
  return {
    values: cookieValues(request, name)
      .flatMap((value) => value.split(separator, usersPerDevice))
      .slice(0, usersPerDevice),
    keep(values) {
      // A backend or a native app does not use cookies.
      if (!request.headers.has('origin')) return
      setCookies.push([`${name}=${values.join(separator)}`, ...attributes].join('; '))
    },
  }
}
