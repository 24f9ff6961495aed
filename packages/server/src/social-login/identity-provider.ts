import type { OAuthProvider } from '@latchkey/contract'

/** A JSON object as another server sent it: every field may be missing or of another kind. */
export type Document = Readonly<Record<string, unknown>>

/** Who somebody is, in the provider's words. */
export interface Identity {
  subject: string
  email: string | null
  /** Only where the provider itself says that the person has shown the mailbox to be theirs. */
  emailVerified: boolean
  firstName: string
  lastName: string
  pictureUrl: string | null
  locale: string | null
}

/** What is known of a person once the code was exchanged. */
export interface Disclosure {
  /** The checked claims of the id token; empty where there is none. */
  claims: Document
  /** The answer of `endpoints.profile`; empty where there is none. */
  profile: Document
  /** The answer of `endpoints.emails`. */
  emails: unknown
  /** What came to the callback beside the code: Apple tells a name there, once. */
  callback: Document
}

/** How one provider is spoken to. All of them stand in one table. */
export interface IdentityProvider {
  provider: OAuthProvider
  displayName: string
  protocol: 'oidc' | 'oauth2'
  /** What subjects are unique within. For OpenID Connect the `iss` of id tokens; `{tenantid}` stands for their `tid`. */
  issuer: string
  /** What its answers call their issuer (RFC 9207), where that is another name. */
  answerIssuer?: string
  /** Its metadata says that every answer names its issuer: a code that comes without one is not its. */
  namesIssuer?: true
  endpoints: {
    authorization: string
    token: string
    profile?: string
    emails?: string
    jwks?: string
  }
  /** Asked for in every sign-in; a page can add to them. */
  scopes: readonly string[]
  scopeSeparator: ' ' | ','
  /** Whether a code challenge is understood; always S256. */
  pkce: boolean
  /** Whether the id token repeats the nonce. */
  nonce: boolean
  clientAuthentication: 'basic' | 'post' | 'signed'
  clientIdParameter: 'client_id' | 'client_key'
  responseMode: 'query' | 'form_post'
  /** Sent with every authorization request. */
  parameters: Readonly<Record<string, string>>
  /** What a page may send as `provider_<name>`; nothing the provider sets itself is among them. */
  extras: readonly string[]
  /** Where the prompt's script and its FedCM configuration are served (Google). */
  oneTap?: { script: string; fedcmConfig: string }
  /** How the profile is asked for, where it is not by GET. */
  profileQuery?: string
  /** Where an answer of the token endpoint does not have the standard's form. */
  mendTokens?: (answer: Document) => Document
  identify(disclosure: Disclosure): Identity | null
}
