import { callingCodes } from '@latchkey/contract/calling-codes'

export type PhoneNumberProblem = 'invalid_phone_number' | 'invalid_phone_number_country_code'

/** Countries that dial a 0 at home which is no part of the international number. */
const trunkZero: ReadonlySet<string> = new Set(['27', '31', '33', '44', '46', '49', '61', '64', '81', '82', '91'])

/**
 * E.164, or what is wrong with it. Spaces, dots, hyphens and brackets are how people write; anything else
 * (extensions, national forms, letters) is refused.
 */
export function canonicalPhoneNumber(input: string): { number: string } | { problem: PhoneNumberProblem } {
  const number = input.replace(/[ ().-]/g, '')
  if (!/^\+[0-9]{7,15}$/.test(number)) return { problem: 'invalid_phone_number' }
  const code = callingCodeOf(number)
  if (code === null) return { problem: 'invalid_phone_number_country_code' }
  const national = number.slice(1 + code.length)
  if (code === '1' ? !/^[2-9]\d{2}[2-9]\d{6}$/.test(national) : national.length < 4)
    return { problem: 'invalid_phone_number' }
  if (trunkZero.has(code) && national.startsWith('0')) return { problem: 'invalid_phone_number' }
  return { number }
}

/** Country and the digits that follow it: the range a pumping attack works through. */
export function phonePrefix(number: string): string {
  const code = callingCodeOf(number) ?? ''
  return number.slice(0, 1 + code.length + 3)
}

export function callingCodeOf(number: string): string | null {
  const known = new Set<string>(Object.values(callingCodes))
  // Calling codes are prefix-free: at most one of the three lengths is one.
  return [1, 2, 3].map((length) => number.slice(1, 1 + length)).find((code) => known.has(code)) ?? null
}
