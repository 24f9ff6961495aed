import { type AuthenticationFactor, brandPrefix } from '@latchkey/contract'

/** The values of `acr`: one factor, or factors of two different kinds. */
export const acrValues: readonly string[] = [`urn:${brandPrefix}:aal:1`, `urn:${brandPrefix}:aal:2`]

/** The delivery method of a factor that came from an access token. */
export const exchangeDelivery = 'oauth_access_token_exchange'

/** An account at an identity provider often depends on a mailbox, so both are of the same kind: `reach`. */
type Kind = 'know' | 'have' | 'reach'

/** The kind and the `amr` values of each factor, from RFC 8176 if it defines one. */
const methods: Readonly<Record<AuthenticationFactor['type'], readonly [Kind, ...string[]]>> = {
  password: ['know', 'pwd'],
  otp: ['reach', 'otp'],
  email_otp: ['reach', 'otp'],
  magic_link: ['reach', 'magic_link'],
  totp: ['have', 'otp'],
  recovery_codes: ['have', 'otp'],
  webauthn: ['have', 'pop'],
  crypto: ['have', 'swk'],
  signature_challenge: ['have', 'pop'],
  oauth: ['reach', 'fed'],
  sso: ['reach', 'fed'],
  trusted_auth_token: ['reach', 'fed'],
  imported: ['reach', 'fed'],
  impersonated: ['reach', 'fed'],
}

export function authenticationContext(factors: readonly AuthenticationFactor[]): { acr: string; amr: string[] } {
  // An access token of this provider repeats an earlier factor and does not count as another one.
  const proofs = factors.filter(({ delivery_method }) => delivery_method !== exchangeDelivery)
  const kinds = new Set(proofs.map(({ type }) => methods[type][0]))
  const words = factors.flatMap(({ type, delivery_method }) => [
    ...methods[type].slice(1),
    ...(delivery_method === 'sms' || delivery_method === 'whatsapp' ? ['sms'] : []),
  ])
  const isStrong = kinds.size > 1
  return {
    acr: acrValues[isStrong ? 1 : 0] ?? '',
    amr: [...new Set([...words, ...(isStrong ? ['mfa'] : [])])],
  }
}
