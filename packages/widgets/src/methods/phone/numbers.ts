import type { CallingCountry } from '@latchkey/contract/calling-codes'
import { AsYouType, getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Formatted, Typed } from './display.ts'

/** A number in E.164; undefined if it is impossible. A number without a plus belongs to `country`. */
export function readNumber(text: string, country: CallingCountry): string | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  return number?.isValid() ? number.number : undefined
}

/** The formatted text. No digit is lost, and the caret stays after the same digit. */
export function formatTyped(typed: Typed): Formatted {
  const whole = wholeNumber(typed)
  if (whole) return whole
  const { digits, at } = withoutSign(typed)
  const { text, country } = written(digits, typed.country)
  return { text, caret: placeBehind(text, at), country }
}

/** The text in the format of another country, without the old country code. */
export function formatFor(text: string, country: CallingCountry): string {
  const digits = toDialable(text)
  const { national } = written(digits, country)
  return written(digits.startsWith('+') ? (national ?? digits.slice(1)) : digits, country).text
}

interface Written {
  readonly text: string
  readonly country: CallingCountry
  /** The digits after the country code. */
  readonly national?: string
}

/** Formats digits for their country. */
function written(digits: string, country: CallingCountry): Written {
  try {
    const lines = new AsYouType(country)
    const text = lines.input(digits)
    const code = lines.getCallingCode()
    // Some countries share a code: only more digits tell which one it is.
    const isOther = digits.startsWith('+') && code !== undefined && code !== getCountryCallingCode(country)
    const meant = digits.startsWith('+') ? (lines.getCountry() as CallingCountry | undefined) : undefined
    return {
      // The result must still be the same number.
      text: toDialable(text) === digits ? text : digits,
      country: meant ?? (isOther ? mainCountry(code) : undefined) ?? country,
      national: lines.getNumber()?.nationalNumber,
    }
  } catch {
    // The rules of some countries throw for some numbers.
    return { text: digits, country }
  }
}

/** The main country of a shared code. */
function mainCountry(code: string): CallingCountry | undefined {
  const mains: CallingCountry[] = ['US', 'RU', 'IT', 'GB', 'NO', 'AU', 'MA', 'RE', 'SH', 'FI', 'GP', 'CW']
  return [...mains, ...(getCountries() as CallingCountry[])].find((country) => getCountryCallingCode(country) === code)
}

/** A pasted or autofilled number with a country code selects its country. */
function wholeNumber({ text, kind }: Typed): Formatted | undefined {
  if (kind === 'insertText' || kind === 'insertCompositionText' || kind.startsWith('delete')) return undefined
  const number = parsePhoneNumberFromString(text, { extract: false })
  if (!number?.country || !number.isValid()) return undefined
  const shown = number.formatNational()
  return { text: shown, caret: shown.length, country: number.country as CallingCountry }
}

/** A deleted bracket or space would reappear at once: delete the digit next to it. */
function withoutSign({ text, caret, before, kind }: Typed): { digits: string; at: number } {
  const digits = toDialable(text)
  const at = toDialable(text.slice(0, caret)).length
  if (!kind.startsWith('deleteContent') || digits !== toDialable(before)) return { digits, at }
  const from = kind === 'deleteContentForward' ? at : at - 1
  if (from < 0) return { digits, at }
  return { digits: digits.slice(0, from) + digits.slice(from + 1), at: from }
}

/** The digits, with the plus before them if there is one. */
export function toDialable(text: string): string {
  return text.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')
}

/** The caret position after the n-th digit. */
function placeBehind(text: string, count: number): number {
  if (count === 0) return 0
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (/[\d+]/.test(text.charAt(at))) seen += 1
    if (seen === count) return count === toDialable(text).length ? text.length : at + 1
  }
  return text.length
}
