import type { Vault } from '../../core/vault.ts'
import type { StartedTest } from '../../organizations/connections/test-connection.ts'
import type { AttemptCheck } from '../../sso/attempts.ts'
import type { SsoIdentity } from '../../sso/attributes.ts'
import type { SsoCode } from '../../sso/statement.ts'
import type { OneTimeRecord } from '../../storage/records.ts'
import { openFlowRow } from '../../tokens/flow-row.ts'

/** A sign-in or a test while the person is at the identity provider. */
export interface StartedSso {
  organizationId: string
  connectionId: string
  /** The connection at whose callback the response must arrive. */
  sourceId: string
  /** SAML. */
  requestId: string
  /** OIDC. */
  codeVerifier: string
  nonce: string
  loginRedirectUrl: string
  signupRedirectUrl: string
  /** The host page's code challenge: the token at the end is redeemed with its verifier. */
  codeChallenge: string | null
  /** Set for a test, which starts no session. */
  test: StartedTest | null
}

/** What the identity provider stated. Stored until the host page redeems its token. */
export interface EndedSso {
  connectionId: string
  protocol: 'saml' | 'oidc'
  issuer: string
  identity: SsoIdentity
  /** The canonical form of the stated address. */
  address: string
  /** It counts as the second factor. */
  hasSecondFactor: boolean
  checks: readonly AttemptCheck[]
}

/** Why there is no statement. No value of the identity provider is in it. */
export interface FailedSso {
  code: SsoCode
  connectionId: string
  attemptId: string
}

export const tokenType = 'sso'

export function openStartedSso(vault: Vault, row: OneTimeRecord): StartedSso {
  return openFlowRow(vault, row)
}
