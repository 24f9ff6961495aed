import type { ProviderContext } from '../../provider-context.ts'
import type { OrganizationDomainRecord } from '../../storage/organization-domains.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { JoinFacts, JoiningMember } from '../join.ts'
import { organizationPolicy } from '../policy.ts'
import { type DomainFacts, domainFacts, readDomainFacts } from './domain-facts.ts'

interface Joining {
  project: ProjectRecord
  organization: OrganizationRecord
  member: JoiningMember | null
}

/** What the decision about joining needs to know about one organization. */
export async function findJoinFacts(
  storage: Pick<StorageVerbs, 'organizationDomains'>,
  context: Pick<ProviderContext, 'disposableDomains'>,
  input: Joining,
): Promise<JoinFacts> {
  const { project, organization } = input
  const domains = await readDomainFacts(storage, context, project, {
    projectId: organization.projectId,
    organizationId: organization.id,
  })
  return withPolicy(input, domains)
}

/** The same without a query, for many organizations and one verified domain: at most one organization has it. */
export function joinFactsOfDomain(
  context: Pick<ProviderContext, 'disposableDomains'>,
  input: Joining,
  verified: Pick<OrganizationDomainRecord, 'organizationId' | 'domain'> | null,
): JoinFacts {
  const isOwner = verified?.organizationId === input.organization.id
  return withPolicy(input, domainFacts(context, input.project, isOwner ? [verified.domain] : []))
}

function withPolicy({ organization, member }: Joining, domains: DomainFacts): JoinFacts {
  return { policy: organizationPolicy(organization.settings), ...domains, connections: [], member }
}
