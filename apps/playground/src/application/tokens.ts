/** The response of the token endpoint, and its time. */
export interface Tokens {
  readonly accessToken: string
  readonly idToken: string | null
  readonly refreshToken: string | null
  readonly scopes: readonly string[]
}

export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** The encoded parts: header, claims, signature. */
  readonly parts: readonly [string, string, string]
}

/** Decodes a token for display, without verifying it. Null if it cannot be decoded. */
export function decodeToken(token: string): DecodedToken | null {
  const [header, claims, signature, ...more] = token.split('.')
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) return null
  try {
    return { header: decodePart(header), claims: decodePart(claims), parts: [header, claims, signature] }
  } catch {
    return null
  }
}

function decodePart(part: string): Record<string, unknown> {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (typeof value !== 'object' || value === null) throw new TypeError('Not an object.')
  return value as Record<string, unknown>
}

/** Reads the response of the endpoint; null if it has no access token. A refresh may return no new ID token. */
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
