import type { B2bOAuthProvider } from '@latchkey/contract'

/** An identity at an identity provider, as a sign-in to an organization has proven it. */
export interface ProvenIdentity {
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
