import type {
  ExamplePhoneNumber,
  ExamplePhoneNumberRequest,
  ParsedPhoneNumber,
  ParsedPhoneNumberRequest,
} from '@latchkey/contract'
import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'

/** Longer than any phone number with separators. */
const longestNumber = 64

/** Parses a national or international number: "0151 …" in Germany becomes "+49151…", without the trunk zero. */
export function parsedPhoneNumber({ phoneNumber, regionCode }: ParsedPhoneNumberRequest): ParsedPhoneNumber {
  const typed = String(phoneNumber ?? '').slice(0, longestNumber)
  const parsed = parsePhoneNumberFromString(typed, { extract: false, ...countryOption(regionCode) })
  if (parsed === undefined) return { isValid: false, number: typed, national: typed }
  return { isValid: parsed.isValid(), number: parsed.number, national: parsed.formatNational() }
}

export function getExamplePhoneNumber({ regionCode }: ExamplePhoneNumberRequest): ExamplePhoneNumber {
  const country = countryOf(regionCode)
  const example = country && getExampleNumber(country, examples)
  return example ? { phoneNumber: example.formatNational() } : {}
}

function countryOption(regionCode: unknown): { defaultCountry?: CountryCode } {
  const country = countryOf(regionCode)
  return country === undefined ? {} : { defaultCountry: country }
}

function countryOf(regionCode: unknown): CountryCode | undefined {
  const code = String(regionCode ?? '').toUpperCase()
  return isSupportedCountry(code) ? code : undefined
}
