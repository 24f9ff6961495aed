import { callingCodes } from '@latchkey/contract/calling-codes'

export type PhoneNumberProblem = 'invalid_phone_number' | 'invalid_phone_number_country_code'

export interface PhoneNumber {
  /** E.164. */
  number: string
  /** ISO 3166-1 alpha-2; null if the numbering plan does not say. */
  country: string | null
}

/** Number types that can cost the sender money, or that do not receive messages. */
const rejectedTypes: ReadonlySet<string> = new Set(['PREMIUM_RATE', 'SHARED_COST'])

/**
 * E.164 of what a user typed in international form, or why it was rejected. Spaces, dots, hyphens and brackets are
 * dropped, and so is a national trunk prefix (`+49 0151 …`, `+44 (0)20 …`). Extensions, letters and national forms are
 * rejected, and so are premium-rate and shared-cost numbers and numbers outside of the country's numbering plan.
 *
 * The numbering plans are loaded with the first call: they take 100 ms and 150 kB that most processes never need.
 */
export async function canonicalPhoneNumber(input: string): Promise<PhoneNumber | { problem: PhoneNumberProblem }> {
  const written = withoutSeparators(input)
  // One digit more than E.164 allows: a trunk prefix is not part of the number.
  if (!/^\+[0-9]{7,16}$/.test(written)) return { problem: 'invalid_phone_number' }
  if (callingCodeOf(written) === null) return { problem: 'invalid_phone_number_country_code' }
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const parsed = parsePhoneNumberFromString(written)
  if (!parsed?.isValid() || !isE164(parsed.number)) return { problem: 'invalid_phone_number' }
  if (rejectedTypes.has(parsed.getType() ?? '')) return { problem: 'invalid_phone_number' }
  return { number: parsed.number, country: parsed.country ?? null }
}

/** E.164 as a carrier writes it, without looking at numbering plans; null if it is not a number. */
export function readE164(input: string): string | null {
  const written = withoutSeparators(input)
  return isE164(written) && callingCodeOf(written) !== null ? written : null
}

/** The country code and the three digits after it: the range that an SMS pumping attack works through. */
export function phonePrefix(number: string): string {
  const code = callingCodeOf(number) ?? ''
  return number.slice(0, 1 + code.length + 3)
}

export function callingCodeOf(number: string): string | null {
  const known = new Set<string>(Object.values(callingCodes))
  // Calling codes are prefix-free: at most one of the three lengths matches.
  return [1, 2, 3].map((length) => number.slice(1, 1 + length)).find((code) => known.has(code)) ?? null
}

function withoutSeparators(input: string): string {
  return input.replace(/[ ().-]/g, '')
}

function isE164(number: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(number)
}
