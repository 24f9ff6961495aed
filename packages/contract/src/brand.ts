/** Every run-time string that carries the product's name. Rebranding is a change of this file. */
export const brand = {
  name: 'Latchkey',
  /** Cookies, elements, query parameters, built-in roles and claims begin with it. */
  prefix: 'latchkey',
  /**
   * Reserved names (RFC 2606) that nobody can own. A client that still talks to one of them has forgotten
   * to set `domains`, and logs an error that says so.
   */
  hosts: {
    api: 'api.latchkey.example',
    testApi: 'test.latchkey.example',
    telemetry: 'telemetry.latchkey.example',
    cdn: 'cdn.latchkey.example',
  },
  emailDomain: 'latchkey.example',
  website: 'https://latchkey.example',
  errorDocs: 'https://latchkey.example/docs/errors',
} as const

export const cookieNames = {
  sessionToken: 'latchkey_session',
  sessionJwt: 'latchkey_session_jwt',
  intermediateSessionToken: 'latchkey_intermediate_session_token',
} as const

/** The query parameter that tells a landing page which kind of token it was handed. */
export const tokenTypeParameter = 'latchkey_token_type'

/** The claim that holds the session inside a session JWT. */
export const sessionClaim = 'urn:latchkey:session'

export const sdkIdentifier = 'latchkey-js'
