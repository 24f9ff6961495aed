import { type AuthenticationFactor, brandPrefix, type FactorType } from '@latchkey/contract'
import type { FactorClass } from '../../methods/method.ts'
import { methodFactors } from '../../methods/methods.ts'

/** The values of `acr`: one factor, or factors of two different kinds. */
export const acrValues: readonly string[] = [`urn:${brandPrefix}:aal:1`, `urn:${brandPrefix}:aal:2`]

/** The delivery method of a factor that came from an access token. */
export const exchangeDelivery = 'oauth_access_token_exchange'

const factorClasses: Readonly<Record<FactorType, FactorClass>> = {
  ...methodFactors,
  sso: { kind: 'reach', amr: ['fed'] },
  imported: { kind: 'reach', amr: ['fed'] },
  impersonated: { kind: 'reach', amr: ['fed'] },
}

export function authenticationContext(factors: readonly AuthenticationFactor[]): { acr: string; amr: string[] } {
  // An access token of this provider repeats an earlier factor and does not count as another one.
  const proofs = factors.filter(({ delivery_method }) => delivery_method !== exchangeDelivery)
  const kinds = new Set(proofs.map(({ type }) => factorClasses[type].kind))
  const words = factors.flatMap(({ type, delivery_method }) => [
    ...factorClasses[type].amr,
    ...(delivery_method === 'sms' || delivery_method === 'whatsapp' ? ['sms'] : []),
  ])
  const isStrong = kinds.size > 1
  return {
    acr: acrValues[isStrong ? 1 : 0] ?? '',
    amr: [...new Set([...words, ...(isStrong ? ['mfa'] : [])])],
  }
}
