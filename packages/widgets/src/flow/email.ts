/** A local part, an at sign, a domain with a dot and a last part of at least two letters; no mail goes to a longer one. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(text)
}
