import { type AuthenticationFactor, brandPrefix } from '@latchkey/contract'

/** How surely we know who somebody is: by one proof, or by two of different kinds. */
export const acrValues: readonly string[] = [`urn:${brandPrefix}:aal:1`, `urn:${brandPrefix}:aal:2`]

/** How a session says that it was begun, or continued, by an access token. */
export const exchangeDelivery = 'oauth_access_token_exchange'

/** What others tell of somebody rests on a mailbox as often as not: to reach that as well is no second kind. */
type Kind = 'know' | 'have' | 'reach'

/** RFC 8176 where it has a word for it. */
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
  // An access token of ours says again what was proven before: it is no second proof.
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
