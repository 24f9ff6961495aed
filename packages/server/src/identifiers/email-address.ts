import { domainToASCII } from 'node:url'

const longestLocalPart = 64
const longestAddress = 254

/** RFC 5322 dot-atom, ASCII only: what every mail server takes, and nothing that reads as two addresses. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The one form an address is stored, compared and written to in; null if it is none. Normalised before it is
 * checked, never after: what passes is what is used.
 *
 * @example
 * canonicalEmail('Ada@ＥＸＡＭＰＬＥ.com') // 'ada@example.com'
 */
export function canonicalEmail(input: string): string | null {
  if (input.length > 320) return null
  const parts = input
    .replace(/^ +| +$/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .split('@')
  const [local, domain] = parts
  if (parts.length !== 2 || local === undefined || domain === undefined) return null
  if (local.length > longestLocalPart || !localPart.test(local)) return null
  const ascii = canonicalDomain(domain)
  if (ascii === null) return null
  const address = `${local}@${ascii}`
  return address.length <= longestAddress ? address : null
}

function canonicalDomain(domain: string): string | null {
  // Letters, digits, marks, hyphens and dots only: the converter below would decode or drop other signs.
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return null
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const last = labels.at(-1) ?? ''
  if (ascii.length > 253 || labels.length < 2 || /^\d+$/.test(last)) return null
  return labels.every((part) => label.test(part)) ? ascii : null
}
