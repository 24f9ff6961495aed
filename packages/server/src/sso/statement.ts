import type { SamlCode } from '../saml/saml-error.ts'
import type { AttemptCheck } from './attempts.ts'
import type { SsoStatement } from './attributes.ts'

/** Why a sign-in was rejected. The codes of SAML are also those of OpenID Connect, as far as it has a counterpart. */
export type SsoCode =
  | SamlCode
  /** The identity provider did not exchange the authorization code. */
  | 'token_exchange'
  /** The identity provider did not respond. */
  | 'unreachable'
  /** The response was used before. */
  | 'replayed'

/** What a response of an identity provider says, and how it was checked. */
export type ReadStatement = { readonly checks: readonly AttemptCheck[] } & (
  | {
      readonly kind: 'accepted'
      readonly issuer: string
      readonly statement: SsoStatement
      /** It states a second factor. */
      readonly hasSecondFactor: boolean
      /** Identifies the response; null if the identity provider prevents a second use. */
      readonly response: { readonly id: string; readonly until: number } | null
      /** Fingerprints of the certificates that verified it. */
      readonly certificates: readonly string[]
    }
  | { readonly kind: 'refused'; readonly code: SsoCode }
)

/** The first failed row decides. */
export function refusal(checks: readonly AttemptCheck[], otherwise: SsoCode): ReadStatement {
  const failed = checks.find(({ outcome }) => outcome === 'failed')
  return { kind: 'refused', code: (failed?.code ?? otherwise) as SsoCode, checks }
}

/** A response that could not be checked further. */
export function refusedAt(check: string, code: SsoCode, expected: string, got: string): ReadStatement {
  return { kind: 'refused', code, checks: [{ check, outcome: 'failed', code, expected, got }] }
}
