import { domainToASCII } from 'node:url'

const longestDomain = 253
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The canonical form of a domain, in A-labels (RFC 5890 §2.3.2.1), in which it is stored and compared; null if it is not
 * a domain. Domains of email addresses and domains of organizations have the same form.
 *
 * @example
 * canonicalDomain('BÜCHER.example') // 'xn--bcher-kva.example'
 */
export function canonicalDomain(input: string): string | null {
  if (input.length > longestDomain) return null
  const domain = input.normalize('NFKC').toLowerCase()
  // Letters, digits, marks, hyphens and dots only: the converter below decodes or drops other characters.
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return null
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const last = labels.at(-1) ?? ''
  if (ascii.length > longestDomain || labels.length < 2 || /^\d+$/.test(last)) return null
  return labels.every((part) => label.test(part)) ? ascii : null
}
