import type { B2bOAuthProvider, JsonObject } from '@latchkey/contract'

/** An identity, as a sign-in to an organization has proven it. */
export type ProvenIdentity = ProvenOAuthIdentity | ProvenSsoIdentity

/** An identity at an identity provider of the project. */
export interface ProvenOAuthIdentity {
  kind: 'oauth'
  provider: B2bOAuthProvider
  /** The key of its registration: issuer and subject. */
  key: string
  subject: string
  /** Canonical; null if the provider does not state that the user has proven the mailbox. */
  address: string | null
  /** The ids of the tenants that the provider asserts. */
  tenants: string[]
  pictureUrl: string | null
  locale: string | null
  /** The browser that proved it had also begun: no attacker has led it to the identity. */
  isFromOneBrowser: boolean
}

/** A statement of an SSO connection. It speaks for the organization of the connection, and proves no mailbox. */
export interface ProvenSsoIdentity {
  kind: 'sso'
  protocol: 'saml' | 'oidc'
  connectionId: string
  /** The key of its registration: connection, issuer and external id. */
  key: string
  externalId: string
  /** Canonical. */
  statedAddress: string
  name: string
  groups: string[]
  /** For `sso_attributes` of the member. */
  attributes: JsonObject
  /** The identity provider stated a second factor, and the connection counts it. */
  hasSecondFactor: boolean
}
