import type { KnownErrorType } from '@latchkey/contract'
import { ProviderError } from '../core/provider-error.ts'
import { canonicalEmail } from './email-address.ts'
import { callingCodeOf, canonicalPhoneNumber } from './phone-number.ts'

/** An email address or phone number in canonical form. */
export interface Identifier {
  kind: 'email' | 'phone_number'
  key: string
}

export function emailIdentifier(input: string): Identifier {
  const key = canonicalEmail(input)
  if (key === null) throw new ProviderError('invalid_email')
  return { kind: 'email', key }
}

/** The countries that a project sends to. Defaults to all. */
export interface PhoneCountries {
  allowedCallingCodes?: readonly string[]
  smsCountryCodes?: readonly string[]
}

export async function phoneIdentifier(input: string, countries: PhoneCountries = {}): Promise<Identifier> {
  const result = await canonicalPhoneNumber(input)
  if ('problem' in result) throw new ProviderError(result.problem)
  const { allowedCallingCodes: codes, smsCountryCodes } = countries
  const isAllowed =
    (codes?.includes(callingCodeOf(result.number) ?? '') ?? true) &&
    (smsCountryCodes?.includes(result.country ?? '') ?? true)
  if (!isAllowed) throw new ProviderError('invalid_phone_number_country_code')
  return { kind: 'phone_number', key: result.number }
}

/** `kind:key`, the format in one-time rows and lock-outs. */
export function identifierText({ kind, key }: Identifier): string {
  return `${kind}:${key}`
}

export function parseIdentifier(text: string): Identifier {
  const colon = text.indexOf(':')
  const kind = text.slice(0, colon)
  if (kind !== 'email' && kind !== 'phone_number') throw new TypeError('not an identifier')
  return { kind, key: text.slice(colon + 1) }
}

export function notFound({ kind }: Identifier): KnownErrorType {
  return kind === 'email' ? 'email_not_found' : 'phone_number_not_found'
}

export function duplicate({ kind }: Identifier): KnownErrorType {
  return kind === 'email' ? 'duplicate_email' : 'duplicate_phone_number'
}

/** The kind in the id of a registration or method. */
export function idKind({ kind }: Identifier): string {
  return kind === 'email' ? 'email' : 'phone-number'
}
