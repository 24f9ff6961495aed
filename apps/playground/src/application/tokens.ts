/** What the token endpoint has given, and when. */
export interface Tokens {
  readonly accessToken: string
  readonly idToken: string | null
  readonly refreshToken: string | null
  readonly scopes: readonly string[]
}

export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** As they stand in the token: header, claims, signature. */
  readonly parts: readonly [string, string, string]
}

/** What a signed token says; null for one that says nothing to anybody. Nothing is verified: this is for looking at. */
export function decodeToken(token: string): DecodedToken | null {
  const [header, claims, signature, ...more] = token.split('.')
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) return null
  try {
    return { header: objectOf(header), claims: objectOf(claims), parts: [header, claims, signature] }
  } catch {
    return null
  }
}

function objectOf(part: string): Record<string, unknown> {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (typeof value !== 'object' || value === null) throw new TypeError('It is no object.')
  return value as Record<string, unknown>
}

/** What the endpoint answers; null if it is nothing an application could use. A renewed grant may keep its ID token. */
export function readTokens(answer: unknown, before: Tokens | null): Tokens | null {
  const { access_token, id_token, refresh_token, scope } = Object(answer) as Record<string, unknown>
  if (typeof access_token !== 'string') return null
  return {
    accessToken: access_token,
    idToken: typeof id_token === 'string' ? id_token : (before?.idToken ?? null),
    refreshToken: typeof refresh_token === 'string' ? refresh_token : (before?.refreshToken ?? null),
    scopes: typeof scope === 'string' ? scope.split(' ') : (before?.scopes ?? []),
  }
}
