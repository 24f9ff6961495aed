import { quoted } from '../../core/quoted.ts'
import { canonicalDomain } from '../../identifiers/domain-name.ts'

/** A line of the operator's list is not a domain. */
export class DisposableDomainsError extends Error {
  constructor(line: number, text: string) {
    super(`line ${line} is not a domain: ${quoted(text)}`)
    this.name = 'DisposableDomainsError'
  }
}

/**
 * Reads the operator's list of domains of short-lived mailboxes: one domain a line, empty lines, and comments after `#`.
 *
 * @example
 * readDisposableDomains('# own list\nmailinator.com\n') // Set { 'mailinator.com' }
 */
export function readDisposableDomains(text: string): ReadonlySet<string> {
  const domains = new Set<string>()
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const name = line.replace(/#.*/, '').trim()
    if (name === '') continue
    const domain = canonicalDomain(name)
    if (domain === null) throw new DisposableDomainsError(index + 1, name)
    domains.add(domain)
  }
  return domains
}
