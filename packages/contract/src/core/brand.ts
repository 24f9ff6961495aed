/** All runtime strings with the product name: rebranding changes this file only. */

export const brandName = 'Latchkey'

/** The prefix of cookies, elements, query parameters, built-in roles and claims. */
export const brandPrefix = 'latchkey'

/**
 * Reserved host names (RFC 2606). A client that uses one of them has no `domains` option and logs an error that says so.
 */
export const defaultHosts = {
  api: 'api.latchkey.example',
  testApi: 'test.latchkey.example',
  telemetry: 'telemetry.latchkey.example',
  cdn: 'cdn.latchkey.example',
} as const

export const vendorEmailDomain = 'latchkey.example'

/** The link of the watermark under a widget; `null` shows text without a link. */
export const brandWebsite: string | null = null

/** The path of the error pages that every provider serves: `{base}/docs/errors/<type>`. */
export const errorDocsPath = '/docs/errors'

/** The default name of the cookie of the session token. A constant of its own, for servers that need no other name. */
export const sessionCookieName: typeof cookieNames.opaqueTokenCookieName = 'latchkey_session'

/** The default cookie names, by the name of the option that replaces them. */
export const cookieNames = {
  opaqueTokenCookieName: 'latchkey_session',
  jwtCookieName: 'latchkey_session_jwt',
  istCookieName: 'latchkey_intermediate_session_token',
} as const

/** The query parameter of a landing URL that names the type of the token next to it. */
export const tokenTypeParameter = 'latchkey_token_type'

/**
 * The query parameter of a landing URL that holds an error type instead of a token: the link was used or has
 * expired, or the user canceled at the identity provider. The token type is always next to it.
 */
export const landingErrorParameter = 'latchkey_error'

/** The claim that holds the session inside a session JWT. */
export const sessionClaim = 'urn:latchkey:session'

/** The claims of a session JWT that custom claims cannot replace. All other claims are custom. */
export const reservedClaims: readonly string[] = [
  ...['iss', 'aud', 'sub', 'iat', 'nbf', 'exp', 'jti', 'sid', 'amr', 'auth_time', 'act', 'azp', 'scope', 'client_id'],
  ...['session_token_id', sessionClaim],
]

export const sdkIdentifier = 'latchkey-js'
