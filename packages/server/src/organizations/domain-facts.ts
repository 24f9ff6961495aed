import { domainProofOf } from '../projects/default-settings.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { DomainOwner } from '../storage/organization-domains.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { domainProblem } from './domains/domain-problem.ts'
import type { JoinFacts } from './join.ts'

/** What the join decision needs to know about the domains of an organization. */
export async function readDomainFacts(
  verbs: Pick<StorageVerbs, 'organizationDomains'>,
  { disposableDomains }: Pick<ProviderContext, 'disposableDomains'>,
  project: ProjectRecord,
  owner: DomainOwner,
): Promise<Pick<JoinFacts, 'domainProof' | 'verifiedDomains' | 'isCommonDomain'>> {
  const domains = await verbs.organizationDomains.list(owner)
  return {
    domainProof: domainProofOf(project),
    verifiedDomains: domains.filter(({ state }) => state === 'verified').map(({ domain }) => domain),
    isCommonDomain: (domain) => domainProblem(domain, disposableDomains) !== null,
  }
}
