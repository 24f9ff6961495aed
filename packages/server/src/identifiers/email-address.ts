import { canonicalDomain } from './domain-name.ts'

const longestLocalPart = 64
const longestAddress = 254

/** RFC 5322 dot-atom, ASCII only: accepted by all mail servers, and never readable as two addresses. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/**
 * The canonical form in which an address is stored, compared and sent to; null if it is not an email address. It is
 * normalized before it is checked, so that the checked value is the one that is used.
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
