/**
 * Requires a local part, an at sign and a domain whose last label has at least two letters of any script, or is
 * punycode. 320 characters is the longest address that can receive mail.
 */
export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@]+@[^\s@]+\.([\p{L}\p{M}]{2,}|xn--[\w-]+)$/iu.test(text)
}
