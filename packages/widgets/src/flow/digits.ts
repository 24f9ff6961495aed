/** Digits as a keyboard of another script writes them, as 0 to 9: full-width ones, Arabic and Persian ones. */
export function latinDigits(text: string): string {
  // Both rows begin where the last four bits are zero.
  return text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** Nothing but the digits of a text. */
export function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '')
}
