/** A cookie with its attributes. */
export interface StoredCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly domain: string | undefined
  readonly expires: number | undefined
  readonly sameSite: string | undefined
  readonly secure: boolean
}

/** The cookies of a fake browser. */
export interface CookieJar {
  read(isSecure: boolean): string
  write(cookie: string, isSecure: boolean): void
  /** All unexpired cookies with their attributes. */
  all(): StoredCookie[]
  clear(): void
}

const limit = 4_096

/**
 * The cookies of a browser as seen by a page of one host: expiry, size limit, `Secure`, name prefixes and order.
 * Cookies of another path or domain are those that this page receives too.
 */
export function createCookieJar(now: () => number): CookieJar {
  const jar = new Map<string, StoredCookie>()

  function all(): StoredCookie[] {
    for (const [key, cookie] of jar) if (cookie.expires !== undefined && cookie.expires <= now()) jar.delete(key)
    return [...jar.values()]
  }

  return {
    all,
    read: (isSecure) =>
      all()
        .filter((cookie) => isSecure || !cookie.secure)
        .sort((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => (name ? `${name}=${value}` : value))
        .join('; '),
    write(text, isSecure) {
      const [given = '', ...rest] = text.split(/; */)
      const pair = given.trim()
      const split = pair.indexOf('=')
      const attributes = new Map(
        rest.map((part) => {
          const [name = '', value = ''] = part.split('=')
          return [name.toLowerCase(), value] as const
        }),
      )
      const secure = attributes.has('secure')
      if (pair.length > limit || (secure && !isSecure)) return
      const isHostOnly = attributes.get('path') === '/' && !attributes.has('domain')
      if (/^=?__host-/i.test(pair) && !(secure && isHostOnly)) return
      if (/^=?__secure-/i.test(pair) && !secure) return
      const date = Date.parse(attributes.get('expires') ?? '')
      const cookie: StoredCookie = {
        name: pair.slice(0, split).trim(),
        value: pair.slice(split + 1),
        path: attributes.get('path') ?? '/',
        domain: attributes.get('domain'),
        expires: Number.isNaN(date) ? undefined : date,
        sameSite: attributes.get('samesite'),
        secure,
      }
      jar.set([cookie.name, cookie.path, cookie.domain].join(' '), cookie)
      all()
    },
    clear: () => jar.clear(),
  }
}
