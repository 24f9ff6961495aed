export interface StoredCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly domain: string | undefined
  readonly expires: number | undefined
  readonly sameSite: string | undefined
  readonly secure: boolean
}

export interface CookieJar {
  read(isSecure: boolean): string
  write(cookie: string, isSecure: boolean): void
  /** Every living cookie with its attributes. */
  all(): StoredCookie[]
  clear(): void
}

const limit = 4_096

/** A browser's cookies: expiry, size limit and `Secure` as there, one site only. */
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
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    write(text, isSecure) {
      const [pair = '', ...rest] = text.split(/; */)
      const split = pair.indexOf('=')
      const attributes = new Map(
        rest.map((part) => {
          const [name = '', value = ''] = part.split('=')
          return [name.toLowerCase(), value] as const
        }),
      )
      const secure = attributes.has('secure')
      if (pair.length > limit || (secure && !isSecure)) return
      const date = Date.parse(attributes.get('expires') ?? '')
      const cookie: StoredCookie = {
        name: pair.slice(0, split),
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
