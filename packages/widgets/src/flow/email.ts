/**
 * A local part, an at sign, a domain with a dot and a last part of at least two letters, of any script, or as it is
 * written in ASCII; no mail goes to a longer one.
 */
export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@]+@[^\s@]+\.([\p{L}\p{M}]{2,}|xn--[\w-]+)$/iu.test(text)
}
