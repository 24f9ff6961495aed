import { domainProofOf } from '../../projects/default-settings.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { DomainOwner } from '../../storage/organization-domains.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { domainProblem } from '../domains/domain-problem.ts'
import type { JoinFacts } from '../join.ts'

export type DomainFacts = Pick<JoinFacts, 'domainProof' | 'verifiedDomains' | 'isCommonDomain'>

/** What the join decision needs to know about the domains of an organization. */
export async function readDomainFacts(
  verbs: Pick<StorageVerbs, 'organizationDomains'>,
  context: Pick<ProviderContext, 'disposableDomains'>,
  project: ProjectRecord,
  owner: DomainOwner,
): Promise<DomainFacts> {
  const domains = await verbs.organizationDomains.list(owner)
  const verified = domains.filter(({ state }) => state === 'verified').map(({ domain }) => domain)
  return domainFacts(context, project, verified)
}

/** The same for verified domains that were read before. */
export function domainFacts(
  { disposableDomains }: Pick<ProviderContext, 'disposableDomains'>,
  project: ProjectRecord,
  verifiedDomains: readonly string[],
): DomainFacts {
  return {
    domainProof: domainProofOf(project),
    verifiedDomains,
    isCommonDomain: (domain) => domainProblem(domain, disposableDomains) !== null,
  }
}
