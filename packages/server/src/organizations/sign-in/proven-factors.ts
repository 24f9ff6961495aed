import type { AuthenticationFactor, FactorType } from '@latchkey/contract'
import { factorOfMember } from '../../methods/methods.ts'
import type { ProvenFactor } from '../admission.ts'

/** The factors of a session as the admission sees them. Factors that no organization accepts are left out. */
export function provenFactors(
  factors: readonly AuthenticationFactor[],
  { isCarriedOver }: Pick<ProvenFactor, 'isCarriedOver'>,
): ProvenFactor[] {
  return factors.flatMap((factor) => {
    const kind = factorOfMember(factor)
    if (kind === null) return []
    const includesSecond = (factor.saml_sso_factor ?? factor.oidc_sso_factor)?.idp_mfa === true
    const provenAt = Date.parse(factor.last_authenticated_at)
    return [{ ...kind, provenAt, isCarriedOver, ...(includesSecond ? { includesSecond } : {}) }]
  })
}

/** Proofs of a mailbox, or of an identity whose provider has verified the address. */
const addressFactors: readonly FactorType[] = ['magic_link', 'otp', 'email_otp', 'oauth']

/**
 * The factors that prove the address itself, and so a person in every organization. Passwords, second factors and SSO
 * connections speak for one organization only, whatever address they name.
 */
export function addressProofs(factors: readonly AuthenticationFactor[], address: string): AuthenticationFactor[] {
  return factors.filter(
    ({ type, email_factor: email }) => addressFactors.includes(type) && email?.email_address === address,
  )
}
