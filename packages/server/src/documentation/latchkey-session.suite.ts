import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'

export interface LatchkeyOptions {
  /** The address of the provider, such as https://auth.example.com. */
  readonly provider: string
  readonly projectId: string
  readonly publicToken: string
}

export interface ServerSession {
  /** `sub` is the id of the user, `urn:latchkey:session` holds the session. */
  readonly payload: JWTPayload
  /** Set if the JWT was no longer valid: store it in the cookie `latchkey_session_jwt` again. */
  readonly renewed?: { readonly jwt: string; readonly expires: Date }
}

/** Returns a function that reads the session from the two cookies of the client; null means signed out. */
export function createSessionReader({ provider, projectId, publicToken }: LatchkeyOptions) {
  const keys = createRemoteJWKSet(new URL(`${provider}/v1/sessions/jwks/${projectId}`))
  const expected = { issuer: `${provider}/v1/public/${projectId}`, audience: projectId, typ: 'JWT' }
  const verify = async (jwt: string): Promise<JWTPayload> => (await jwtVerify(jwt, keys, expected)).payload

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
    const { data } = (await response.json()) as { data: { session_jwt: string; session: { expires_at: string } } }
    const renewed = { jwt: data.session_jwt, expires: new Date(data.session.expires_at) }
    return { payload: await verify(renewed.jwt), renewed }
  }

  return async (cookies: { session?: string | undefined; jwt?: string | undefined }): Promise<ServerSession | null> => {
    try {
      if (cookies.jwt) return { payload: await verify(cookies.jwt) }
    } catch (error) {
      // Keys that cannot be fetched say nothing about the token.
      const isAboutKeys = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']
      if (!(error instanceof errors.JOSEError) || isAboutKeys.includes(error.code)) throw error
      // Expired, or signed with a key that was rotated away since: the session token decides.
    }
    return cookies.session ? renew(cookies.session) : null
  }
}
