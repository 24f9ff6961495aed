import { type AuthenticationFactor, type B2bOAuthProvider, b2bOAuthProviders } from '@latchkey/contract'
import type { ProvenFactor } from './admission.ts'

type FactorKind = Pick<ProvenFactor, 'method' | 'channel'>

/** The factors of a session as the admission sees them. Factors that no organization accepts are left out. */
export function provenFactors(
  factors: readonly AuthenticationFactor[],
  { isCarriedOver }: Pick<ProvenFactor, 'isCarriedOver'>,
): ProvenFactor[] {
  return factors.flatMap((factor) => {
    const kind = kindOf(factor)
    return kind === null ? [] : [{ ...kind, provenAt: Date.parse(factor.last_authenticated_at), isCarriedOver }]
  })
}

/**
 * The factors that prove the address itself, and so a person in every organization. Passwords, second factors and SSO
 * connections speak for one organization only.
 */
export function addressProofs(factors: readonly AuthenticationFactor[], address: string): AuthenticationFactor[] {
  return factors.filter((factor) => factor.email_factor?.email_address === address)
}

/** Null for a kind of factor that is unknown here, such as that of an impersonation. */
function kindOf({ type, delivery_method }: AuthenticationFactor): FactorKind | null {
  switch (type) {
    case 'magic_link':
      return { method: 'magic_link', channel: 'email' }
    case 'otp':
      return delivery_method === 'email'
        ? { method: 'email_otp', channel: 'email' }
        : { method: 'sms_otp', channel: 'phone' }
    case 'password':
      return { method: 'password', channel: 'password' }
    case 'oauth': {
      const provider = b2bOAuthProviders.find((one) => delivery_method === `oauth_${one}`)
      return provider === undefined ? null : { method: oauthMethod(provider), channel: 'identity_provider' }
    }
    case 'sso':
      return { method: 'sso', channel: 'sso_connection' }
    case 'totp':
      return { method: 'totp', channel: 'authenticator_app' }
    case 'recovery_codes':
      return { method: 'recovery_code', channel: 'recovery_code' }
    default:
      return null
  }
}

const oauthMethod = (provider: B2bOAuthProvider) => `${provider}_oauth` as const
