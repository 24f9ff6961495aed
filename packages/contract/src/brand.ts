/** Every run-time string that carries the product's name stands in this file: rebranding is a change of it. */

export const brandName = 'Latchkey'

/** Cookies, elements, query parameters, built-in roles and claims begin with it. */
export const brandPrefix = 'latchkey'

/**
 * Reserved names (RFC 2606) that nobody can own. A client that still talks to one of them has forgotten
 * to set `domains`, and logs an error that says so.
 */
export const defaultHosts = {
  api: 'api.latchkey.example',
  testApi: 'test.latchkey.example',
  telemetry: 'telemetry.latchkey.example',
  cdn: 'cdn.latchkey.example',
} as const

export const vendorEmailDomain = 'latchkey.example'

/** Where the watermark under a widget links to. `null`: it is text without a link. */
export const brandWebsite: string | null = null

/** Where every provider serves a page for each error type: `{base}/docs/errors/<type>`. */
export const errorDocsPath = '/docs/errors'

/** By the option that replaces it. */
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

export const sdkIdentifier = 'latchkey-js'
