import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'

export interface LatchkeyOptions {
  /** The address of the provider, such as https://auth.example.com. */
  readonly provider: string
  readonly projectId: string
  readonly publicToken: string
  /** With HttpOnly cookies: `__Host-latchkey_session`, or `__Secure-latchkey_session` if a domain shares them. */
  readonly cookieName?: string
  /** True only if no other party can set cookies for your domain. Default: true if the provider is on localhost. */
  readonly trustSiblingHosts?: boolean
}

export interface ServerSession {
  /** `sub` is the id of the user, `urn:latchkey:session` holds the session. */
  readonly payload: JWTPayload
  /** The verified JWT, for calls to other services of yours. */
  readonly jwt: string
}

export interface RequestHeaders {
  readonly authorization?: string | null | undefined
  readonly cookie?: string | null | undefined
}

/** Returns a function that reads the session from the headers of a request; null means signed out. */
export function createSessionReader({ provider, projectId, publicToken, ...options }: LatchkeyOptions) {
  const { cookieName = 'latchkey_session' } = options
  const { trustSiblingHosts = new URL(provider).hostname === 'localhost' } = options
  const keys = createRemoteJWKSet(new URL(`${provider}/v1/sessions/jwks/${projectId}`))
  const expected = { issuer: `${provider}/v1/public/${projectId}`, audience: projectId, typ: 'JWT' }
  const verify = async (jwt: string): Promise<ServerSession> => {
    const { payload } = await jwtVerify(jwt, keys, expected)
    return { payload, jwt }
  }

  /** Other hosts of your domain can set every cookie, except those whose names begin with `__Host-`. */
  function readCookies(header: string): { jwt?: string | undefined; token?: string | undefined } {
    const valuesOf = (name: string): string[] =>
      header.split('; ').flatMap((cookie) => (cookie.startsWith(`${name}=`) ? cookie.slice(name.length + 1) : []))
    const tokens = valuesOf(cookieName)
    if (trustSiblingHosts || cookieName.startsWith('__Host-'))
      return { jwt: valuesOf(`${cookieName}_jwt`)[0], token: tokens[0] }
    // The page keeps the end of its session token in a cookie that no other host can set.
    const [binding] = valuesOf(`__Host-${cookieName}_binding`)
    return { token: binding && tokens.find((token) => token.endsWith(binding)) }
  }

  async function renew(sessionToken: string): Promise<ServerSession | null> {
    const response = await fetch(`${provider}/sdk/v1/sessions/authenticate`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${publicToken}:${sessionToken}`)}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    if (response.status === 401 || response.status === 404) {
      const { error_type, error_message } = (await response.json()) as { error_type: string; error_message: string }
      // A wrong public token is a mistake in the configuration, not the end of a session.
      if (error_type === 'invalid_public_token') throw new Error(error_message)
      return null
    }
    // A busy provider says nothing about the session: do not sign the user out.
    if (!response.ok) throw new Error(`The provider responded with status ${response.status}.`)
    const { data } = (await response.json()) as { data: { session_jwt: string } }
    return verify(data.session_jwt)
  }

  return async ({ authorization, cookie }: RequestHeaders): Promise<ServerSession | null> => {
    const cookies = readCookies(cookie ?? '')
    const jwt = authorization?.startsWith('Bearer ') ? authorization.slice(7) : cookies.jwt
    try {
      if (jwt) return await verify(jwt)
    } catch (error) {
      // Keys that cannot be fetched say nothing about the token.
      const isAboutKeys = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']
      if (!(error instanceof errors.JOSEError) || isAboutKeys.includes(error.code)) throw error
      // Expired, or signed with a key that was rotated away since: the session token decides.
    }
    return cookies.token ? renew(cookies.token) : null
  }
}
