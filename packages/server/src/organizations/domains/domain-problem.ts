import { isSharedSuffix } from '../../urls/origin-list.ts'
import { freeMailDomains } from './free-mail-domains.ts'

/** Why an organization cannot have a domain. */
export type DomainProblem = 'public_suffix' | 'free_mail' | 'disposable'

const freeMail: ReadonlySet<string> = new Set(freeMailDomains)

/**
 * Why no organization can have the domain, which is in canonical form; null if it can. The lists of mailbox providers
 * also reject the subdomains of their entries, because the provider owns those too.
 */
export function domainProblem(domain: string, disposable: ReadonlySet<string>): DomainProblem | null {
  if (isSharedSuffix(domain)) return 'public_suffix'
  const names = withParents(domain)
  if (names.some((name) => freeMail.has(name))) return 'free_mail'
  return names.some((name) => disposable.has(name)) ? 'disposable' : null
}

/** The domain and every domain above it with at least two labels. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
