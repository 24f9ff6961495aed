import type { IdentityProviderName } from '@latchkey/contract'

/** An untrusted JSON object of another server: every field may be missing or have another type. */
export type Document = Readonly<Record<string, unknown>>

/** A user as described by the identity provider. */
export interface Identity {
  subject: string
  email: string | null
  /** True only if the identity provider states that the user has proven to own the mailbox. */
  emailVerified: boolean
  firstName: string
  lastName: string
  pictureUrl: string | null
  locale: string | null
}

/** The data about a user after the exchange of the code. */
export interface Disclosure {
  /** The verified claims of the id token; empty without one. */
  claims: Document
  /** The response of `endpoints.profile`; empty without one. */
  profile: Document
  /** The response of `endpoints.emails`. */
  emails: unknown
  /** The response of `endpoints.memberships`; undefined if it was not requested or not permitted. */
  memberships?: unknown
  /** The parameters of the callback; Apple sends the name there, once. */
  callback: Document
}

/** The protocol details of one identity provider. `providers.ts` has them all. */
export interface IdentityProvider {
  provider: IdentityProviderName
  displayName: string
  protocol: 'oidc' | 'oauth2'
  /** Subjects are unique per issuer. For OpenID Connect, the `iss` of id tokens; `{tenantid}` is their `tid`. */
  issuer: string
  /** The `iss` of authorization responses (RFC 9207). Defaults to `issuer`. */
  answerIssuer?: string
  /** Set if every authorization response names its issuer: a code without `iss` is rejected. */
  namesIssuer?: true
  endpoints: {
    authorization: string
    token: string
    profile?: string
    emails?: string
    /** The memberships of the user in organizations. Requested only if tenants are needed. */
    memberships?: string
    jwks?: string
  }
  /** Requested in every sign-in; a page can add more. */
  scopes: readonly string[]
  /** Requested, too, if tenants are needed. */
  tenantScopes?: readonly string[]
  scopeSeparator: ' ' | ','
  /** Whether a code challenge (always S256) is supported. */
  pkce: boolean
  /** Whether the id token repeats the nonce. */
  nonce: boolean
  clientAuthentication: 'basic' | 'post' | 'signed'
  clientIdParameter: 'client_id' | 'client_key'
  responseMode: 'query' | 'form_post'
  /** Sent with every authorization request. */
  parameters: Readonly<Record<string, string>>
  /** Parameters that a page may set as `provider_<name>`. Never a parameter that Latchkey sets. */
  extras: readonly string[]
  /** URLs of the prompt script and its FedCM configuration (Google). */
  oneTap?: { script: string; fedcmConfig: string }
  /** Set if the last part of the path of the profile is the access token. */
  profileTokenInPath?: true
  /** The GraphQL query of the profile, if it is not fetched by GET. */
  profileQuery?: string
  /** Converts a nonstandard response of the token endpoint. */
  normalizeTokens?: (answer: Document) => Document
  identify(disclosure: Disclosure): Identity | null
  /** The ids of the tenants that the provider itself asserts. Never what the user can edit. */
  tenants?(disclosure: Disclosure): readonly string[]
}
