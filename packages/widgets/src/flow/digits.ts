/** Converts full-width, Arabic and Persian digits to 0 to 9. */
export function latinDigits(text: string): string {
  // Both rows begin where the last four bits are zero.
  return text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** The digits of a text, without everything else. */
export function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '')
}
